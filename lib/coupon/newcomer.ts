import { type SQLWrapper, sql } from 'drizzle-orm'
import { buyer } from '@/db/schema/order'
import { coupon, promotion } from '@/db/schema/promotion'
import { former_customer, identity } from '@/db/schema/user'
import { signatureOf } from '@/lib/kit/api/run/signature'
import type { Database } from '@/lib/kit/database'

/*
 * Customers who have not bought anything yet get coupons and promotions of their own. A mini-program user who closes the
 * account and opens another one must not get them again, so closing an account keeps a hash of the openid.
 */

/** The number of days for which the hash of a former customer's openid is kept. */
export const formerCustomerDays = 400

/**
 * The hash of an openid, keyed with NEXTAUTH_SECRET: after a change of the secret, the shop does not recognize former
 * customers.
 */
const hashOf = (openid: string) => signatureOf('former-customer', openid)

/**
 * The condition for new customers: they have a mini-program user and have never paid an order, not even in an account
 * that was closed.
 */
export const isNewcomer = (user_id: SQLWrapper) => sql`exists (
    select from identity where user_id = ${user_id} and type = 200 and not is_returning)
  and not exists (select from buyer where user_id = ${user_id})`

/** Whether this mini-program user has closed an account after paying an order or getting a coupon for new customers. */
export async function isFormerCustomer(tx: Database, openid: string): Promise<boolean> {
  return (await tx.$count(former_customer, sql`openid_hash = ${hashOf(openid)}`)) > 0
}

/**
 * Keeps a hash of the openid of a customer whose account is being closed, if the customer has paid an order or has got a
 * coupon for new customers. Called before the coupons and identities are deleted.
 */
export async function rememberCustomer(tx: Database, user_id: number): Promise<void> {
  const [known] = await tx
    .select({ openid: identity.identifier })
    .from(identity)
    .where(sql`${identity.user_id} = ${user_id} and ${identity.type} = 200 and (${identity.is_returning}
      or exists (select from ${buyer} where ${buyer.user_id} = ${user_id})
      or exists (
        select from ${coupon} join ${promotion} on ${promotion.id} = ${coupon.promotion_id}
        where ${coupon.user_id} = ${user_id}
          and (${coupon.source} = 'registration' or ${promotion.audience} = 'first_order')))`)
  if (!known) return
  const closed_at = sql`now()`
  await tx
    .insert(former_customer)
    .values({ openid_hash: hashOf(known.openid), closed_at })
    .onConflictDoUpdate({ target: former_customer.openid_hash, set: { closed_at } })
}
