import { sendControl } from '@/components/sandbox/send-control'
import { typeOfAccount } from '@/lib/kit/api/endpoint/phone'
import { send } from '@/lib/server/client'
import type { Login } from './store'

const guestPrefix = 'guest-'

/** Whether an openid belongs to a guest: a user of the simulated platform who was created in this browser. */
export const isGuest = (openid: string | undefined) => openid?.startsWith(guestPrefix) ?? false

/** Returns the openid of a new guest: a user of the simulated platform without an account in the shop. */
export const newGuest = () =>
  // `randomUUID` is not available over plain HTTP.
  `${guestPrefix}${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

const lastGuestKey = 'guest'

/** The openid of this browser's last guest, who can sign in again after signing out. undefined: no openid is stored. */
export function lastGuest(): string | undefined {
  try {
    return localStorage.getItem(lastGuestKey) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the openid of the last guest. undefined: deletes the stored openid, because the account was closed. */
export function keepGuest(openid: string | undefined): void {
  try {
    if (openid === undefined) localStorage.removeItem(lastGuestKey)
    else localStorage.setItem(lastGuestKey, openid)
  } catch {
    // Without storage, the guest is a new customer next time.
  }
}

/**
 * Gets a new code, like a mini-program with `wx.login`, and the openid of the user to whom the code belongs. Without
 * `openid`, the platform chooses the user.
 */
export async function loginCode(openid?: string) {
  const { code = '', openid: user } = await sendControl({ action: 'login_code', openid })
  return { code, openid: user }
}

/**
 * Signs in as a user of the simulated platform, like a mini-program with `wx.login`. Without `openid`, the platform
 * chooses the customer of the demonstration, but only if no other machine can reach the server.
 */
export async function signInOnPlatform(openid?: string): Promise<Login> {
  const { code, openid: user } = await loginCode(openid)
  const { token } = await send('POST /v1/token', { body: { type: 200, account: code } })
  if (isGuest(user)) keepGuest(user)
  return { token, openid: user }
}

/**
 * Signs in a customer by password. undefined: the account belongs to a staff member. Staff use the admin and cannot
 * read records of customers.
 */
export async function signInByPassword(account: string, secret: string): Promise<Login | undefined> {
  const { token, user } = await send('POST /v1/token', { body: { type: typeOfAccount(account), account, secret } })
  return user.kind === 'customer' ? { token } : undefined
}
