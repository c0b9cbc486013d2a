import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { getCmsInvoice } from '@/lib/invoice/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import { InvoiceRecord } from '../record'

export const generateMetadata = titledByMenu('/admin/invoice')

export default function InvoicePage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <AdminPage
      title={null}
      messages={['invoice']}
      skeleton={<Skeleton height={640} radius="lg" />}
      load={async () => {
        const { id } = await params
        const record = await call(getCmsInvoice, { params: { id } })
        return <InvoiceRecord key={`${record.id} ${record.version}`} record={record} />
      }}
    />
  )
}
