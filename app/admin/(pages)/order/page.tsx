import { AdminPage } from '@/components/shell/admin-page'
import { titledByMenu } from '@/lib/next/admin'
import { call } from '@/lib/next/call'
import { type PageInput, readList } from '@/lib/next/list'
import { countCmsOrders, listCmsOrders } from '@/lib/order/cms'
import { Orders } from './orders'

export const generateMetadata = titledByMenu('/admin/order')

export default function OrdersPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['sale']}
      load={async () => {
        const [page, counts] = await Promise.all([readList(listCmsOrders, searchParams), call(countCmsOrders)])
        return <Orders page={page} counts={counts} />
      }}
    />
  )
}
