import { OfficePage } from '@/components/shell/office-page'
import { listCustomers } from '@/lib/customer/endpoints'
import { type PageInput, readList } from '@/lib/next/list'
import { titledByMenu } from '@/lib/next/office'
import { Customers } from './customers'

export const generateMetadata = titledByMenu('/admin/customer')

export default function CustomersPage({ searchParams }: PageInput) {
  return (
    <OfficePage
      messages={['customer']}
      load={async () => <Customers page={await readList(listCustomers, searchParams)} />}
    />
  )
}
