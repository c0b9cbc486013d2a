import { OfficePage } from '@/components/shell/office-page'
import { listLogins } from '@/lib/login_log/endpoints'
import { type PageInput, readList } from '@/lib/next/list'
import { titledByMenu } from '@/lib/next/office'
import { Logins } from './logins'

export const generateMetadata = titledByMenu('/admin/login_log')

export default function LoginsPage({ searchParams }: PageInput) {
  return (
    <OfficePage
      messages={['login_log']}
      load={async () => <Logins page={await readList(listLogins, searchParams)} />}
    />
  )
}
