import { AdminPage } from '@/components/admin/frame/admin-page'
import { countNewCmsOrders, listCmsOrders } from '@/lib/order/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import { type PageInput, readList } from '@/lib/server/next/list'
import { listStores } from '@/lib/store/endpoints'
import { ClosedNote } from '../closed-note'
import { NewOrders } from '../new-orders'
import { Orders } from './orders'

export const generateMetadata = titledByMenu('/admin/order')

export default function OrdersPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['sale', 'new_orders', 'doubt', 'tracking']}
      load={async () => {
        // Read before the list, so that no order between the two reads is missed.
        const { newest_id } = await call(countNewCmsOrders)
        const [page, stores] = await Promise.all([readList(listCmsOrders, searchParams), call(listStores)])
        return (
          <>
            <NewOrders since={newest_id} />
            <ClosedNote />
            <Orders page={page} stores={stores} />
          </>
        )
      }}
    />
  )
}
