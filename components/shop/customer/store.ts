/*
 * All tabs share the login. The token is sent in a header, as by a mini-program, not in a cookie, so that customers
 * here and staff in the admin are independent.
 */

export interface Login {
  token: string
  /** For signing in again without a dialog. undefined: by password. */
  openid?: string | undefined
}

const key = 'customer'

const isLogin = (value: unknown): value is Login =>
  typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string'

function loginIn(text: string | null): Login | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isLogin(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** undefined: the browser does not allow storage. */
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

/** undefined: signed out. The same object until the login changes, in this tab or another. */
export function readLogin(): Login | undefined {
  const text = storedText()
  if (text !== undefined && text !== currentText) {
    current = loginIn(text)
    currentText = text
  }
  return current
}

/** undefined: signs out. Without storage, kept until the page is closed. */
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
    // A page that Back restores has missed the events of other tabs.
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
