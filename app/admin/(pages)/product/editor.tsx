'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { leave } from '@/components/admin/resource-form/unsaved'
import type { Answer } from '@/lib/server/client'

const ProductForm = dynamic(() => import('./form'), { loading: () => <Skeleton height={640} radius="lg" /> })

interface ProductEditorProps {
  product?: Answer<'GET /cms/product/{id}'>
  uses?: Answer<'GET /cms/product/{id}/uses'>
}

export function ProductEditor({ product, uses }: ProductEditorProps) {
  const router = useRouter()
  return <ProductForm record={product} uses={uses} onClose={() => leave(() => router.push('/admin/product'))} />
}
