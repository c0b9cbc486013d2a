import { AdminPage } from '@/components/admin/frame/admin-page'
import { listLogins } from '@/lib/login_log/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { Logins } from './logins'

export const generateMetadata = titledByMenu('/admin/login_log')

export default function LoginsPage({ searchParams }: PageInput) {
  return (
    <AdminPage messages={['login_log']} load={async () => <Logins page={await readList(listLogins, searchParams)} />} />
  )
}
