import { OfficePage } from '@/components/shell/office-page'
import { type PageInput, readList } from '@/lib/next/list'
import { titledByMenu } from '@/lib/next/office'
import { listOperations } from '@/lib/oper_log/endpoints'
import { Operations } from './operations'

export const generateMetadata = titledByMenu('/admin/oper_log')

export default function OperationsPage({ searchParams }: PageInput) {
  return (
    <OfficePage
      messages={['oper_log', 'permission']}
      load={async () => <Operations page={await readList(listOperations, searchParams)} />}
    />
  )
}
