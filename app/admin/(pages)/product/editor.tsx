'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { leave } from '@/components/resource-form/unsaved'
import { BackLink } from '@/components/shell/back-link'
import type { Answer } from '@/lib/api/client'

const InBin = dynamic(() => import('./in-bin'))
const ProductForm = dynamic(() => import('./form'), { loading: () => <Skeleton height={640} radius="lg" /> })

interface ProductEditorProps {
  product?: Answer<'GET /cms/product/{id}'>
  uses?: Answer<'GET /cms/product/{id}/uses'>
}

/** An existing or new product on its own page. */
export function ProductEditor({ product, uses }: ProductEditorProps) {
  const t = useTranslations('catalogue')
  const router = useRouter()
  return (
    <>
      <BackLink href="/admin/product">{t('all')}</BackLink>
      {product?.deleted_at && <InBin id={product.id} name={product.name} />}
      <ProductForm record={product} uses={uses} onClose={() => leave(() => router.push('/admin/product'))} />
    </>
  )
}
