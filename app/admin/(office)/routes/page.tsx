import { Skeleton } from '@mantine/core'
import { OfficePage } from '@/components/shell/office-page'
import { flatten } from '@/components/shell/routes'
import { flattenTree } from '@/components/tree/tree-moves'
import { listGroups } from '@/lib/group/endpoints'
import { listMenus, listRoutes } from '@/lib/menu/endpoints'
import { call } from '@/lib/next/call'
import type { PageInput } from '@/lib/next/list'
import { readOffice, titledByMenu } from '@/lib/next/office'
import { Routes } from './routes'

export const generateMetadata = titledByMenu('/admin/routes')

/** The element that shows the choice of a group. */
const ofGroups = 'routes.group'

export default function RoutesPage({ searchParams }: PageInput) {
  return (
    <OfficePage
      messages={['routes']}
      skeleton={<Skeleton height={480} radius="lg" />}
      load={async () => {
        const [{ group_id: asked }, office] = await Promise.all([searchParams, readOffice()])
        const mayChoose = office.user.is_root || flatten(office.routes).some((one) => one.elements.includes(ofGroups))
        const [groups, all] = await Promise.all([
          mayChoose ? call(listGroups, { query: { size: 100 } }).then(({ items }) => items) : [],
          // Root is shown every menu already.
          office.user.is_root ? flatten(office.routes) : call(listMenus).then(flattenTree),
        ])
        const group = groups.find(({ id }) => String(id) === asked)
        const routes = group ? await call(listRoutes, { query: { group_id: group.id } }) : office.routes
        return (
          <Routes
            routes={routes}
            groups={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
            group={group && String(group.id)}
            total={all.length}
          />
        )
      }}
    />
  )
}
