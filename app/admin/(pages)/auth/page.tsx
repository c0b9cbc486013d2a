import { AdminPage } from '@/components/shell/admin-page'
import { listPermissionPoints } from '@/lib/auth/endpoints'
import { titledByMenu } from '@/lib/next/admin'
import { call } from '@/lib/next/call'
import type { PageInput } from '@/lib/next/list'
import { readPermissionNames } from '@/lib/next/permission-names'
import { Permissions } from './permissions'
import { filterPermissions, permissionRows } from './rows'

export const generateMetadata = titledByMenu('/admin/auth')

export default function PermissionsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['auth']}
      load={async () => {
        const reads = [call(listPermissionPoints), readPermissionNames(), searchParams] as const
        const [catalogue, names, filters] = await Promise.all(reads)
        const modules = catalogue.map(({ module }) => ({ value: module, label: names.module(module) }))
        return (
          <Permissions permissions={filterPermissions(permissionRows(catalogue, names), filters)} modules={modules} />
        )
      }}
    />
  )
}
