import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { and, eq, gt, sql } from 'drizzle-orm'
import { known_network } from '@/db/schema/user'
import { ipRange } from '@/lib/kit/api/run/request'
import type { Database } from '@/lib/kit/database'
import { isSignature, signatureOf } from '@/lib/kit/signature'

/* Failed sign-ins from known places have separate counts, so that other clients cannot lock users out. */

/** After a sign-in. */
export const knownNetworkDays = 30

/** After a sign-in. */
export const knownDeviceSeconds = 180 * 24 * 60 * 60

/** Several users may share a browser; the latest are kept. */
const maxUsers = 5

/** IPv4, or the /48 of IPv6, which is the size of a site. undefined: not an IP. */
export const networkOf = (ip: string): string | undefined => (isIP(ip) === 0 ? undefined : ipRange(ip, 48))

export async function rememberNetwork(tx: Database, user_id: number, ip: string): Promise<void> {
  const network = networkOf(ip)
  if (network === undefined) return
  await tx
    .insert(known_network)
    .values({ user_id, network })
    .onConflictDoUpdate({
      target: [known_network.user_id, known_network.network],
      set: { last_login_at: sql`now()` },
    })
}

export async function isKnownNetwork(db: Database, user_id: number, network: string): Promise<boolean> {
  const isRecent = gt(known_network.last_login_at, sql`now() - make_interval(days => ${knownNetworkDays})`)
  return (
    (await db.$count(
      known_network,
      and(eq(known_network.user_id, user_id), eq(known_network.network, network), isRecent),
    )) > 0
  )
}

interface Entry {
  user_id: number
  /** Constant for a user and a browser as long as the cookie is renewed. */
  device: string
  /** Seconds since 1970. */
  issued_at: number
  text: string
}

const now = () => Math.floor(Date.now() / 1000)

const purpose = 'known_device'

function entryOf(text: string): Entry | undefined {
  const [, content = '', user_id, issued_at, device = '', signature = ''] =
    /^((\d{1,10})\.(\d{1,12})\.([\w-]{16}))\.([\w-]{43})$/.exec(text) ?? []
  if (!content || !isSignature(purpose, content, signature)) return undefined
  const entry = { user_id: Number(user_id), issued_at: Number(issued_at), device, text }
  return entry.issued_at + knownDeviceSeconds > now() ? entry : undefined
}

const entriesOf = (cookie: string) =>
  cookie
    .split('~', maxUsers)
    .map(entryOf)
    .filter((entry) => entry !== undefined)

/** undefined: no entry of the user, or forged or expired. */
export const knownDeviceOf = (cookie: string | undefined, user_id: number): string | undefined =>
  entriesOf(cookie ?? '').find((entry) => entry.user_id === user_id)?.device

/** After a sign-in. Keeps the entries of other users, up to five in all. */
export function rememberDevice(cookie: string | undefined, user_id: number): string {
  const entries = entriesOf(cookie ?? '')
  const device = knownDeviceOf(cookie, user_id) ?? randomBytes(12).toString('base64url')
  const content = `${user_id}.${now()}.${device}`
  const others = entries.filter((entry) => entry.user_id !== user_id).map(({ text }) => text)
  return [`${content}.${signatureOf(purpose, content)}`, ...others].slice(0, maxUsers).join('~')
}
