import { sendControl } from '@/components/sandbox/send-control'
import { typeOfAccount } from '@/lib/kit/api/endpoint/phone'
import { send } from '@/lib/server/client'
import type { Login } from './store'

const guestPrefix = 'guest-'

export const isGuest = (openid: string | undefined) => openid?.startsWith(guestPrefix) ?? false

/** Without an account in the shop. */
export const newGuest = () =>
  // `randomUUID` is not available over plain HTTP.
  `${guestPrefix}${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

const lastGuestKey = 'guest'

/** Can sign in again after signing out. undefined: none stored. */
export function lastGuest(): string | undefined {
  try {
    return localStorage.getItem(lastGuestKey) ?? undefined
  } catch {
    return undefined
  }
}

/** undefined: deletes, because the account was closed. */
export function keepGuest(openid: string | undefined): void {
  try {
    if (openid === undefined) localStorage.removeItem(lastGuestKey)
    else localStorage.setItem(lastGuestKey, openid)
  } catch {
    // Without storage, the guest is a new customer next time.
  }
}

/** Like `wx.login`. Without `openid`, the platform chooses the user. */
export async function loginCode(openid?: string) {
  const { code = '', openid: user } = await sendControl({ action: 'login_code', openid })
  return { code, openid: user }
}

/** Like `wx.login`. Without `openid`, the customer of the demonstration, unless other machines can reach the server. */
export async function signInOnPlatform(openid?: string): Promise<Login> {
  const { code, openid: user } = await loginCode(openid)
  const { token } = await send('POST /v1/token', { body: { type: 200, account: code } })
  if (isGuest(user)) keepGuest(user)
  return { token, openid: user }
}

/** undefined: a staff member, who uses the admin and cannot read records of customers. */
export async function signInByPassword(account: string, secret: string): Promise<Login | undefined> {
  const { token, user } = await send('POST /v1/token', { body: { type: typeOfAccount(account), account, secret } })
  return user.kind === 'customer' ? { token } : undefined
}
