import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { getCmsAfterSale, listCmsAfterSales } from '@/lib/after_sale/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import { ClosedNote } from '../../closed-note'
import { CaseRecord } from '../record'

export const generateMetadata = titledByMenu('/admin/after_sale')

/** Of the customer's other cases. The list of cases shows all. */
const mostOthers = 5

export default function CasePage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <AdminPage
      title={null}
      messages={['after_sale']}
      skeleton={<Skeleton height={640} radius="lg" />}
      load={async () => {
        const { id } = await params
        const record = await call(getCmsAfterSale, { params: { id } })
        // One more than is shown, because the response also contains this case.
        const query = { customer_id: record.customer.id, size: mostOthers + 1 }
        const { items } = await call(listCmsAfterSales, { query })
        const others = items.filter((one) => one.id !== record.id).slice(0, mostOthers)
        return (
          <>
            <ClosedNote />
            <CaseRecord record={record} others={others} />
          </>
        )
      }}
    />
  )
}
