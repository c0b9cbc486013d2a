import { AdminPage } from '@/components/admin/frame/admin-page'
import { listCarrierAccounts } from '@/lib/carrier_account/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { CarrierAccounts } from './accounts'

export const generateMetadata = titledByMenu('/admin/carrier_account')

export default function CarrierAccountsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['carrier_account']}
      load={async () => <CarrierAccounts page={await readList(listCarrierAccounts, searchParams)} />}
    />
  )
}
