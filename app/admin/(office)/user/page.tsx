import { TableSkeleton } from '@/components/resource-table/table-skeleton'
import { OfficePage } from '@/components/shell/office-page'
import { type PageInput, readList } from '@/lib/next/list'
import { titledByMenu } from '@/lib/next/office'
import { listUsers } from '@/lib/user/office'
import { Users } from './users'

export const generateMetadata = titledByMenu('/admin/user')

export default function UsersPage({ searchParams }: PageInput) {
  return (
    <OfficePage
      messages={['user']}
      skeleton={<TableSkeleton columns={6} />}
      load={async () => <Users page={await readList(listUsers, searchParams)} />}
    />
  )
}
