import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { former_customer, type Had, identity } from '@/db/schema/user'
import type { Database } from '@/lib/kit/database'
import { signatureOf } from '@/lib/kit/signature'

/* Keeps a hash of the openid, so that closing and reopening an account gives no benefits of newcomers again. */

export const formerCustomerDays = 400

/** Keyed with NEXTAUTH_SECRET: after a change of the secret, the shop does not recognize former customers. */
const hashOf = (openid: string) => signatureOf('former-customer', openid)

/** Whether the customer has a mini-program identity, which is required to pay. */
export const isVerified = (user_id: SQLWrapper) =>
  sql<boolean>`exists (select from identity where user_id = ${user_id} and type = 200)`

/** Has a mini-program user and has never paid an order, not even in a closed account. */
export const isNewcomer = (user_id: SQLWrapper) => sql`exists (
    select from identity where user_id = ${user_id} and type = 200 and not is_returning)
  and not exists (select from buyer where user_id = ${user_id})`

export type Former = Pick<typeof identity.$inferSelect, 'is_returning' | 'had'>

/** Values of a new identity: what the mini-program user was and had in closed accounts. */
export async function formerCustomer(tx: Database, openid: string): Promise<Former> {
  const { is_returning, had } = former_customer
  const [known] = await tx
    .select({ is_returning, had })
    .from(former_customer)
    .where(eq(former_customer.openid_hash, hashOf(openid)))
  return known ?? { is_returning: false, had: {} }
}

/** In closed accounts, of a promotion or of a SKU in a deal (`promotion/sku`). A number. */
export const hadBefore = (user_id: SQLWrapper, key: SQLWrapper) => sql<number>`coalesce((
  select (had ->> (${key})::text)::int from identity where user_id = ${user_id} and type = 200), 0)`

/** Call before the coupons and identities of a closed account are deleted. Keeps nothing if there was nothing. */
export async function rememberCustomer(tx: Database, user_id: number): Promise<void> {
  const id = sql`${user_id}::int`
  const ofOrders = sql`"order" o join order_discount d on d.order_id = o.id
    join promotion p on p.id = d.promotion_id and p.per_customer is not null and p.coupon_source is null`
  const [known] = await tx
    .select({
      openid: identity.identifier,
      is_returning: sql<boolean>`is_returning
        or exists (select from buyer b where b.user_id = ${id})
        or exists (
          select from coupon c join promotion p on p.id = c.promotion_id
          where c.user_id = ${id} and (c.source = 'registration' or p.audience = 'first_order'))`,
      had: sql<Had>`(
        select coalesce(jsonb_object_agg(key, count), '{}') from (
          select key, sum(count)::int as count from (
            select key, value::int as count from jsonb_each_text(had)
            union all
            select promotion_id::text, 1 from coupon where user_id = ${id}
            union all
            select p.id::text, 1 from ${ofOrders} where o.user_id = ${id} and o.status <> 'cancelled' and p.gives <> 'deal'
            union all
            select p.id || '/' || i.sku_id, coalesce(share.pieces, i.count)
            from ${ofOrders} join order_item_discount share on share.order_discount_id = d.id
              join order_item i on i.id = share.order_item_id
            where o.user_id = ${id} and o.status <> 'cancelled' and p.gives = 'deal') one
          group by key) each)`,
    })
    .from(identity)
    .where(and(eq(identity.user_id, user_id), eq(identity.type, 200)))
  if (!known || (!known.is_returning && Object.keys(known.had).length === 0)) return
  const { openid, ...kept } = known
  const values = { ...kept, closed_at: sql`now()` }
  await tx
    .insert(former_customer)
    .values({ openid_hash: hashOf(openid), ...values })
    .onConflictDoUpdate({ target: former_customer.openid_hash, set: values })
}
