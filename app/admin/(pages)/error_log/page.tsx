import { AdminPage } from '@/components/shell/admin-page'
import { listErrors } from '@/lib/error_log/endpoints'
import { titledByMenu } from '@/lib/next/admin'
import { type PageInput, readList } from '@/lib/next/list'
import { LoggedErrors } from './errors'

export const generateMetadata = titledByMenu('/admin/error_log')

export default function LoggedErrorsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['error_log']}
      load={async () => <LoggedErrors page={await readList(listErrors, searchParams)} />}
    />
  )
}
