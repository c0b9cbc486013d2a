import type { APIRequestContext } from '@playwright/test'
import { flatten, type Route } from '@/lib/menu/routes'
import { recordPath } from '@/lib/server/admin/record-path'

interface RecordPages {
  resource: string
  /** Whether each record has its own page; otherwise it opens in a drawer, by the URL `?user=7`. */
  hasPages: boolean
  /** The path of the form for a new record; undefined if the user of the token cannot create a record. */
  creation: string | undefined
}

export interface AdminPage {
  path: string
  /** The permission that opening the page requires; null: no permission. */
  permission_code: string | null
  records: RecordPages[]
}

/**
 * Returns the admin pages that the user of the token can open: the start page, the profile, and the pages in the menu.
 */
export async function adminPages(request: APIRequestContext, token: string): Promise<AdminPage[]> {
  const answer = await request.get('/cms/menu/routes', { headers: { authorization: `Bearer ${token}` } })
  const routes: Route[] = await answer.json()
  const menuPages = flatten(routes).flatMap(({ type, path, elements, permission_code }) => {
    // Tests add menus that have no page.
    if (type !== 'page' || path === null || !/^\/admin\/[a-z_]+$/.test(path)) return []
    const resourceOf = (code: string) => code.slice(0, code.lastIndexOf('.'))
    const resources = new Set([path.replace('/admin/', ''), ...elements.map(resourceOf)])
    const records = [...resources].map((resource): RecordPages => {
      const creation = recordPath(resource, 'new')
      const mayCreate = elements.includes(`${resource}.create`)
      return { resource, hasPages: !creation.includes('?'), creation: mayCreate ? creation : undefined }
    })
    return [{ path, permission_code, records }]
  })
  const fixedPages = ['/admin', '/admin/profile'].map((path) => ({ path, permission_code: null, records: [] }))
  return [...fixedPages, ...menuPages]
}

export const adminPaths = async (request: APIRequestContext, token: string): Promise<string[]> =>
  (await adminPages(request, token)).map(({ path }) => path)
