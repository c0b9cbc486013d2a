import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { listElements } from '@/lib/element/cms'
import { listGroups } from '@/lib/group/cms'
import { flattenTree } from '@/lib/kit/api/rows/tree'
import { listMenus, listRoutes } from '@/lib/menu/cms'
import type { ElementCode } from '@/lib/menu/elements'
import { flatten } from '@/lib/menu/routes'
import { readAdmin, titledByMenu } from '@/lib/server/next/admin'
import { withElementNames } from '@/lib/server/next/base-names'
import { call, undefinedIfForbidden } from '@/lib/server/next/call'
import type { PageInput } from '@/lib/server/next/list'
import { Routes } from './routes'

export const generateMetadata = titledByMenu('/admin/routes')

/** Of the select for a group. */
const groupElement: ElementCode = 'routes.group'

export default function RoutesPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['routes']}
      skeleton={<Skeleton height={480} radius="lg" />}
      load={async () => {
        const [{ group_id: asked }, admin] = await Promise.all([searchParams, readAdmin()])
        const canChooseGroup =
          admin.user.is_root || flatten(admin.routes).some((one) => one.elements.includes(groupElement))
        const [groups, elements, all] = await Promise.all([
          canChooseGroup ? call(listGroups, { query: { size: 100 } }).then(({ items }) => items) : [],
          undefinedIfForbidden(call(listElements)).then((elements) => elements && withElementNames(elements)),
          // Root sees every menu without groups.
          admin.user.is_root ? flatten(admin.routes) : call(listMenus).then(flattenTree),
        ])
        const group = groups.find(({ id }) => String(id) === asked)
        const routes = group ? await call(listRoutes, { query: { group_id: group.id } }) : admin.routes
        return (
          <Routes
            routes={routes}
            elementNames={Object.fromEntries((elements ?? []).map(({ code, name }) => [code, name]))}
            groups={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
            group={group && String(group.id)}
            total={all.length}
          />
        )
      }}
    />
  )
}
