import { Skeleton } from '@mantine/core'
import { OfficePage } from '@/components/shell/office-page'
import { readGroup } from '@/lib/group/endpoints'
import { call } from '@/lib/next/call'
import { titledByMenu } from '@/lib/next/office'
import { GroupEditor } from '../editor'
import { readOffer } from '../offer'

export const generateMetadata = titledByMenu('/admin/group')

export default function GroupPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <OfficePage
      messages={['group', 'permission']}
      skeleton={<Skeleton height={640} radius="lg" />}
      load={async () => {
        const { id } = await params
        const [group, offer] = await Promise.all([call(readGroup, { params: { id } }), readOffer()])
        return <GroupEditor key={group.version} group={group} offer={offer} />
      }}
    />
  )
}
