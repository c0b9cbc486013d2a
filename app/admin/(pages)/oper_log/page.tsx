import { AdminPage } from '@/components/admin/frame/admin-page'
import { listOperations } from '@/lib/oper_log/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
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
