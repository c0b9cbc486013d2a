import type { APIRequestContext } from '@playwright/test'
import { flatten, type Route } from '@/components/shell/routes'

/** The pages that somebody with this token may open in the back office: where one arrives, the menu's, the profile. */
export async function officeAddresses(request: APIRequestContext, token: string): Promise<string[]> {
  const answer = await request.get('/cms/menu/routes', { headers: { authorization: `Bearer ${token}` } })
  const routes: Route[] = await answer.json()
  const inMenu = flatten(routes).flatMap(({ type, path }) => (type === 'page' && path !== null ? [path] : []))
  return ['/admin', ...inMenu, '/admin/profile']
}
