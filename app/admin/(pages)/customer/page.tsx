import { AdminPage } from '@/components/shell/admin-page'
import { listCustomers } from '@/lib/customer/endpoints'
import { titledByMenu } from '@/lib/next/admin'
import { type PageInput, readList } from '@/lib/next/list'
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
