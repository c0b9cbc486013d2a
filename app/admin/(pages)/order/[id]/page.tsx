import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/shell/admin-page'
import { titledByMenu } from '@/lib/next/admin'
import { call } from '@/lib/next/call'
import { getCmsOrder } from '@/lib/order/cms'
import { OrderRecord } from '../record'

export const generateMetadata = titledByMenu('/admin/order')

export default function OrderPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <AdminPage
      messages={['sale']}
      skeleton={<Skeleton height={640} radius="lg" />}
      load={async () => {
        const { id } = await params
        return <OrderRecord order={await call(getCmsOrder, { params: { id } })} />
      }}
    />
  )
}
