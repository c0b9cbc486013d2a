import { BlockList, isIP } from 'node:net'
import { sql } from 'drizzle-orm'
import { jsonStatement } from '@/db/connection/statement'
import type { KeyAccess } from '@/db/enums'
import type { Database } from '@/lib/kit/database'
import { type Caller, type Counted, countedWrite, countOf, hashOf, unauthenticated } from './caller'
import { hasChecksum } from './key-secret'

export interface Key {
  caller: Caller<'key'>
  access: KeyAccess
  allowed_ips: string[]
  /** undefined for reads. */
  writes: Counted | undefined
}

/** Whether `m`, a row of `user`, holds the code of the SQL expression. */
export const makerHolds = (code: string) =>
  sql.raw(`(m.is_root or exists (select from user_group ug join group_permission gp on gp.group_id = ug.group_id
    where ug.user_id = m.id and gp.code = ${code}))`)

/** The codes of the row `k` of `api_key` that its maker `m` still holds. */
export const heldCodes = sql`array(
  select code from unnest(k.permission_codes) as code where ${makerHolds('code.code')})`

/** Whether the maker `m` is active. */
export const isMakerActive = sql.raw(`m.status = 'active' and m.deleted_at is null`)

const reasons = {
  revoked: 'This API key was revoked.',
  expired: 'This API key has expired.',
  maker_inactive: 'The account that made this API key is disabled or deleted.',
}

interface Row {
  user_id: number
  username: string
  permission_codes: string[]
  access: KeyAccess
  allowed_ips: string[]
  ended: keyof typeof reasons | null
  is_previous: boolean
  is_due: boolean
  points: number | null
  retry_after: number | null
}

const isDue = (column: string) => sql.raw(`(${column} is null or ${column} < now() - interval '1 minute')`)

const identifyStatement = (countsWrite: boolean) =>
  jsonStatement(countsWrite ? 'identify_key_write' : 'identify_key', (db) => {
    const hash = sql`${sql.placeholder('hash')}::text`
    const key = db.$with('key', { row: sql<Omit<Row, 'points' | 'retry_after'>>`key`.as('row') }).as(sql`
      select k.id as user_id, named.nickname as username, k.access, k.allowed_ips, ${heldCodes} as permission_codes,
        case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired'
          when not (${isMakerActive}) or (m.sandbox and not ${sql.placeholder('sandbox')}::boolean) then 'maker_inactive'
        end as ended,
        k.secret_hash <> ${hash} as is_previous,
        case when k.secret_hash = ${hash} then ${isDue('k.last_used_at')} else ${isDue('k.previous_used_at')} end as is_due
      from api_key k join "user" named on named.id = k.id join "user" m on m.id = k.created_by
      where k.secret_hash = ${hash} or (k.previous_hash = ${hash} and k.previous_until > now())`)
    const found = db
      .$with('found', { user_id: sql<number>`user_id`.as('user_id') })
      .as(sql`select user_id from key where ended is null`)
    const counted = countedWrite(db, countsWrite)
    return db
      .with(key, found, counted)
      .select({ json: sql<Row>`to_jsonb(key) || jsonb_build_object('points', points, 'retry_after', retry_after)` })
      .from(key)
      .leftJoin(counted, sql`true`)
  })

const identifyRead = identifyStatement(false)
const identifyWrite = identifyStatement(true)

/** At most once a minute for each secret. */
const noteUse = (db: Database, { user_id, is_previous }: Row, ip: string) =>
  db.execute(sql`
    update api_key set last_used_at = now(), last_ip = ${ip},
      previous_used_at = case when ${is_previous} then now() else previous_used_at end
    where id = ${user_id}`)

/**
 * `write`: counts a write. Throws `unauthenticated` with the reason: mistyped, unknown, revoked, expired, or a maker who
 * is not active. Makers of the sandbox need `sandbox`.
 */
export async function identifyKey(
  db: Database,
  secret: string,
  { sandbox, write, ip }: { sandbox: boolean; write: boolean; ip: string },
): Promise<Key> {
  if (!hasChecksum(secret)) throw unauthenticated('This API key has a typing error: copy it again.')
  const [row] = await (write ? identifyWrite : identifyRead)(db, { hash: hashOf(secret), sandbox })
  if (!row) throw unauthenticated('This API key is unknown, or was replaced by a rotation.')
  if (row.ended) throw unauthenticated(reasons[row.ended])
  if (row.is_due) await noteUse(db, row, ip)
  const { user_id, username, permission_codes, access, allowed_ips } = row
  return {
    caller: {
      user_id,
      session_id: null,
      kind: 'key',
      is_root: false,
      must_change_secret: false,
      username,
      permission_codes,
    },
    access,
    allowed_ips,
    writes: countOf(row),
  }
}

/** Whether an address is one of the addresses and networks; true if there are none. */
export function isAllowedFrom(ip: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  if (isIP(ip) === 0) return false
  const list = new BlockList()
  for (const one of allowed) {
    const [address = '', bits] = one.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
}
