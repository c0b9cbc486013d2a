import { OfficePage } from '@/components/shell/office-page'
import { listErrors } from '@/lib/error_log/endpoints'
import { type PageInput, readList } from '@/lib/next/list'
import { titledByMenu } from '@/lib/next/office'
import { LoggedErrors } from './errors'

export const generateMetadata = titledByMenu('/admin/error_log')

export default function LoggedErrorsPage({ searchParams }: PageInput) {
  return (
    <OfficePage
      messages={['error_log']}
      load={async () => <LoggedErrors page={await readList(listErrors, searchParams)} />}
    />
  )
}
