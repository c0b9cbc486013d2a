import { and, desc, eq, sql } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import { user } from '@/db/schema/user'
import { addressesOf } from '@/lib/address/queries'
import { hasCharacters } from '@/lib/kit/api/rows/hits'
import { beginsWith, contains, hasTag, newestList } from '@/lib/kit/api/rows/list'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { profileColumns } from '@/lib/kit/people/columns'
import { receiverText } from '@/lib/order/desk/cms-search'
import { CustomerQuery } from './schema'

const columns = {
  ...profileColumns,
  external_id: user.external_id,
  tags: user.tags,
  deleted_at: user.deleted_at,
  order_count: sql<number>`(select count(*)::int from "order" o where o.user_id = "user".id)`,
  paid_amount: sql`(select coalesce(sum(o.paid_amount), 0) from "order" o where o.user_id = "user".id)`.mapWith(Number),
}

export const isCustomer = sql`${user.kind} = 'customer' and ${user.deleted_at} is null`

/**
 * `q` is part of the nickname, the beginning of an account, or the name or phone number of a receiver; each is searched
 * with its own index.
 */
const declared = {
  table: user,
  query: CustomerQuery,
  columns,
  filters: {
    status: user.status,
    external_id: user.external_id,
    tag: hasTag(user.tags),
    q: sql`${user.id} in (
      select u.id from "user" u
      where u.kind = 'customer' and grams(u.nickname) @> search_grams(${sql.placeholder('q')}::text) and ${contains(sql`u.nickname`, sql.placeholder('q'))}
      union select i.user_id from identity i
      where i.type <> 200 and ${beginsWith(sql`i.identifier`, sql`folded(${sql.placeholder('q')}::text)`)}
      union select i.user_id from identity i
      where i.type <> 200 and ${beginsWith(sql`i.identifier`, sql`phone_key(${sql.placeholder('q')}::text)`)}
      union select o.user_id from "order" o where phone_key(o.receiver ->> 'mobile') = phone_key(${sql.placeholder('q')}::text)
      union select "order".user_id from "order"
      where char_length(${sql.placeholder('q')}::text) >= 2 and ${hasCharacters(receiverText, sql.placeholder('q'))}
        and ${contains(sql`"order".receiver ->> 'name'`, sql.placeholder('q'))})`,
  },
}

const listOpen = newestList('customers', { ...declared, base: isCustomer })
const listAll = newestList('customers_with_closed', { ...declared, base: sql`${user.kind} = 'customer'` })

/** One page, newest first. With `updated_from`, also closed accounts, of which a program has to learn. */
export const list: typeof listOpen = ({ db, query }) =>
  query.updated_from === undefined ? listOpen({ db, query }) : listAll({ db, query })

/** Returns a customer with addresses and the latest ten orders. Throws `not_found`. */
export async function readCustomerDetail(db: Database, id: number) {
  const [[customer], addresses, orders] = await Promise.all([
    db
      .select(columns)
      .from(user)
      .where(and(isCustomer, eq(user.id, id))),
    addressesOf(db, id),
    db.select().from(order).where(eq(order.user_id, id)).orderBy(desc(order.id)).limit(10),
  ])
  return { ...found(customer, 'customer'), addresses, orders }
}
