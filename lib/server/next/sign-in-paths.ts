/* Safe in the browser. */

/** Set by proxy.ts, also over a value from the client. */
export const pagePathHeader = 'x-page-address'

const adminPath = '/admin'
const loginPagePath = '/admin/login'
const newSecretPagePath = '/admin/login/password'

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

export const isGuarded = (path: string) => isBelow(path, adminPath) && !isBelow(path, loginPagePath)

/**
 * The start page, unless `from`, a parameter of the URL, is a guarded page as browsers parse it: not `//evil`, `/\evil`
 * or `/admin/..//evil`, which they open on another host.
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

/** `from`: the page to open after signing in. */
export const loginPath = (from?: unknown) => withFrom(loginPagePath, from)

/** `from`: the page to open afterwards. */
export const newSecretPath = (from?: unknown) => withFrom(newSecretPagePath, from)
