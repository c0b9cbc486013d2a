import { and, eq, sql } from 'drizzle-orm'
import type { IdentityType } from '@/db/enums'
import { identity, user } from '@/db/schema/user'
import { hashOf } from '@/lib/kit/api/endpoint/caller'
import { Problem, problem, tooMany } from '@/lib/kit/api/endpoint/problem'
import { consume, release } from '@/lib/kit/api/run/limits'
import { ipRange } from '@/lib/kit/api/run/request'
import type { Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { miniProgram } from '@/lib/platform/wechat/credentials'
import { codeToOpenid } from '@/lib/platform/wechat/mini-program'
import { giveAtRegistration } from '@/lib/pricing/issue'
import { formerCustomer } from '@/lib/pricing/newcomer'
import { type Attempt, isActiveUser, openSession } from './commands'

/** Its identifier is an openid. */
export const miniProgramType = 200 satisfies IdentityType

/** Seconds within which codes are counted. */
const window = 60

const isRefused = (error: unknown) => error instanceof Problem && error.code === 'invalid_credentials'

/**
 * A refused code counts against the IP range, an accepted one against its customer, as phones of many customers share
 * the IP of their carrier. Throws `too_many_requests`, `invalid_credentials`, `forbidden` or `provider_error`.
 */
export async function exchangeCode(
  { db, settings, client }: Pick<Attempt, 'db' | 'settings' | 'client'>,
  code: string,
): Promise<string> {
  const limit = settings['limit.code_logins_per_minute']
  const count = async (key: string) => {
    const { points, retry_after } = await consume(db, key, window)
    if (points > limit) throw tooMany('too_many_requests', 'code', limit, retry_after)
  }
  // Counted in advance, so that concurrent guesses are limited like sequential ones.
  const refusals = `code:${ipRange(client.ip)}`
  await count(refusals)
  let openid: string
  try {
    openid = await codeToOpenid(await miniProgram(), code)
  } catch (error) {
    if (!isRefused(error)) await release(db, [refusals])
    throw error
  }
  await release(db, [refusals])
  await count(`code:${hashOf(openid)}`)
  return openid
}

/** A refused code is logged as a failed sign-in. Throws the problems of {@link exchangeCode}. */
export async function verifyCode(attempt: Attempt, code: string): Promise<string> {
  try {
    return await exchangeCode(attempt, code)
  } catch (error) {
    const { client, recorder } = attempt
    if (isRefused(error))
      recorder.login({ ...logColumns(client), account: 'wx.login', success: false, reason: 'code_refused' })
    throw error
  }
}

const logColumns = (client: Attempt['client']) => ({
  type: miniProgramType,
  ip: client.ip,
  user_agent: client.user_agent,
})

/**
 * Creates the customer at the first sign-in. Throws `invalid_credentials` for a disabled customer, and for a sandbox
 * customer outside the demonstration or a real one within.
 */
export async function completeCodeLogin(
  tx: Database,
  openid: string,
  { settings, client, recorder }: Omit<Attempt, 'db'>,
) {
  // Two concurrent first sign-ins would both create a user: the second waits here and finds the first's.
  await lockOpenid(tx, openid)
  const [known] = await tx
    .select({ id: user.id, kind: user.kind, sandbox: user.sandbox })
    .from(identity)
    .innerJoin(user, eq(user.id, identity.user_id))
    .where(and(eq(identity.type, miniProgramType), eq(identity.identifier, openid)))
  const found = known ?? (await createCustomer(tx, openid))
  // The log has only a hash of the openid, because the openid identifies the payer in payments.
  const row = { ...logColumns(client), account: hashOf(openid).slice(0, 16), user_id: found.id }
  // Demonstration users sign in only through the simulated platform, others only through the real one.
  const [active] =
    found.sandbox === env().SANDBOX
      ? await tx
          .update(user)
          .set({ last_login_at: sql`now()`, updated_at: user.updated_at })
          .where(isActiveUser(found.id))
          .returning({ id: user.id })
      : []
  if (!active) {
    recorder.login({ ...row, success: false, reason: 'disabled' })
    throw problem('invalid_credentials', { detail: 'This account is disabled.' })
  }
  recorder.login({ ...row, success: true })
  return openSession(tx, { user_id: found.id, kind: found.kind }, settings, client)
}

/** Locks until the transaction ends, even if no user has the openid yet. */
export const lockOpenid = (tx: Database, openid: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`openid:${openid}`}, 0))`)

/** In a demonstration, as `sandbox`. */
async function createCustomer(tx: Database, openid: string) {
  const [created] = await tx
    .insert(user)
    .values({ kind: 'customer', sandbox: env().SANDBOX })
    .returning({ id: user.id, kind: user.kind, sandbox: user.sandbox })
  if (!created) throw new Error('the user was not created')
  await tx.insert(identity).values({
    user_id: created.id,
    type: miniProgramType,
    identifier: openid,
    verified_at: sql`now()`,
    ...(await formerCustomer(tx, openid)),
  })
  await giveAtRegistration(tx, created.id)
  return created
}
