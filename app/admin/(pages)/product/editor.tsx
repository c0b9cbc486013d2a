'use client'

import { Alert, Button, Skeleton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { leave } from '@/components/resource-form/unsaved'
import { useCan } from '@/components/shell/admin-context'
import { BackLink } from '@/components/shell/back-link'
import { useAction } from '@/components/shell/use-action'
import { type Answer, send } from '@/lib/api/client'
import classes from './product.module.css'

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

/** Says that the product is in the bin, and takes it out. */
function InBin({ id, name }: { id: number; name: string }) {
  const t = useTranslations('catalogue')
  const can = useCan()
  const act = useAction()
  return (
    <Alert
      color="orange"
      variant="light"
      title={t('inBin')}
      icon={<IconTrash size={18} stroke={1.6} aria-hidden="true" />}
      className={classes.bin}
    >
      <p>{t('binHelp')}</p>
      {can('product.update') && (
        <Button
          size="xs"
          onClick={() =>
            void act(() => send('POST /cms/product/{id}/restore', { params: { id } }), {
              success: t('restored', { name }),
              failure: t('restoreFailed', { name }),
            })
          }
        >
          {t('restore')}
        </Button>
      )}
    </Alert>
  )
}
