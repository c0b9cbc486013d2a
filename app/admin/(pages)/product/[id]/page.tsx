import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { getCmsProduct, listProductUses } from '@/lib/product/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import { ProductEditor } from '../editor'

export const generateMetadata = titledByMenu('/admin/product')

export default function ProductPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <AdminPage
      title={null}
      messages={['catalogue', 'doubt']}
      skeleton={<Skeleton height={640} radius="lg" />}
      load={async () => {
        const { id } = await params
        const [product, uses] = await Promise.all([
          call(getCmsProduct, { params: { id } }),
          call(listProductUses, { params: { id } }),
        ])
        return <ProductEditor key={product.id} product={product} uses={uses} />
      }}
    />
  )
}
