import { AdminPage } from '@/components/admin/frame/admin-page'
import { listWaybills } from '@/lib/order/waybill/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { Waybills } from './waybills'

export const generateMetadata = titledByMenu('/admin/waybill')

export default function WaybillsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['waybill']}
      load={async () => <Waybills page={await readList(listWaybills, searchParams)} />}
    />
  )
}
