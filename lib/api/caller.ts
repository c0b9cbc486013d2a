import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { UserKind } from '@/db/enums'
import { jsonStatement } from '@/db/statement'
import type { Settings } from '@/lib/config/registry'
import type { Database } from '@/lib/database'
import { type Problem, problem } from './problem'

/** Who is calling, by the token of the request. */
export interface Caller {
  user_id: number
  session_id: number
  kind: UserKind
  is_root: boolean
  must_change_secret: boolean
  /** Of staff, for the operation log; empty for customers. */
  username: string
  /** Points held through all groups; root holds all without being listed here. */
  permission_codes: string[]
}

interface Identified {
  caller: Caller
  /** Of the caller's own limit on writes; only counted for writes. */
  writes: { points: number; retry_after: number } | undefined
}

export const holds = (caller: Pick<Caller, 'is_root' | 'permission_codes'>, code: string) =>
  caller.is_root || caller.permission_codes.includes(code)

/** The 403 of who lacks a permission: its member `permission` is the code; `field` is what of the body needs it. */
export function missingPermission(code: string, field?: string): Problem {
  const reason = `This needs the permission ${code}.`
  return problem('forbidden', {
    detail: field ? `${field}: ${reason}` : reason,
    members: { permission: code },
    ...(field && { invalid_params: [{ in: 'body', name: field, reason, code: 'forbidden' }] }),
  })
}

/** SHA-256, base64url: what the database knows of a token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * The token of a request: `Authorization: Bearer <token>`; `Basic base64(<token>:<anything>)` and `token: <token>`
 * as older mini-program wrappers send it. An empty value counts as absent; two different tokens are refused.
 */
export function tokenOf(headers: Headers): string | undefined {
  const found = new Set<string>()
  const authorization = headers.get('authorization')?.trim() ?? ''
  const [scheme = '', credentials = ''] = authorization.split(/\s+/, 2)
  if (/^bearer$/i.test(scheme)) found.add(credentials)
  else if (/^basic$/i.test(scheme))
    found.add(Buffer.from(credentials, 'base64').toString('utf8').split(':', 1)[0] ?? '')
  else if (authorization) throw unauthenticated('The Authorization header is neither Bearer nor Basic.')
  found.add(headers.get('token')?.trim() ?? '')
  found.delete('')
  if (found.size > 1) throw unauthenticated('The request carries two different tokens.')
  return [...found][0]
}

export const unauthenticated = (detail: string) =>
  problem('unauthenticated', { detail, headers: { 'www-authenticate': 'Bearer' } })

/**
 * Session, user and permission codes in one statement, which also moves the session's life on (at most every five
 * minutes) and, for a write, counts it. Counting does not wait for the disk: a crash of the database makes it forget its
 * last second at most. Never in a transaction, which would then not wait either.
 */
const identifyStatement = (counting: boolean) =>
  jsonStatement(counting ? 'identify_write' : 'identify', (db) => {
    const p = sql.placeholder
    const found = db
      .$with('found', {
        session_id: sql<number>`session_id`.as('session_id'),
        user_id: sql<number>`user_id`.as('user_id'),
        kind: sql<Caller['kind']>`kind`.as('kind'),
        is_root: sql<boolean>`is_root`.as('is_root'),
        must_change_secret: sql<boolean>`must_change_secret`.as('must_change_secret'),
        username: sql<string>`username`.as('username'),
        permission_codes: sql<string[]>`permission_codes`.as('permission_codes'),
      })
      .as(sql`
        select s.id as session_id, u.id as user_id, u.kind, u.is_root, u.must_change_secret,
          case u.kind when 'staff' then coalesce((
            select i.identifier from identity i where i.user_id = u.id and i.type = 100
          ), '') else '' end as username,
          case u.kind when 'staff' then array(
            select distinct gp.code from user_group ug join group_permission gp on gp.group_id = ug.group_id where ug.user_id = u.id
          ) else '{}' end as permission_codes
        from session s join "user" u on u.id = s.user_id
        where s.token_hash = ${p('token_hash')} and s.revoked_at is null and s.expires_at > now()
          and u.status = 'active' and u.deleted_at is null and (not u.sandbox or ${p('sandbox')}::boolean)`)
    const seen = db.$with('seen', { id: sql<number>`id`.as('id') }).as(sql`
        update session s
        set last_seen_at = now(), updated_at = now(), expires_at = least(
          now() + make_interval(secs => case f.kind when 'staff' then ${p('staff_idle')}::int else ${p('customer_idle')}::int end),
          s.created_at + make_interval(secs => case f.kind when 'staff' then ${p('staff_max')}::int else ${p('customer_max')}::int end))
        from found f
        where s.id = f.session_id and s.last_seen_at < now() - interval '5 minutes'
        returning s.id`)
    const counted = db
      .$with('counted', {
        points: sql<number | null>`points`.as('points'),
        retry_after: sql<number | null>`retry_after`.as('retry_after'),
      })
      .as(
        counting
          ? sql`
        insert into rate_limit as r (key, points, expires_at)
        select 'write:' || user_id, 1, now() + interval '1 minute' from found, set_config('synchronous_commit', 'off', true)
        on conflict (key) do update set
          points = case when r.expires_at <= now() then 1 else r.points + 1 end,
          expires_at = case when r.expires_at <= now() then excluded.expires_at else r.expires_at end
        returning points, ceil(extract(epoch from expires_at - now()))::int as retry_after`
          : sql`select null::int as points, null::int as retry_after where false`,
      )
    return db
      .with(found, seen, counted)
      .select({
        json: sql<Caller & { points: number | null; retry_after: number | null }>`json_build_object(
          'session_id', found.session_id, 'user_id', user_id, 'kind', kind, 'is_root', is_root,
          'must_change_secret', must_change_secret, 'username', username, 'permission_codes', permission_codes,
          'points', points, 'retry_after', retry_after)`,
      })
      .from(found)
      .leftJoin(counted, sql`true`)
  })

const identifyRead = identifyStatement(false)
const identifyWrite = identifyStatement(true)

const hour = 3_600
const daySeconds = 24 * hour

/** Life of a session in seconds, by the kind of its user. */
export const sessionLife = (settings: Settings, kind: Caller['kind']) =>
  kind === 'staff'
    ? { idle: settings['session.staff_idle_hours'] * hour, max: settings['session.staff_max_days'] * daySeconds }
    : {
        idle: settings['session.customer_idle_days'] * daySeconds,
        max: settings['session.customer_max_days'] * daySeconds,
      }

/** Throws `unauthenticated` where the token is unknown, revoked, expired, or its user may not act any more. */
export async function identify(
  db: Database,
  token: string | undefined,
  { settings, sandbox, write }: { settings: Settings; sandbox: boolean; write: boolean },
): Promise<Identified> {
  if (!token) throw unauthenticated('Send the token of POST /v1/token as Authorization: Bearer <token>.')
  const staffLife = sessionLife(settings, 'staff')
  const customerLife = sessionLife(settings, 'customer')
  const [row] = await (write ? identifyWrite : identifyRead)(db, {
    token_hash: hashOf(token),
    sandbox,
    staff_idle: staffLife.idle,
    staff_max: staffLife.max,
    customer_idle: customerLife.idle,
    customer_max: customerLife.max,
  })
  if (!row) throw unauthenticated('The token is unknown, revoked or expired.')
  const { points, retry_after, ...caller } = row
  return { caller, writes: points === null || retry_after === null ? undefined : { points, retry_after } }
}
