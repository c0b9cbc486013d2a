import { and, eq } from 'drizzle-orm'
import { identity, user } from '@/db/schema/user'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import type { Client } from '@/lib/kit/api/endpoint/endpoint'
import { invalid, Problem, tooMany } from '@/lib/kit/api/endpoint/problem'
import { consume, release } from '@/lib/kit/api/run/limits'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { exchangeCode, miniProgramType } from '@/lib/token/code'
import { withVerify } from '@/lib/token/secret'

/*
 * A password, or a fresh code of wx.login, because a token alone may be stolen. Verified in `prepare`, because
 * verifying hashes or calls the platform.
 */

interface Proving {
  db: Database
  caller: Caller
  settings: Settings
  client: Client
}

/** null: no password. */
export async function ownHash({ db, caller }: Pick<Proving, 'db' | 'caller'>): Promise<string | null> {
  const [row] = await db.select({ secret_hash: user.secret_hash }).from(user).where(eq(user.id, caller.user_id))
  return row?.secret_hash ?? null
}

/**
 * Limited per user, so that a stolen token cannot be used to guess the password. Throws 400 `wrong` at `field`,
 * `account_locked`, or `unavailable`, which does not count as an attempt.
 */
export const verifySecret = (
  { db, caller, settings }: Proving,
  { field, secret, stored }: { field: string; secret: string; stored: string | null },
): Promise<void> =>
  withVerify(async (verify) => {
    const key = `password:${caller.user_id}`
    const max = settings['limit.login_pair']
    const { points, retry_after } = await consume(db, key, settings['limit.login_minutes'] * 60)
    if (points > max) throw tooMany('account_locked', 'password', max, retry_after)
    if (!(await verify(stored, secret))) throw wrongSecret(field)
    await release(db, [key])
  })

export const wrongSecret = (field: string) => invalid('body', field, 'wrong', 'This is not your current password.')

/** Throws 400 `wrong` at `code`, also for another user's, `too_many_requests` or `provider_error`. */
export async function verifyCode(proving: Proving, code: string): Promise<void> {
  const openid = await atCode(exchangeCode(proving, code))
  const own = await proving.db.$count(
    identity,
    and(
      eq(identity.user_id, proving.caller.user_id),
      eq(identity.type, miniProgramType),
      eq(identity.identifier, openid),
    ),
  )
  if (own === 0) throw invalid('body', 'code', 'wrong', 'This code is of another mini-program user.')
}

/** For a signed-in caller, a refused code is an invalid value (400 `wrong` at `code`), not a failed sign-in (401). */
export async function atCode<Value>(exchange: Promise<Value>): Promise<Value> {
  try {
    return await exchange
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_credentials') {
      throw invalid('body', 'code', 'wrong', 'The platform refused this code. Request a new one.')
    }
    throw error
  }
}
