import { AdminPage } from '@/components/admin/frame/admin-page'
import { listErrors } from '@/lib/error_log/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
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
