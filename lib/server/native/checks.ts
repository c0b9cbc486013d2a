import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { NoAnswer } from '@/db/connection/lost'
import { describeError } from '@/lib/kit/api/run/failure'
import { log } from '@/lib/kit/api/run/log'
import { connection, missingPreparedStatements, missingStatementLimit } from '@/lib/kit/database'
import { EnvironmentError, env } from '@/lib/kit/env'
import { startMetrics } from '@/lib/kit/metrics/metrics'
import { databaseReason } from '@/lib/server/database-reason'
import { refusePublishedPassword } from '@/lib/user/published-password'

/** For a database that may be unavailable. */
const patience = 2_000

/**
 * Before the server listens. Throws {@link EnvironmentError} where every request would get a 500. With SANDBOX, opens any
 * database, to refuse real customers. On Vercel, the first request runs these checks.
 */
export async function checkStart(): Promise<void> {
  const { DATABASE_URL, SANDBOX, NEXTAUTH_SECRET, WECHAT_APPID, WECHATPAY_MCHID, is_private } = env()
  await startMetrics()
  await requireFolder()
  if (!DATABASE_URL || SANDBOX) {
    const checked = async () => {
      const { db } = await connection()
      if (SANDBOX && !is_private) await refusePublishedPassword(db)
    }
    await checked().catch((error: unknown) => {
      // A remote database may be unavailable for a moment. Until it is available, requests get a 503.
      if (!DATABASE_URL || error instanceof EnvironmentError) throw error
    })
  }
  if (DATABASE_URL) {
    void warnWithoutLimit()
    const error = await Promise.race([findFault(), setTimeout(patience, new NoAnswer(), { ref: false })])
    if (error instanceof EnvironmentError) throw error
    const reason = databaseReason(error)
    if (reason?.is_lasting) throw new EnvironmentError([reason.sentence])
    if (error) log().warn(`${reason?.sentence ?? describeError(error).message} Until then, requests are answered 503.`)
  }
  // Required in a deployed shop. Locally, the shop without the admin can be enough.
  if (!NEXTAUTH_SECRET) log().warn('Sign-in to the admin is unavailable: NEXTAUTH_SECRET is not set.')
  if (!SANDBOX && !(WECHAT_APPID && WECHATPAY_MCHID))
    log().warn('Customers cannot pay: WECHAT_APPID and WECHATPAY_MCHID are not set.')
}

/** Only if files are stored in `DATA_DIR`. */
async function requireFolder(): Promise<void> {
  const { DATA_DIR, UPLOADTHING_TOKEN } = env()
  if (UPLOADTHING_TOKEN) return
  const folder = join(DATA_DIR, 'files')
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EnvironmentError([
      `Files cannot be stored in ${folder} (${reason}): let the account of the server write there, or set DATA_DIR to another folder.`,
    ])
  }
}

/** Returns why not, such as a pooler that loses prepared statements; undefined: it can be used. */
const findFault = (): Promise<unknown> =>
  missingPreparedStatements().then(
    (sentence) => (sentence === undefined ? undefined : new EnvironmentError([sentence])),
    (error: unknown) => error,
  )

/** Not awaited, because a database that does not respond now may respond later. */
async function warnWithoutLimit(): Promise<void> {
  const sentence = await missingStatementLimit().catch(() => undefined)
  if (sentence) log().warn(sentence)
}
