import type { MenuType } from '@/db/enums'
import type { Locale } from '@/lib/i18n/locale'

/** A node of the caller's menu, as `GET /cms/menu/routes` answers it. */
export interface Route {
  id: number
  type: MenuType
  name: string
  title: string
  title_en: string
  path: string | null
  icon: string
  hidden: boolean
  /** Shown only to those who hold this permission. */
  permission_code: string | null
  children: Route[]
  /** Codes of what may be shown on this page. */
  elements: string[]
}

/** What the database holds in both languages: the second where it is asked for and there, else the first. */
export const inLocale = (locale: Locale, first: string, english: string) =>
  locale === 'en' && english !== '' ? english : first

export const titleOf = (locale: Locale, { title, title_en }: Pick<Route, 'title' | 'title_en'>) =>
  inLocale(locale, title, title_en)

/** All nodes in the order of the menu, those below others included. */
export const flatten = (routes: Route[]): Route[] => routes.flatMap((route) => [route, ...flatten(route.children)])

/**
 * The way from the top of the menu to the page at this address: the deepest node whose path is the address, or lies
 * above it. Empty where the menu does not know the address.
 */
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
