import type { APIRequestContext } from '@playwright/test'
import { recordPath } from '@/lib/admin/record-path'
import { flatten, type Route } from '@/lib/menu/routes'

interface Listed {
  resource: string
  /** Each record has a page; else it opens in a drawer, by the address `?user=7`. */
  hasPages: boolean
  /** Where a new one is made; undefined where nobody makes one, or not somebody with this token. */
  creation: string | undefined
}

export interface AdminPage {
  path: string
  /** The permission that opens it. */
  permission_code: string | null
  records: Listed[]
}

/** The pages that somebody with this token may open in the admin: where one arrives, the menu's, the profile. */
export async function adminPages(request: APIRequestContext, token: string): Promise<AdminPage[]> {
  const answer = await request.get('/cms/menu/routes', { headers: { authorization: `Bearer ${token}` } })
  const routes: Route[] = await answer.json()
  const inMenu = flatten(routes).flatMap(({ type, path, elements, permission_code }) => {
    // Tests add menus of their own, which lead nowhere.
    if (type !== 'page' || path === null || !/^\/admin\/[a-z_]+$/.test(path)) return []
    const resourceOf = (code: string) => code.slice(0, code.lastIndexOf('.'))
    const resources = new Set([path.replace('/admin/', ''), ...elements.map(resourceOf)])
    const records = [...resources].map((resource): Listed => {
      const creation = recordPath(resource, 'new')
      const mayCreate = elements.includes(`${resource}.create`)
      return { resource, hasPages: !creation.includes('?'), creation: mayCreate ? creation : undefined }
    })
    return [{ path, permission_code, records }]
  })
  const others = ['/admin', '/admin/profile'].map((path) => ({ path, permission_code: null, records: [] }))
  return [...others, ...inMenu]
}

export const adminPaths = async (request: APIRequestContext, token: string): Promise<string[]> =>
  (await adminPages(request, token)).map(({ path }) => path)

/** The pages for a new record, of what has no drawer. */
export const formPages = (records: Listed[]): string[] =>
  records.flatMap(({ hasPages, creation }) => (hasPages && creation ? [creation] : []))
