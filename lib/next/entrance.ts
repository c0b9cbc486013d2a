/* Where one signs in, and where one goes from there. Runs in the browser, too. */

/** The header in which proxy.ts hands on the address of the page; it overwrites whatever the client wrote there. */
export const pagePathHeader = 'x-page-address'

const adminPath = '/admin'
const loginPagePath = '/admin/login'
const newSecretPagePath = '/admin/login/password'

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** Whether one must be signed in for this page. */
export const isGuarded = (path: string) => isBelow(path, adminPath) && !isBelow(path, loginPagePath)

/**
 * Where to go after signing in: the page of the admin that was asked for, else its first one. What is given
 * comes from the address bar and is believed only as a path of guarded pages, read the way browsers read it: `//evil`,
 * `/\evil` and `/admin/..//evil` are other hosts to them.
 */
export function destination(from: unknown): string {
  const here = 'http://here.invalid'
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, here)) return adminPath
  const { origin, pathname, search, hash } = new URL(from, here)
  return origin === here && isGuarded(pathname) ? `${pathname}${search}${hash}` : adminPath
}

const withFrom = (path: string, from: unknown) => {
  const to = destination(from)
  return to === adminPath ? path : `${path}?${new URLSearchParams({ from: to })}`
}

/** The address of the login page, which leads back. */
export const loginPath = (from?: unknown) => withFrom(loginPagePath, from)

/** The address where one chooses a new password before going on. */
export const newSecretPath = (from?: unknown) => withFrom(newSecretPagePath, from)
