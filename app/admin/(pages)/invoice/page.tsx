import { AdminPage } from '@/components/admin/frame/admin-page'
import { listCmsInvoiceRequests } from '@/lib/invoice/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { Invoices } from './invoices'

export const generateMetadata = titledByMenu('/admin/invoice')

export default function InvoicesPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['invoice']}
      load={async () => <Invoices page={await readList(listCmsInvoiceRequests, searchParams)} />}
    />
  )
}
