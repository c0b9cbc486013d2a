import { AdminPage } from '@/components/shell/admin-page'
import { titledByMenu } from '@/lib/next/admin'
import { type PageInput, readList } from '@/lib/next/list'
import { listOperations } from '@/lib/oper_log/endpoints'
import { Operations } from './operations'

export const generateMetadata = titledByMenu('/admin/oper_log')

export default function OperationsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['oper_log', 'permission', 'history', 'setting']}
      load={async () => <Operations page={await readList(listOperations, searchParams)} />}
    />
  )
}
