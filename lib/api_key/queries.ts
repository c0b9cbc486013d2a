import { eq, sql } from 'drizzle-orm'
import { statement } from '@/db/connection/statement'
import type { keyStatuses } from '@/db/enums'
import { api_key } from '@/db/schema/api_key'
import { heldCodes, isMakerActive } from '@/lib/kit/api/endpoint/key'
import { contains, pageList } from '@/lib/kit/api/rows/list'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { nameOf } from '@/lib/kit/people/customer'
import { ApiKeyQuery } from './schema'

type Status = (typeof keyStatuses)[number]

const name = sql<string>`(select named.nickname from "user" named where named.id = api_key.id)`

/** A value from the row `k` of the key and the row `m` of its maker. */
const ofMaker = <T>(value: ReturnType<typeof sql.raw>) =>
  sql<T>`(select ${value} from api_key k join "user" m on m.id = k.created_by where k.id = api_key.id)`

const status = sql<Status>`case when api_key.revoked_at is not null then 'revoked'
  when api_key.expires_at <= now() then 'expired' when not ${ofMaker(isMakerActive)} then 'maker_inactive'
  else 'active' end`

/** In a statement about `api_key`. */
const columns = {
  id: api_key.id,
  name: name.as('name'),
  hint: api_key.hint,
  status,
  permission_codes: api_key.permission_codes,
  lost_codes: sql<string[]>`array(select code from unnest(api_key.permission_codes) as code
    where code <> all(${ofMaker(heldCodes)}::text[]) order by code)`,
  access: api_key.access,
  allowed_ips: api_key.allowed_ips,
  mcp: api_key.mcp,
  expires_at: api_key.expires_at,
  revoked_at: api_key.revoked_at,
  made_by: sql<{ id: number; name: string }>`${nameOf('api_key.created_by')}`,
  last_used_at: api_key.last_used_at,
  last_ip: api_key.last_ip,
  unused: sql<boolean>`${status} = 'active'
    and coalesce(api_key.last_used_at, api_key.created_at) < now() - interval '90 days'`,
  previous_until: sql<Date | null>`case when api_key.previous_until > now() then api_key.previous_until end`.mapWith(
    api_key.previous_until,
  ),
  previous_used_at: api_key.previous_used_at,
  created_at: api_key.created_at,
  updated_at: api_key.updated_at,
  version: api_key.version,
}

/** Newest first by default. */
export const list = pageList('api_keys', {
  table: api_key,
  query: ApiKeyQuery,
  columns,
  filters: { status: sql`${status} = ${sql.placeholder('status')}`, q: contains(name, sql.placeholder('q')) },
})

const keyStatement = statement('read_api_key', (db) =>
  db
    .select(columns)
    .from(api_key)
    .where(eq(api_key.id, sql.placeholder('id'))),
)

/** Throws `not_found`. */
export async function readKey(db: Database, id: number) {
  const [key] = await keyStatement(db, { id })
  return found(key, 'API key')
}
