import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/shell/admin-page'
import { titledByMenu } from '@/lib/next/admin'
import { call } from '@/lib/next/call'
import { countProducts } from '@/lib/product/cms'
import { ProductEditor } from '../editor'

export const generateMetadata = titledByMenu('/admin/product')

export default function NewProductPage() {
  return (
    <AdminPage
      title={null}
      messages={['catalogue']}
      skeleton={<Skeleton height={640} radius="lg" />}
      load={async () => {
        // Refuses users who may not see products.
        await call(countProducts)
        return <ProductEditor />
      }}
    />
  )
}
