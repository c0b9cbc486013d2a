import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/shell/admin-page'
import { getGroup } from '@/lib/group/endpoints'
import { titledByMenu } from '@/lib/next/admin'
import { call } from '@/lib/next/call'
import { GroupEditor } from '../editor'
import { readGrantOptions } from '../grant-options'

export const generateMetadata = titledByMenu('/admin/group')

export default function GroupPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <AdminPage
      messages={['group', 'permission']}
      skeleton={<Skeleton height={640} radius="lg" />}
      load={async () => {
        const { id } = await params
        const [group, grantOptions] = await Promise.all([call(getGroup, { params: { id } }), readGrantOptions()])
        return <GroupEditor key={group.version} group={group} grantOptions={grantOptions} />
      }}
    />
  )
}
