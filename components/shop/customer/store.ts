/*
 * Who uses the storefront in this tab. A token is sent as a mini-program sends it, in a header; no cookie is involved, so
 * that a customer here and staff in the admin do not meet.
 */

export interface Login {
  token: string
  /** The user of the simulated platform, who can sign in again without being asked; undefined: signed in by password. */
  openid?: string | undefined
}

const key = 'customer'

const isLogin = (value: unknown): value is Login =>
  typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string'

/** What the session storage has; undefined for nothing, or what nobody here has written. */
function stored(): Login | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isLogin(value) ? value : undefined
  } catch {
    return undefined
  }
}

let current: Login | undefined
let isRead = false
const listeners = new Set<() => void>()

/** The login of this tab; the same object until it changes. */
export function readLogin(): Login | undefined {
  if (!isRead) {
    current = stored()
    isRead = true
  }
  return current
}

/** Undefined signs out. Where the browser stores nothing, the login lasts as long as the page. */
export function writeLogin(login: Login | undefined): void {
  current = login
  isRead = true
  try {
    if (login) sessionStorage.setItem(key, JSON.stringify(login))
    else sessionStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to keep it in.
  }
  for (const listener of listeners) listener()
}

export function subscribeToLogin(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
