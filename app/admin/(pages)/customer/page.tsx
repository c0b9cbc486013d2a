import { AdminPage } from '@/components/admin/frame/admin-page'
import { listCustomers } from '@/lib/customer/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { Customers } from './customers'

export const generateMetadata = titledByMenu('/admin/customer')

export default function CustomersPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['customer']}
      load={async () => <Customers page={await readList(listCustomers, searchParams)} />}
    />
  )
}
