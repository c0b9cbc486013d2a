import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { countCmsOrders } from '@/lib/order/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import { NewOrder } from '../new-order'

export const generateMetadata = titledByMenu('/admin/order')

export default function NewOrderPage() {
  return (
    <AdminPage
      title={null}
      messages={['sale', 'theme', 'doubt']}
      skeleton={<Skeleton height={640} radius="lg" />}
      load={async () => {
        // Refuses users who may not see orders.
        await call(countCmsOrders)
        return <NewOrder />
      }}
    />
  )
}
