import { isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { api_key } from '@/db/schema/api_key'
import { user } from '@/db/schema/user'
import { requireExisting } from '@/lib/group/commands'
import { type Caller, hashOf } from '@/lib/kit/api/endpoint/caller'
import { isOpenToKeys } from '@/lib/kit/api/endpoint/key-codes'
import { hintOf, newKeySecret } from '@/lib/kit/api/endpoint/key-secret'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { insertRow, lockRow, updateRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { type Authority, lockActor, requireCodes } from '@/lib/user/rank'
import type { ApiKeyChanges, ApiKeyInput } from './schema'

/*
 * A key has a row in `user`, so that logs and histories name it like other actors. Only its maker can widen or rotate
 * it, within the permissions that they hold then; all who may change keys can narrow or revoke it.
 */

type KeyRow = typeof api_key.$inferSelect
type Limits = Pick<z.output<typeof ApiKeyInput>, 'permission_codes' | 'access' | 'allowed_ips' | 'mcp'>

const daySeconds = 86_400
const maxDays = 366

/** Throws `invalid_request` for a time that is past, or too late. */
function requireLifetime(expires_at: string | null | undefined): void {
  if (!expires_at) return
  const seconds = (Date.parse(expires_at) - Date.now()) / 1_000
  if (seconds <= 0 || seconds > maxDays * daySeconds)
    throw invalid('body', 'expires_at', 'out_of_range', `This must be a time in the next ${maxDays} days, or null.`)
}

/** Throws `invalid_request` for a code that no endpoint or no key can have, `forbidden` if the maker lacks it. */
async function requireOwnCodes(tx: Database, maker: Authority, codes: string[], before: string[] = []): Promise<void> {
  const closed = codes.findIndex((code) => !isOpenToKeys(code))
  const field = `permission_codes.${closed}`
  if (closed >= 0) throw invalid('body', field, 'not_allowed', 'No API key can have this permission.')
  await requireExisting(tx, { permission_codes: codes }, { permission_codes: before })
  requireCodes(maker, codes, 'this key would have')
}

function newSecret() {
  const secret = newKeySecret()
  return { secret, columns: { hint: hintOf(secret), secret_hash: hashOf(secret) } }
}

/** The secret is not stored. Throws `invalid_request`, and `forbidden` for permissions that the caller lacks. */
export async function createKey(
  tx: Database,
  caller: Caller<'staff' | 'key'>,
  { name, expires_at, ...fields }: z.output<typeof ApiKeyInput>,
): Promise<{ id: number; secret: string }> {
  requireLifetime(expires_at)
  const maker = await lockActor(tx, caller)
  await requireOwnCodes(tx, maker, fields.permission_codes)
  const { secret, columns } = newSecret()
  const by = { updated_by: caller.user_id }
  const { id } = await insertRow(tx, user, { ...by, kind: 'key', nickname: name })
  await tx.insert(api_key).values({
    ...fields,
    ...columns,
    ...by,
    id,
    expires_at: expires_at === null ? null : new Date(expires_at),
    created_by: caller.user_id,
  })
  return { id, secret }
}

/** Whether the key could do more. */
function widens(before: KeyRow, after: Partial<Limits>, expires_at: string | null | undefined): boolean {
  const { permission_codes = [], access, allowed_ips, mcp } = after
  const endOf = (time: Date | string | null) => (time === null ? Number.POSITIVE_INFINITY : new Date(time).getTime())
  return (
    permission_codes.some((code) => !before.permission_codes.includes(code)) ||
    (access === 'write' && before.access === 'read') ||
    (mcp === true && !before.mcp) ||
    (expires_at !== undefined && endOf(expires_at) > endOf(before.expires_at)) ||
    (allowed_ips !== undefined &&
      before.allowed_ips.length > 0 &&
      (allowed_ips.length === 0 || allowed_ips.some((one) => !before.allowed_ips.includes(one))))
  )
}

/** Throws `not_found` also for a revoked key, and `stale_version`. */
export const lockKey = (tx: Database, id: number, version?: number) =>
  lockRow(tx, api_key, id, { version, where: isNull(api_key.revoked_at), noun: 'API key, or it was revoked' })

function requireMaker(caller: Caller, { created_by }: KeyRow, action: string): void {
  if (caller.user_id !== created_by)
    throw problem('forbidden', { detail: `Only the maker of an API key may ${action}. Make one of your own.` })
}

/** Throws `invalid_request`, and `forbidden` if others than the maker widen it, or for permissions that the maker lacks. */
export async function changeKey(
  tx: Database,
  caller: Caller<'staff' | 'key'>,
  locked: KeyRow,
  { name, version: _, ...changes }: z.output<typeof ApiKeyChanges>,
): Promise<void> {
  const actor = await lockActor(tx, caller)
  requireLifetime(changes.expires_at)
  if (widens(locked, changes, changes.expires_at)) {
    requireMaker(caller, locked, 'let it do more')
    const kept = changes.permission_codes ?? locked.permission_codes
    await requireOwnCodes(tx, actor, kept, locked.permission_codes)
  }
  const by = { updated_by: caller.user_id }
  await updateRow(tx, api_key, locked.id, { ...changes, ...by })
  if (name !== undefined) await updateRow(tx, user, locked.id, { nickname: name, ...by })
}

/** Returns a new secret. The former one is accepted for another day. Throws `forbidden` for others than the maker. */
export async function rotateKey(tx: Database, caller: Caller<'staff' | 'key'>, locked: KeyRow): Promise<string> {
  requireMaker(caller, locked, 'rotate it')
  const { secret, columns } = newSecret()
  await updateRow(tx, api_key, locked.id, {
    ...columns,
    previous_hash: locked.secret_hash,
    previous_until: sql`now() + interval '24 hours'`,
    previous_used_at: null,
    updated_by: caller.user_id,
  })
  return secret
}

/** From the next request on. */
export async function revokeKey(tx: Database, caller: Caller<'staff' | 'key'>, locked: KeyRow): Promise<void> {
  await updateRow(tx, api_key, locked.id, { revoked_at: sql`now()`, updated_by: caller.user_id })
}
