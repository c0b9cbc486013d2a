/* The paths of the sign-in. Safe in the browser. */

/** The header with the path of the page, set by proxy.ts. A value from the client is overwritten. */
export const pagePathHeader = 'x-page-address'

const adminPath = '/admin'
const loginPagePath = '/admin/login'
const newSecretPagePath = '/admin/login/password'

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** Whether this page requires a signed-in user. */
export const isGuarded = (path: string) => isBelow(path, adminPath) && !isBelow(path, loginPagePath)

/**
 * Returns the path to open after signing in: the requested page of the admin, else the start page. `from`, a parameter
 * of the URL, must be the path of a guarded page as browsers parse it. Paths that browsers open on another host, such
 * as `//evil`, `/\evil` and `/admin/..//evil`, are refused.
 */
export function destination(from: unknown): string {
  const base = 'http://here.invalid'
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, base)) return adminPath
  const { origin, pathname, search, hash } = new URL(from, base)
  return origin === base && isGuarded(pathname) ? `${pathname}${search}${hash}` : adminPath
}

const withFrom = (path: string, from: unknown) => {
  const to = destination(from)
  return to === adminPath ? path : `${path}?${new URLSearchParams({ from: to })}`
}

/** Returns the path of the sign-in page. `from`: the page to open after signing in. */
export const loginPath = (from?: unknown) => withFrom(loginPagePath, from)

/** Returns the path of the page for a new password. `from`: the page to open afterwards. */
export const newSecretPath = (from?: unknown) => withFrom(newSecretPagePath, from)
