import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { missingPermission } from '@/lib/kit/api/endpoint/caller'
import type { PermissionCode } from '@/lib/kit/api/endpoint/endpoint'
import { readSelf, titledByMenu } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import { listStores } from '@/lib/store/endpoints'
import { Pickup } from './pickup'

export const generateMetadata = titledByMenu('/admin/pickup')

const required: PermissionCode = 'cms.order.collect'

export default function PickupPage() {
  return (
    <AdminPage
      messages={['sale']}
      skeleton={<Skeleton height={160} radius="lg" />}
      load={async () => {
        const [{ is_root, permission_codes = [] }, stores] = await Promise.all([readSelf(), call(listStores)])
        // Reading the public list of stores does not refuse the page.
        if (!is_root && !permission_codes.includes(required)) throw missingPermission(required)
        return <Pickup stores={stores.map(({ id, name }) => ({ value: String(id), label: name }))} />
      }}
    />
  )
}
