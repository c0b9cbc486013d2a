import { Skeleton } from '@mantine/core'
import { OfficePage } from '@/components/shell/office-page'
import { listGroups } from '@/lib/group/endpoints'
import { call } from '@/lib/next/call'
import { titledByMenu } from '@/lib/next/office'
import { GroupEditor } from '../editor'
import { readOffer } from '../offer'

export const generateMetadata = titledByMenu('/admin/group')

export default function NewGroupPage() {
  return (
    <OfficePage
      messages={['group', 'permission']}
      skeleton={<Skeleton height={640} radius="lg" />}
      load={async () => {
        // Whoever may not see groups is refused here as on their list.
        const [offer] = await Promise.all([readOffer(), call(listGroups, { query: { size: 1 } })])
        return <GroupEditor offer={offer} />
      }}
    />
  )
}
