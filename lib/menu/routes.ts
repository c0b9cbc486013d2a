import type { MenuType } from '@/db/enums'
import { inLocale, type Locale } from '@/lib/kit/i18n/locale'

/** As `GET /cms/menu/routes` returns it. */
export interface Route {
  id: number
  type: MenuType
  name: string
  title: string
  title_en: string
  path: string | null
  icon: string
  hidden: boolean
  /** null: no permission is needed. */
  permission_code: string | null
  children: Route[]
  /** Shown on this page. */
  elements: string[]
}

export const titleOf = (locale: Locale, { title, title_en }: Pick<Route, 'title' | 'title_en'>) =>
  inLocale(locale, title, title_en)

/** In the sequence of the menu. */
export const flatten = (routes: Route[]): Route[] => routes.flatMap((route) => [route, ...flatten(route.children)])

/** From the top to the page with the longest matching path. Empty: no such page. */
export function trailTo(routes: Route[], path: string): Route[] {
  let best: Route[] = []
  for (const route of routes) {
    const below = trailTo(route.children, path)
    const trail = below.length > 0 ? [route, ...below] : isAt(route, path) ? [route] : []
    const reach = trail.at(-1)?.path?.length ?? 0
    if (trail.length > 0 && reach > (best.at(-1)?.path?.length ?? 0)) best = trail
  }
  return best
}

const isAt = (route: Route, path: string) =>
  route.type === 'page' && route.path !== null && (path === route.path || path.startsWith(`${route.path}/`))
