import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { countProducts } from '@/lib/product/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import { ProductEditor } from '../editor'

export const generateMetadata = titledByMenu('/admin/product')

export default function NewProductPage() {
  return (
    <AdminPage
      title={null}
      messages={['catalogue', 'doubt']}
      skeleton={<Skeleton height={640} radius="lg" />}
      load={async () => {
        // Refuses users who may not see products.
        await call(countProducts)
        return <ProductEditor />
      }}
    />
  )
}
