import { AdminPage } from '@/components/admin/frame/admin-page'
import { getGroup } from '@/lib/group/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { call, undefinedIfForbidden } from '@/lib/server/next/call'
import { listCmsUsers } from '@/lib/user/cms'
import { GroupEditor } from '../editor'
import { readGrantOptions } from '../grant-options'
import { GroupPageSkeleton } from '../skeleton'

/** Further members are in the list of staff. */
const shownMembers = 20

export const generateMetadata = titledByMenu('/admin/group')

export default function GroupPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <AdminPage
      title={null}
      messages={['group', 'permission']}
      skeleton={<GroupPageSkeleton />}
      load={async () => {
        const { id } = await params
        const [group, grantOptions, members] = await Promise.all([
          call(getGroup, { params: { id } }),
          readGrantOptions(),
          undefinedIfForbidden(call(listCmsUsers, { query: { group_id: id, size: shownMembers, sort: 'nickname' } })),
        ])
        return <GroupEditor key={group.version} group={group} members={members?.items} grantOptions={grantOptions} />
      }}
    />
  )
}
