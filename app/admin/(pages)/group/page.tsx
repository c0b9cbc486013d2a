import { AdminPage } from '@/components/admin/frame/admin-page'
import { listGroups } from '@/lib/group/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { withGroupDescriptions } from '@/lib/server/next/base-names'
import { type PageInput, readList } from '@/lib/server/next/list'
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
