import { OfficePage } from '@/components/shell/office-page'
import { listGroups } from '@/lib/group/endpoints'
import { type PageInput, readList } from '@/lib/next/list'
import { titledByMenu } from '@/lib/next/office'
import { Groups } from './groups'

export const generateMetadata = titledByMenu('/admin/group')

export default function GroupsPage({ searchParams }: PageInput) {
  return (
    <OfficePage messages={['group']} load={async () => <Groups page={await readList(listGroups, searchParams)} />} />
  )
}
