import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, notInArray, sql } from 'drizzle-orm'
import type { AccountType } from '@/db/enums'
import { identity, session, user } from '@/db/schema/user'
import { type Caller, hashOf, sessionLife } from '@/lib/kit/api/endpoint/caller'
import type { Client } from '@/lib/kit/api/endpoint/endpoint'
import { problem, tooMany } from '@/lib/kit/api/endpoint/problem'
import { clear, consume, markLocks, release } from '@/lib/kit/api/run/limits'
import type { Recorder } from '@/lib/kit/api/run/recorder'
import { ipRange } from '@/lib/kit/api/run/request'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { masked, normalizeAccount } from '@/lib/user/account'
import { isDemonstrationAccount } from '@/lib/user/demonstration'
import { readUser } from '@/lib/user/queries'
import { isKnownNetwork, knownDeviceOf, networkOf, rememberNetwork } from './known-device'
import { type verifySecret, withVerify } from './secret'

export interface Attempt {
  db: Database
  settings: Settings
  client: Client
  recorder: Recorder
}

interface Credentials {
  type: AccountType
  account: string
  secret: string
  /** Others get the response for an unknown account. Omitted: both staff and customers. */
  kind?: Caller['kind']
  /** A cookie of the browser. */
  known_device?: string | undefined
}

interface Charge {
  key: string
  limit: number
  /** By all users of an IP address: no account is locked if the counter is full. */
  isShared?: true
}

interface Charges {
  /** Counter of this account from this IP range, network or browser. Cleared by a successful sign-in. */
  own: Charge
  /** Shared by accounts or clients. A successful sign-in does not count. */
  others: Charge[]
}

/** `charges`: incremented before the verification, decremented after a success. */
export interface VerifiedLogin {
  user_id: number
  kind: Caller['kind']
  account: string
  /** The verified hash: the sign-in fails if the user's hash has changed by the time the session is opened. */
  secret_hash: string
  charges: Charges
}

/**
 * Counted before verifying, so that concurrent guesses are limited like sequential ones; a success is taken back later.
 * Unknown account, wrong password and disabled user get the same response after the same time. Throws
 * `invalid_credentials`, `account_locked`, `too_many_requests`, or `unavailable`, which is not counted.
 */
export const verifyCredentials = (attempt: Attempt, credentials: Credentials): Promise<VerifiedLogin> =>
  withVerify((verify) => verifyWith(verify, attempt, credentials))

async function verifyWith(
  verify: typeof verifySecret,
  { db, settings, client, recorder }: Attempt,
  { type, account, secret, kind, known_device }: Credentials,
): Promise<VerifiedLogin> {
  const normalized = normalizeAccount(type, account)
  const identifier = 'account' in normalized ? normalized.account : account.toLowerCase()
  const row = { account: masked(identifier), type, ip: client.ip, user_agent: client.user_agent }
  const [found] = await db
    .select({
      id: user.id,
      kind: user.kind,
      status: user.status,
      sandbox: user.sandbox,
      secret_hash: user.secret_hash,
      is_demonstration: isDemonstrationAccount(user.id),
    })
    .from(identity)
    .innerJoin(user, eq(user.id, identity.user_id))
    .where(and(eq(identity.type, type), eq(identity.identifier, identifier), kind && eq(user.kind, kind)))
  const known = found && { account: identifier, user_id: found.id }
  const charges = await chargesOf(db, {
    subject: hashOf(`${type}:${identifier}`),
    client,
    settings,
    user_id: found?.id,
    known_device,
  })
  // In this order: a full counter must not count against those behind it, or one IP could lock an account for everyone.
  const locking: string[] = []
  for (const { key, limit, isShared } of [charges.own, ...charges.others]) {
    const { points, retry_after } = await consume(db, key, settings['limit.login_minutes'] * 60)
    if (points === limit && !isShared) locking.push(key)
    if (points <= limit) continue
    // Logged once per window, so that repeated attempts do not fill the log.
    if (points === limit + 1) recorder.login({ ...row, ...known, success: false, reason: 'locked' })
    throw tooMany('account_locked', 'login', limit, retry_after)
  }
  const isCorrect = await verify(found?.secret_hash, secret)
  const enabled = found?.status === 'active' && (!found.sandbox || env().SANDBOX)
  if (found?.secret_hash && isCorrect && enabled) {
    if (!found.is_demonstration) await chargeSignIn(db, found.id, settings['limit.sign_ins'])
    return { user_id: found.id, kind: found.kind, account: identifier, secret_hash: found.secret_hash, charges }
  }
  if (found && locking.length > 0) await markLocks(db, locking, found.id)
  recorder.login({
    ...row,
    ...known,
    success: false,
    reason: !found ? 'unknown_account' : isCorrect ? 'disabled' : 'wrong_secret',
  })
  throw problem('invalid_credentials', { detail: 'Account or secret is wrong.' })
}

interface Origin {
  /** A hash of the typed account: users type passwords into this field by mistake. */
  subject: string
  client: Client
  settings: Settings
  /** undefined: no such user. */
  user_id: number | undefined
  known_device: string | undefined
}

/**
 * Failures of the account and of the IP address. In a known network, failures in other networks do not count; in a
 * known browser, failures of other clients at the IP address do not count either.
 */
async function chargesOf(db: Database, { subject, client, settings, user_id, known_device }: Origin): Promise<Charges> {
  const range = ipRange(client.ip)
  const atAddress = { key: `login:address:${range}`, limit: settings['limit.login_address'], isShared: true } as const
  const own = (place: string) => ({ key: `login:${subject}:${place}`, limit: settings['limit.login_pair'] })
  const device = user_id === undefined ? undefined : knownDeviceOf(known_device, user_id)
  if (device !== undefined) return { own: own(`device:${device}`), others: [] }
  const network = networkOf(client.ip)
  if (user_id !== undefined && network !== undefined && (await isKnownNetwork(db, user_id, network)))
    return { own: own(`network:${network}`), others: [atAddress] }
  const ofAccount = { key: `login:account:${subject}`, limit: settings['limit.login_account'] }
  return { own: own(range), others: [atAddress, ofAccount] }
}

const signInSeconds = 600

/** Throws `too_many_requests`: a client with one valid password could otherwise keep the processors busy. */
async function chargeSignIn(db: Database, user_id: number, limit: number): Promise<void> {
  const { points, retry_after } = await consume(db, `sign-in:${user_id}`, signInSeconds)
  if (points > limit) throw tooMany('too_many_requests', 'sign-ins', limit, retry_after)
}

/** Throws `invalid_credentials` if the password was changed meanwhile, or the user is not active. */
export async function completeLogin(
  tx: Database,
  login: VerifiedLogin,
  type: AccountType,
  { settings, client, recorder }: Omit<Attempt, 'db'>,
) {
  await clear(tx, login.charges.own.key)
  await release(
    tx,
    login.charges.others.map(({ key }) => key),
  )
  // If the password was changed after it was verified, the login fails.
  const [active] = await tx
    .update(user)
    .set({ last_login_at: sql`now()`, updated_at: user.updated_at })
    .where(and(isActiveUser(login.user_id), eq(user.secret_hash, login.secret_hash)))
    .returning({ id: user.id })
  if (!active) throw problem('invalid_credentials', { detail: 'Account or secret is wrong.' })
  recorder.login({
    account: login.account,
    type,
    user_id: login.user_id,
    success: true,
    ip: client.ip,
    user_agent: client.user_agent,
  })
  await rememberNetwork(tx, login.user_id, client.ip)
  return openSession(tx, login, settings, client)
}

export const isActiveUser = (user_id: number) =>
  and(eq(user.id, user_id), eq(user.status, 'active'), isNull(user.deleted_at))

/**
 * Ends the oldest beyond `session.most`. Only the returned value contains the token. The caller must lock or update the
 * user's row first, so that concurrent sign-ins wait for each other.
 */
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
  await endOldest(tx, user_id, settings['session.most'])
  return {
    token,
    token_type: 'Bearer' as const,
    expires_in: idle,
    expires_at: opened.expires_at,
    user: await readUser(tx, user_id),
  }
}

export async function endSession(tx: Database, token: string): Promise<void> {
  await tx
    .update(session)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(session.token_hash, hashOf(token)), isNull(session.revoked_at)))
}

/** Except the newest `most`, and those of the demonstration's accounts, which many people share. */
async function endOldest(tx: Database, user_id: number, most: number): Promise<void> {
  const isOpen = and(eq(session.user_id, user_id), isNull(session.revoked_at), gt(session.expires_at, sql`now()`))
  const newest = tx.select({ id: session.id }).from(session).where(isOpen).orderBy(desc(session.id)).limit(most)
  await tx
    .update(session)
    .set({ revoked_at: sql`now()` })
    .where(and(isOpen, notInArray(session.id, newest), sql`not ${isDemonstrationAccount(user_id)}`))
}
