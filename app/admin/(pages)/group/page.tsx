import { AdminPage } from '@/components/shell/admin-page'
import { listGroups } from '@/lib/group/endpoints'
import { titledByMenu } from '@/lib/next/admin'
import { withGroupDescriptions } from '@/lib/next/base-names'
import { type PageInput, readList } from '@/lib/next/list'
import { Groups } from './groups'

export const generateMetadata = titledByMenu('/admin/group')

export default function GroupsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['group']}
      load={async () => {
        const page = await readList(listGroups, searchParams)
        return <Groups page={{ ...page, items: await withGroupDescriptions(page.items) }} />
      }}
    />
  )
}
