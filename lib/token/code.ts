import { and, eq, sql } from 'drizzle-orm'
import { identity, user } from '@/db/schema/user'
import { hashOf } from '@/lib/api/caller'
import { take } from '@/lib/api/limits'
import { Problem, problem, tooMany } from '@/lib/api/problem'
import { limitAddress } from '@/lib/api/request'
import type { Database } from '@/lib/database'
import { env } from '@/lib/env'
import { miniProgram } from '@/lib/wechat/credentials'
import { codeToOpenid } from '@/lib/wechat/mini-program'
import { type Attempt, mayAct, openSession } from './commands'

/** The type of an identity that the mini-program platform vouches for. */
const miniProgramType = 200

/** Asks the platform who the code stands for. Every attempt counts against the address: a refused code costs a call. */
export async function verifyCode({ db, settings, client, record }: Attempt, code: string): Promise<string> {
  const most = settings['limit.code_logins_per_minute']
  const { points, retry_after } = await take(db, `code:${limitAddress(client.ip)}`, 60)
  if (points > most) throw tooMany('too_many_requests', 'code', most, retry_after)
  try {
    return await codeToOpenid(await miniProgram(), code)
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_credentials') {
      record.login({ ...logged(client), account: 'wx.login', success: false, reason: 'code_refused' })
    }
    throw error
  }
}

const logged = (client: Attempt['client']) => ({ type: miniProgramType, ip: client.ip, user_agent: client.user_agent })

/** Finds the customer of this openid, or creates one at the first login, and opens a session. */
export async function completeCodeLogin(
  tx: Database,
  openid: string,
  { settings, client, record }: Omit<Attempt, 'db'>,
) {
  // Two first logins at once would both create a user: the second waits here and finds the first's.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`openid:${openid}`}, 0))`)
  const [known] = await tx
    .select({ id: user.id, kind: user.kind, sandbox: user.sandbox })
    .from(identity)
    .innerJoin(user, eq(user.id, identity.user_id))
    .where(and(eq(identity.type, miniProgramType), eq(identity.identifier, openid)))
  const found = known ?? (await createCustomer(tx, openid))
  // The openid is a pseudonym, but one that the provider pays by: only its hash goes into the log.
  const row = { ...logged(client), account: hashOf(openid).slice(0, 16), user_id: found.id }
  // The simulated platform vouches for demonstration users alone, and the real one never for them.
  const [still] =
    found.sandbox === env().SANDBOX
      ? await tx.update(user).set({ last_login_at: sql`now()` }).where(mayAct(found.id)).returning({ id: user.id })
      : []
  if (!still) {
    record.login({ ...row, success: false, reason: 'disabled' })
    throw problem('invalid_credentials', { detail: 'This account is not open.' })
  }
  record.login({ ...row, success: true })
  return openSession(tx, { user_id: found.id, kind: found.kind }, settings, client)
}

/** Whoever the simulated platform vouches for is a demonstration user. */
async function createCustomer(tx: Database, openid: string) {
  const [created] = await tx
    .insert(user)
    .values({ kind: 'customer', sandbox: env().SANDBOX })
    .returning({ id: user.id, kind: user.kind, sandbox: user.sandbox })
  if (!created) throw new Error('the user was not created')
  await tx
    .insert(identity)
    .values({ user_id: created.id, type: miniProgramType, identifier: openid, verified_at: sql`now()` })
  return created
}
