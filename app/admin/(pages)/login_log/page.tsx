import { AdminPage } from '@/components/shell/admin-page'
import { listLogins } from '@/lib/login_log/endpoints'
import { titledByMenu } from '@/lib/next/admin'
import { type PageInput, readList } from '@/lib/next/list'
import { Logins } from './logins'

export const generateMetadata = titledByMenu('/admin/login_log')

export default function LoginsPage({ searchParams }: PageInput) {
  return (
    <AdminPage messages={['login_log']} load={async () => <Logins page={await readList(listLogins, searchParams)} />} />
  )
}
