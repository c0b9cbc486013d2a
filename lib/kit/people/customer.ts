import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { profileColumns } from './columns'
import type { customer } from './schema'

/** Selects the customer whose id is the value of `user_id`, as a JSON object. */
export const customerOf = (user_id: SQL) => sql<z.input<typeof customer>>`(
  select json_build_object('id', "user".id, 'nickname', "user".nickname, 'avatar_url', "user".avatar_url,
    'username', ${profileColumns.username}, 'mobile', ${profileColumns.mobile})
  from "user" where "user".id = ${user_id})`

/**
 * Selects id and name of the user whose id is in `column`; null: no user. The name is the nickname, else the account
 * name, else `#` and the id.
 */
export const nameOf = (column: string) =>
  sql.raw(`(
    select json_build_object('id', doer.id, 'name', coalesce(nullif(doer.nickname, ''), known.identifier, '#' || doer.id))
    from "user" doer left join identity known on known.user_id = doer.id and known.type = 100 where doer.id = ${column})`)
