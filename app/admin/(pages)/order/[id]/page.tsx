import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { listCmsAfterSales } from '@/lib/after_sale/cms'
import { env } from '@/lib/kit/env'
import { getCmsOrder } from '@/lib/order/cms'
import { qrCodeOf } from '@/lib/order/desk/barcode'
import { readSelf, titledByMenu } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import { OrderRecord } from '../record'

export const generateMetadata = titledByMenu('/admin/order')

export default function OrderPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <AdminPage
      title={null}
      messages={['sale', 'after_sale', 'doubt', 'tracking', 'waybill']}
      skeleton={<Skeleton height={640} radius="lg" />}
      load={async () => {
        const { id } = await params
        const [order, { is_root, permission_codes = [] }] = await Promise.all([
          call(getCmsOrder, { params: { id } }),
          readSelf(),
        ])
        const hasCases = order.timeline.some(({ kind }) => kind === 'case')
        const seesCases = is_root || permission_codes.includes('cms.after_sale.list')
        const cases =
          hasCases && seesCases ? (await call(listCmsAfterSales, { query: { order_id: id, size: 50 } })).items : []
        const link = `${env().BASE_URL}/order/${order.placed_by ? `shared/${order.order_no}` : order.id}`
        const toPay = order.status === 'unpaid' ? { link, code: qrCodeOf(link) } : undefined
        return <OrderRecord order={order} cases={cases} toPay={toPay} />
      }}
    />
  )
}
