import { AdminPage } from '@/components/admin/frame/admin-page'
import { listGroups } from '@/lib/group/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import { GroupEditor } from '../editor'
import { readGrantOptions } from '../grant-options'
import { GroupPageSkeleton } from '../skeleton'

export const generateMetadata = titledByMenu('/admin/group')

export default function NewGroupPage() {
  return (
    <AdminPage
      title={null}
      messages={['group', 'permission']}
      skeleton={<GroupPageSkeleton />}
      load={async () => {
        // Reading the list refuses users who may not see groups.
        const [grantOptions] = await Promise.all([readGrantOptions(), call(listGroups, { query: { size: 1 } })])
        return <GroupEditor grantOptions={grantOptions} />
      }}
    />
  )
}
