import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { jsonStatement } from '@/db/connection/statement'
import type { PersonKind, UserKind } from '@/db/enums'
import { user } from '@/db/schema/user'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { type Problem, problem } from './problem'

interface CallerOf<Kind extends UserKind> {
  user_id: number
  /** null: API keys have no session. */
  session_id: Kind extends 'key' ? null : number
  kind: Kind
  is_root: boolean
  must_change_secret: boolean
  /** Of staff, or the name of an API key, for the audit log; empty for customers. */
  username: string
  /** Through all groups. Root has every permission, regardless of this list. */
  permission_codes: string[]
}

/** A union, if it can be of several kinds. */
export type Caller<Kind extends UserKind = UserKind> = Kind extends UserKind ? CallerOf<Kind> : never

/** In the current window. `retry_after`: the seconds until it ends. */
export interface Counted {
  points: number
  retry_after: number
}

interface Identified {
  caller: Caller<PersonKind>
  /** undefined for reads. */
  writes: Counted | undefined
}

export const holds = (caller: Pick<Caller, 'is_root' | 'permission_codes'>, code: string) =>
  caller.is_root || caller.permission_codes.includes(code)

/** 403 with `code` as the member `permission`. `field`: the body field that requires the permission. */
export function missingPermission(code: string, field?: string): Problem {
  const reason = `This requires the permission ${code}.`
  return problem('forbidden', {
    detail: field ? `${field}: ${reason}` : reason,
    members: { permission: code },
    ...(field && { invalid_params: [{ in: 'body', name: field, reason, code: 'forbidden' }] }),
  })
}

/** SHA-256 in base64url, which the database stores instead of the token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * undefined: none, or empty. Also accepts `Basic base64(<token>:<anything>)` and `token: <token>` of older mini-program
 * wrappers. Throws `unauthenticated` for another scheme or two different tokens.
 */
export function tokenOf(headers: Headers): string | undefined {
  const tokens = new Set<string>()
  const authorization = headers.get('authorization')?.trim() ?? ''
  const [scheme = '', credentials = ''] = authorization.split(/\s+/, 2)
  if (/^bearer$/i.test(scheme)) tokens.add(credentials)
  else if (/^basic$/i.test(scheme))
    tokens.add(Buffer.from(credentials, 'base64').toString('utf8').split(':', 1)[0] ?? '')
  else if (authorization) throw unauthenticated('The Authorization header is neither Bearer nor Basic.')
  tokens.add(headers.get('token')?.trim() ?? '')
  tokens.delete('')
  if (tokens.size > 1) throw unauthenticated('The request carries two different tokens.')
  return [...tokens][0]
}

export const unauthenticated = (detail: string) =>
  problem('unauthenticated', { detail, headers: { 'www-authenticate': 'Bearer' } })

/**
 * Counts a write of `user_id` in the common table expression `found`. The count does not wait for the disk: a crash of
 * the database may lose the last second. Never run this in a transaction, whose commit would then not wait either.
 */
export const countedWrite = (db: Pick<Database, '$with'>, countsWrite: boolean) =>
  db
    .$with('counted', {
      points: sql<number | null>`points`.as('points'),
      retry_after: sql<number | null>`retry_after`.as('retry_after'),
    })
    .as(
      countsWrite
        ? sql`
        insert into rate_limit as r (key, points, expires_at)
        select 'write:' || user_id, 1, now() + interval '1 minute' from found, set_config('synchronous_commit', 'off', true)
        on conflict (key) do update set
          points = case when r.expires_at <= now() then 1 else r.points + 1 end,
          expires_at = case when r.expires_at <= now() then excluded.expires_at else r.expires_at end
        returning points, ceil(extract(epoch from expires_at - now()))::int as retry_after`
        : sql`select null::int as points, null::int as retry_after where false`,
    )

export const countOf = ({ points, retry_after }: { points: number | null; retry_after: number | null }) =>
  points === null || retry_after === null ? undefined : { points, retry_after }

const isDue = sql.raw("s.last_seen_at < now() - interval '5 minutes'")

const identifyStatement = (countsWrite: boolean) =>
  jsonStatement(countsWrite ? 'identify_write' : 'identify', (db) => {
    const placeholder = sql.placeholder
    const found = db
      .$with('found', {
        session_id: sql<number>`session_id`.as('session_id'),
        is_due: sql<boolean>`is_due`.as('is_due'),
        user_id: sql<number>`user_id`.as('user_id'),
        kind: sql<PersonKind>`kind`.as('kind'),
        is_root: sql<boolean>`is_root`.as('is_root'),
        must_change_secret: sql<boolean>`must_change_secret`.as('must_change_secret'),
        username: sql<string>`username`.as('username'),
        permission_codes: sql<string[]>`permission_codes`.as('permission_codes'),
      })
      .as(sql`
        select s.id as session_id, ${isDue} as is_due, u.id as user_id, u.kind, u.is_root, u.must_change_secret,
          case u.kind when 'staff' then coalesce((
            select i.identifier from identity i where i.user_id = u.id and i.type = 100
          ), '') else '' end as username,
          case u.kind when 'staff' then array(
            select distinct gp.code from user_group ug join group_permission gp on gp.group_id = ug.group_id where ug.user_id = u.id
          ) else '{}' end as permission_codes
        from session s join "user" u on u.id = s.user_id
        where s.token_hash = ${placeholder('token_hash')} and s.revoked_at is null and s.expires_at > now()
          and u.status = 'active' and u.deleted_at is null and (not u.sandbox or ${placeholder('sandbox')}::boolean)`)
    const counted = countedWrite(db, countsWrite)
    return db
      .with(found, counted)
      .select({
        json: sql<
          Caller<PersonKind> & { is_due: boolean; points: number | null; retry_after: number | null }
        >`json_build_object(
          'session_id', session_id, 'is_due', is_due, 'user_id', user_id, 'kind', kind, 'is_root', is_root,
          'must_change_secret', must_change_secret, 'username', username, 'permission_codes', permission_codes,
          'points', points, 'retry_after', retry_after)`,
      })
      .from(found)
      .leftJoin(counted, sql`true`)
  })

const identifyRead = identifyStatement(false)
const identifyWrite = identifyStatement(true)

/** At most every five minutes. Separate from the identification, which the database layer can then repeat. */
async function extendSession(
  db: Database,
  { session_id, idle, max }: { session_id: number; idle: number; max: number },
): Promise<void> {
  await db.execute(sql`
    update session s
    set last_seen_at = now(), updated_at = now(), expires_at = least(
      now() + make_interval(secs => ${idle}), s.created_at + make_interval(secs => ${max}))
    where s.id = ${session_id} and ${isDue}`)
}

const hourSeconds = 3_600
const daySeconds = 24 * hourSeconds

/** In seconds. `idle`: without requests. `max`: in total. */
export const sessionLife = (settings: Settings, kind: UserKind) =>
  kind === 'staff'
    ? { idle: settings['session.staff_idle_hours'] * hourSeconds, max: settings['session.staff_max_days'] * daySeconds }
    : {
        idle: settings['session.customer_idle_days'] * daySeconds,
        max: settings['session.customer_max_days'] * daySeconds,
      }

/**
 * `write`: counts a write. Throws `unauthenticated` if the token is missing, unknown, revoked or expired, or its user
 * not active. Users of the sandbox need `sandbox`.
 */
export async function identify(
  db: Database,
  token: string | undefined,
  { settings, sandbox, write }: { settings: Settings; sandbox: boolean; write: boolean },
): Promise<Identified> {
  if (!token) throw unauthenticated('Send the token of POST /v1/token as Authorization: Bearer <token>.')
  const [row] = await (write ? identifyWrite : identifyRead)(db, {
    token_hash: hashOf(token),
    sandbox,
  })
  if (!row) throw unauthenticated('The token is unknown, revoked or expired.')
  const { points, retry_after, is_due, ...caller } = row
  if (is_due) await extendSession(db, { session_id: caller.session_id, ...sessionLife(settings, caller.kind) })
  return { caller, writes: countOf({ points, retry_after }) }
}

const lockActiveStatement = jsonStatement('lock_active_customer', (db) =>
  db
    .select({ json: user.id })
    .from(user)
    .where(
      and(
        eq(user.id, sql.placeholder('user_id')),
        eq(user.kind, 'customer'),
        eq(user.status, 'active'),
        isNull(user.deleted_at),
      ),
    )
    .for('no key update'),
)

/**
 * Every write of a customer begins with this lock: nothing is written for an account that was closed meanwhile, and
 * limits per customer hold under concurrency. Throws `unauthenticated` if not active.
 */
export async function lockActiveCustomer(tx: Database, user_id: number): Promise<void> {
  const [active] = await lockActiveStatement(tx, { user_id })
  if (!active) throw unauthenticated('The token is unknown, revoked or expired.')
}
