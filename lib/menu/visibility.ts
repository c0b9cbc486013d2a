import type { MenuType } from '@/db/enums'
import { holds } from '@/lib/api/caller'
import { type Branch, treeOf } from '@/lib/api/tree'

/** Whose view it is: root, or whoever holds these points. */
export type Viewer = Parameters<typeof holds>[0]

interface Guarded {
  /** One of the viewer's groups has it. */
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

/**
 * What somebody gets to see of the navigation: pages and links by themselves, a directory when something in it is
 * seen, each with the codes of its elements that are. Root sees all. What is hidden is told like the rest: the
 * sidebar leaves it out, its address works.
 */
export const visibleRoutes = (rows: readonly MenuRow[], viewer: Viewer): Route[] => narrow(treeOf(rows), viewer)

function narrow(branches: Branch<MenuRow>[], viewer: Viewer): Route[] {
  return branches.flatMap(({ granted, elements, children, ...menu }) => {
    const below = narrow(children, viewer)
    const { type, permission_code } = menu
    const seen =
      type === 'directory' ? viewer.is_root || below.length > 0 : isSeen({ granted, permission_code }, viewer)
    if (!seen) return []
    return [
      { ...menu, elements: elements.filter((one) => isSeen(one, viewer)).map(({ code }) => code), children: below },
    ]
  })
}

/** A group must have it and its point must be held: menus and elements narrow what points allow, and never widen it. */
const isSeen = ({ granted, permission_code }: Guarded, viewer: Viewer): boolean =>
  viewer.is_root || (granted && (permission_code === null || holds(viewer, permission_code)))
