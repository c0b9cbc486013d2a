/*
 * The login of the storefront in this browser: a link that opens a new tab finds the same customer, and signing out
 * applies to every tab. The token is sent in a header as by a mini-program, without cookies, so that a customer here
 * and staff in the admin are independent. The server decides about its validity.
 */

export interface Login {
  token: string
  /** The user of the simulated platform, who can sign in again without asking; undefined: signed in by password. */
  openid?: string | undefined
}

const key = 'customer'

const isLogin = (value: unknown): value is Login =>
  typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string'

/** The login in a text of the storage; undefined if there is none or it is invalid. */
function loginIn(text: string | null): Login | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isLogin(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The text in the storage; undefined if the browser stores nothing. */
function storedText(): string | null | undefined {
  try {
    return localStorage.getItem(key)
  } catch {
    return undefined
  }
}

let current: Login | undefined
let currentText: string | null = null
const listeners = new Set<() => void>()
const tellAll = () => {
  for (const listener of listeners) listener()
}

/** The login of this browser; the same object until it changes, here or in another tab. */
export function readLogin(): Login | undefined {
  const text = storedText()
  if (text !== undefined && text !== currentText) {
    current = loginIn(text)
    currentText = text
  }
  return current
}

/** Undefined signs out. If the browser stores nothing, the login lasts as long as the page. */
export function writeLogin(login: Login | undefined): void {
  try {
    if (login) localStorage.setItem(key, JSON.stringify(login))
    else localStorage.removeItem(key)
  } catch {
    // Without storage, the login lasts as long as the page.
  }
  current = login
  currentText = storedText() ?? null
  tellAll()
}

export function subscribeToLogin(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', tellAll)
    // A page that Back restores has received no events meanwhile.
    addEventListener('pageshow', tellAll)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', tellAll)
    removeEventListener('pageshow', tellAll)
  }
}
