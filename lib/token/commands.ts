import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { identity, session, user } from '@/db/schema/user'
import { type Caller, hashOf, sessionLife } from '@/lib/api/caller'
import type { Client } from '@/lib/api/endpoint'
import { clear, giveBack, take } from '@/lib/api/limits'
import { problem, tooMany } from '@/lib/api/problem'
import type { Recorder } from '@/lib/api/record'
import { limitAddress } from '@/lib/api/request'
import type { Settings } from '@/lib/config/registry'
import type { Database } from '@/lib/database'
import { env } from '@/lib/env'
import { type AccountType, normaliseAccount } from '@/lib/user/account'
import { readUser } from '@/lib/user/queries'
import { verifySecret } from './secret'

export interface Attempt {
  db: Database
  settings: Settings
  client: Client
  record: Recorder
}

interface Credentials {
  type: AccountType
  account: string
  secret: string
  /** Whom this door is for; to it all others are unknown accounts. Left out: everybody. */
  kind?: Caller['kind']
}

/** Who logged in, and the counters that were charged in advance and are given back now. */
export interface LoggedIn {
  user_id: number
  kind: Caller['kind']
  account: string
  /** What was verified: still so when the session is opened, or there is none. */
  secret_hash: string
  counters: { pair: string; others: string[] }
}

/**
 * Verifies an account and its secret. Every attempt is charged before the secret is looked at, so that a hundred
 * guesses at once get no further than a hundred in a row; a success takes the charge back. Unknown account, wrong
 * secret and disabled user are answered alike, after the same time.
 */
export async function verifyCredentials(
  { db, settings, client, record }: Attempt,
  { type, account, secret, kind }: Credentials,
): Promise<LoggedIn> {
  const normalised = normaliseAccount(type, account)
  const identifier = 'account' in normalised ? normalised.account : account.toLowerCase()
  // Hashed: people type passwords into this field.
  const address = limitAddress(client.ip)
  const subject = hashOf(`${type}:${identifier}`)
  const counters = {
    pair: `login:${subject}:${address}`,
    others: [`login:address:${address}`, `login:account:${subject}`],
  }
  const row = { account: masked(identifier), type, ip: client.ip, user_agent: client.user_agent }
  const charge = async (key: string, most: number) => {
    const { points, retry_after } = await take(db, key, settings['limit.login_minutes'] * 60)
    if (points <= most) return
    // Once a window: whoever goes on knocking must not fill the log.
    if (points === most + 1) record.login({ ...row, success: false, reason: 'locked' })
    throw tooMany('account_locked', 'login', most, retry_after)
  }
  // In this order: a locked pair must not go on charging the account, or one address could lock out everybody else.
  await charge(counters.pair, settings['limit.login_pair'])
  await charge(counters.others[0] ?? '', settings['limit.login_address'])
  await charge(counters.others[1] ?? '', settings['limit.login_account'])

  const [found] = await db
    .select({ id: user.id, kind: user.kind, status: user.status, sandbox: user.sandbox, secret_hash: user.secret_hash })
    .from(identity)
    .innerJoin(user, eq(user.id, identity.user_id))
    .where(and(eq(identity.type, type), eq(identity.identifier, identifier), kind && eq(user.kind, kind)))
  const right = await verifySecret(found?.secret_hash, secret)
  const enabled = found?.status === 'active' && (!found.sandbox || env().SANDBOX)
  if (found?.secret_hash && right && enabled) {
    return { user_id: found.id, kind: found.kind, account: identifier, secret_hash: found.secret_hash, counters }
  }
  record.login({
    ...row,
    ...(found && { account: identifier, user_id: found.id }),
    success: false,
    reason: !found ? 'unknown_account' : right ? 'disabled' : 'wrong_secret',
  })
  throw problem('invalid_credentials', { detail: 'Account or secret is wrong.' })
}

const masked = (account: string) => `${account.slice(0, 2)}***`

/** After a successful login: clears the counters and opens a session. */
export async function completeLogin(
  tx: Database,
  login: LoggedIn,
  type: AccountType,
  { settings, client, record }: Omit<Attempt, 'db'>,
) {
  await clear(tx, login.counters.pair)
  await giveBack(tx, login.counters.others)
  // A password that was changed while the old one was being verified closes the door behind it.
  const [still] = await tx
    .update(user)
    .set({ last_login_at: sql`now()` })
    .where(and(mayAct(login.user_id), eq(user.secret_hash, login.secret_hash)))
    .returning({ id: user.id })
  if (!still) throw problem('invalid_credentials', { detail: 'Account or secret is wrong.' })
  record.login({
    account: login.account,
    type,
    user_id: login.user_id,
    success: true,
    ip: client.ip,
    user_agent: client.user_agent,
  })
  return openSession(tx, login, settings, client)
}

/** The user, if he may still act at this very moment. */
export const mayAct = (user_id: number) => and(eq(user.id, user_id), eq(user.status, 'active'), isNull(user.deleted_at))

/** A new session; its token is shown this once and stored as a hash only. */
export async function openSession(
  tx: Database,
  { user_id, kind }: { user_id: number; kind: Caller['kind'] },
  settings: Settings,
  client: Client,
) {
  const token = randomBytes(32).toString('base64url')
  const { idle } = sessionLife(settings, kind)
  const [opened] = await tx
    .insert(session)
    .values({
      user_id,
      token_hash: hashOf(token),
      client_type: client.type,
      ip: client.ip,
      user_agent: client.user_agent,
      expires_at: sql`now() + make_interval(secs => ${idle})`,
    })
    .returning({ expires_at: session.expires_at })
  if (!opened) throw new Error('the session was not opened')
  return {
    token,
    token_type: 'Bearer' as const,
    expires_in: idle,
    expires_at: opened.expires_at,
    user: await readUser(tx, user_id),
  }
}
