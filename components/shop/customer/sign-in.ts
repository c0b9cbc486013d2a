import { sendControl } from '@/components/sandbox/send-control'
import { typeOfAccount } from '@/lib/kit/api/endpoint/phone'
import { send } from '@/lib/server/client'
import type { Login } from './store'

const guestPrefix = 'guest-'

/** A user of the simulated platform in this browser only. */
export const isGuest = (openid: string | undefined) => openid?.startsWith(guestPrefix) ?? false

/** A user of the simulated platform without an account in the shop. */
export const newGuest = () =>
  // `randomUUID` is not available over plain HTTP.
  `${guestPrefix}${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

const lastGuestKey = 'guest'

/** The last guest of this browser, who can sign in again after signing out; undefined if none is stored. */
export function lastGuest(): string | undefined {
  try {
    return localStorage.getItem(lastGuestKey) ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined forgets the guest, because the account was closed. */
export function keepGuest(openid: string | undefined): void {
  try {
    if (openid === undefined) localStorage.removeItem(lastGuestKey)
    else localStorage.setItem(lastGuestKey, openid)
  } catch {
    // Without storage, the guest is a new customer next time.
  }
}

/** A fresh code of wx.login, with the user that it is for. Without `openid`, the platform chooses the user. */
export async function loginCode(openid?: string) {
  const { code = '', openid: user } = await sendControl({ action: 'login_code', openid })
  return { code, openid: user }
}

/**
 * Signs in as a user of the simulated platform, like a mini-program with wx.login. Without `openid`, the platform
 * chooses the demonstration customer, if only this machine can reach the shop.
 */
export async function signInOnPlatform(openid?: string): Promise<Login> {
  const { code, openid: user } = await loginCode(openid)
  const { token } = await send('POST /v1/token', { body: { type: 200, account: code } })
  if (isGuest(user)) keepGuest(user)
  return { token, openid: user }
}

/** Undefined for an account of staff, which belongs to the admin and cannot read records of customers. */
export async function signInByPassword(account: string, secret: string): Promise<Login | undefined> {
  const { token, user } = await send('POST /v1/token', { body: { type: typeOfAccount(account), account, secret } })
  return user.kind === 'customer' ? { token } : undefined
}
