import type { MenuType } from '@/db/enums'
import { holds } from '@/lib/kit/api/endpoint/caller'
import { type Branch, treeOf } from '@/lib/kit/api/rows/tree'

/** Root, or a user with these permissions. */
export type Viewer = Parameters<typeof holds>[0]

interface Guarded {
  /** To one of the viewer's groups. */
  granted: boolean
  permission_code: string | null
}

export interface MenuRow extends Guarded {
  id: number
  parent_id: number | null
  type: MenuType
  name: string
  title: string
  title_en: string
  path: string | null
  icon: string
  sort_order: number
  hidden: boolean
  elements: (Guarded & { code: string })[]
}

interface Route extends Omit<MenuRow, 'granted' | 'elements'> {
  elements: string[]
  children: Route[]
}

/** A directory needs a visible node. With hidden menus, which the sidebar leaves out, but whose paths work. */
export const visibleRoutes = (rows: readonly MenuRow[], viewer: Viewer): Route[] =>
  visibleBranches(treeOf(rows), viewer)

function visibleBranches(branches: Branch<MenuRow>[], viewer: Viewer): Route[] {
  return branches.flatMap(({ granted, elements, children, ...menu }) => {
    const below = visibleBranches(children, viewer)
    const { type, permission_code } = menu
    const isShown =
      type === 'directory' ? viewer.is_root || below.length > 0 : isVisible({ granted, permission_code }, viewer)
    if (!isShown) return []
    return [
      {
        ...menu,
        elements: elements.filter((element) => isVisible(element, viewer)).map(({ code }) => code),
        children: below,
      },
    ]
  })
}

/** Needs the grant of a group and the permission, if any. Menus and elements grant no permissions. */
const isVisible = ({ granted, permission_code }: Guarded, viewer: Viewer): boolean =>
  viewer.is_root || (granted && (permission_code === null || holds(viewer, permission_code)))
