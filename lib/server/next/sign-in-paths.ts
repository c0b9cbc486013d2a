/* The paths of the sign-in. Safe in the browser. */

/** The header in which proxy.ts passes on the path of the page. It overwrites a value that the client sent. */
export const pagePathHeader = 'x-page-address'

const adminPath = '/admin'
const loginPagePath = '/admin/login'
const newSecretPagePath = '/admin/login/password'

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** Whether this page requires a signed-in user. */
export const isGuarded = (path: string) => isBelow(path, adminPath) && !isBelow(path, loginPagePath)

/**
 * The path to open after signing in: the requested page of the admin, else its first one. `from` comes from the URL and
 * is accepted only if it is the path of a guarded page when parsed as browsers parse it: `//evil`, `/\evil` and
 * `/admin/..//evil` are other hosts for browsers.
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

/** The path of the sign-in page, with the page to return to. */
export const loginPath = (from?: unknown) => withFrom(loginPagePath, from)

/** The path of the page for choosing a new password, with the page to return to. */
export const newSecretPath = (from?: unknown) => withFrom(newSecretPagePath, from)
