import { AdminPage } from '@/components/shell/admin-page'
import { titledByMenu } from '@/lib/next/admin'
import { type PageInput, readList } from '@/lib/next/list'
import { listCmsOrders } from '@/lib/order/cms'
import { Orders } from './orders'

export const generateMetadata = titledByMenu('/admin/order')

export default function OrdersPage({ searchParams }: PageInput) {
  return (
    <AdminPage messages={['sale']} load={async () => <Orders page={await readList(listCmsOrders, searchParams)} />} />
  )
}
