import { AdminPage } from '@/components/admin/frame/admin-page'
import { listPermissions } from '@/lib/auth/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import type { PageInput } from '@/lib/server/next/list'
import { readPermissionNames } from '@/lib/server/next/permission-names'
import { Permissions } from './permissions'
import { filterPermissions, permissionRows } from './rows'

export const generateMetadata = titledByMenu('/admin/auth')

export default function PermissionsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['auth']}
      load={async () => {
        const reads = [call(listPermissions), readPermissionNames(), searchParams] as const
        const [catalogue, names, filters] = await Promise.all(reads)
        const modules = catalogue.map(({ module }) => ({ value: module, label: names.module(module) }))
        return (
          <Permissions permissions={filterPermissions(permissionRows(catalogue, names), filters)} modules={modules} />
        )
      }}
    />
  )
}
