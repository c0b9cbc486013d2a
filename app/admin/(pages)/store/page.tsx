import { AdminPage } from '@/components/admin/frame/admin-page'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { listCmsStores } from '@/lib/store/cms'
import { Stores } from './stores'

export const generateMetadata = titledByMenu('/admin/store')

export default function StoresPage({ searchParams }: PageInput) {
  return (
    <AdminPage messages={['store']} load={async () => <Stores page={await readList(listCmsStores, searchParams)} />} />
  )
}
