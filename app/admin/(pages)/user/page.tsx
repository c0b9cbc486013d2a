import { AdminPage } from '@/components/admin/frame/admin-page'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { listCmsUsers } from '@/lib/user/cms'
import { Users } from './users'

export const generateMetadata = titledByMenu('/admin/user')

export default function UsersPage({ searchParams }: PageInput) {
  return (
    <AdminPage messages={['user']} load={async () => <Users page={await readList(listCmsUsers, searchParams)} />} />
  )
}
