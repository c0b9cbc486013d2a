import { AdminPage } from '@/components/shell/admin-page'
import { listGroups } from '@/lib/group/endpoints'
import { titledByMenu } from '@/lib/next/admin'
import { type PageInput, readList } from '@/lib/next/list'
import { Groups } from './groups'

export const generateMetadata = titledByMenu('/admin/group')

export default function GroupsPage({ searchParams }: PageInput) {
  return (
    <AdminPage messages={['group']} load={async () => <Groups page={await readList(listGroups, searchParams)} />} />
  )
}
