import { and, desc, eq, inArray, isNull, notExists, notInArray, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { IdentityType } from '@/db/enums'
import { address } from '@/db/schema/address'
import { after_sale } from '@/db/schema/after_sale'
import { cart_item } from '@/db/schema/cart'
import { file_object } from '@/db/schema/file'
import { invoice } from '@/db/schema/invoice'
import { login_log } from '@/db/schema/log'
import { notice_read } from '@/db/schema/notice'
import { buyer, order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { coupon, promotion } from '@/db/schema/promotion'
import { idempotency } from '@/db/schema/request'
import { identity, known_network, session, user } from '@/db/schema/user'
import { maxCount, maxLines } from '@/lib/cart/schema'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { masked } from './account'
import { noProfile } from './closing'

/*
 * Merges two accounts of one person: the signed-in account stays, and the rows of the other account move to it. Locks
 * both users, so concurrent writes wait. Then writes for the ended account are refused, and writes for the remaining
 * account see the moved rows.
 */

interface Merge {
  /** The id of the account that ends. */
  from: number
  /** The id of the account that stays. */
  to: number
}

/** An identity that was dropped in a merge of two accounts, in masked form. */
export interface Dropped {
  type: IdentityType
  identifier: string
}

type MergeRule = { write(tx: Database, merge: Merge): Promise<unknown> } | { kept: string }

const moveAll = (table: PgTable & { user_id: PgColumn }, more: Record<string, SQL> = {}): MergeRule => ({
  write: (tx, { from, to }) =>
    tx
      .update(table)
      .set({ user_id: to, ...more })
      .where(eq(table.user_id, from)),
})

/** Combines the carts of both accounts, up to the limits of a line and of a cart. The newest lines are kept. */
async function mergeCarts(tx: Database, { from, to }: Merge): Promise<void> {
  const other = alias(cart_item, 'other')
  const same = and(eq(other.user_id, from), eq(other.sku_id, cart_item.sku_id))
  await tx
    .update(cart_item)
    .set({ count: sql`least(${cart_item.count} + ${other.count}, ${maxCount})` })
    .from(other)
    .where(and(eq(cart_item.user_id, to), same))
  await tx
    .update(cart_item)
    .set({ user_id: to })
    .where(
      and(
        eq(cart_item.user_id, from),
        notExists(
          tx
            .select({ id: other.id })
            .from(other)
            .where(and(eq(other.user_id, to), eq(other.sku_id, cart_item.sku_id))),
        ),
      ),
    )
  await tx.delete(cart_item).where(eq(cart_item.user_id, from))
  const kept = tx
    .select({ id: cart_item.id })
    .from(cart_item)
    .where(eq(cart_item.user_id, to))
    .orderBy(desc(cart_item.id))
    .limit(maxLines)
  await tx.delete(cart_item).where(and(eq(cart_item.user_id, to), notInArray(cart_item.id, kept)))
}

/**
 * Moves all coupons to the remaining account. Where both accounts together have more coupons of a promotion than one
 * customer can get, the newest unused coupons are revoked.
 */
async function mergeCoupons(tx: Database, { from, to }: Merge): Promise<void> {
  await tx.update(coupon).set({ user_id: to }).where(eq(coupon.user_id, from))
  const ranked = tx
    .select({
      id: coupon.id,
      rank: sql<number>`row_number() over (
        partition by ${coupon.promotion_id} order by ${coupon.order_id} is null, ${coupon.revoked_at} is not null, ${coupon.id})`.as(
        'rank',
      ),
      per_customer: promotion.per_customer,
    })
    .from(coupon)
    .innerJoin(promotion, eq(promotion.id, coupon.promotion_id))
    .where(eq(coupon.user_id, to))
    .as('ranked')
  const surplus = tx.select({ id: ranked.id }).from(ranked).where(sql`${ranked.rank} > ${ranked.per_customer}`)
  await tx
    .update(coupon)
    .set({ revoked_at: sql`now()` })
    .where(and(inArray(coupon.id, surplus), isNull(coupon.order_id), isNull(coupon.revoked_at)))
}

/** The merge rule of each table with a `user_id`. A test compares these tables with the schema. */
export const mergeRules: Record<string, MergeRule> = {
  order: moveAll(order),
  buyer: {
    // The orders' merge has already kept the earlier of both first payments.
    write: (tx, { from }) => tx.delete(buyer).where(eq(buyer.user_id, from)),
  },
  after_sale: moveAll(after_sale),
  invoice: moveAll(invoice),
  coupon: { write: mergeCoupons },
  address: {
    // The default of the remaining account stays.
    write: (tx, { from, to }) =>
      tx
        .update(address)
        .set({
          user_id: to,
          is_default: sql`${address.is_default} and not exists (select from address own where own.user_id = ${to} and own.is_default)`,
        })
        .where(eq(address.user_id, from)),
  },
  cart_item: { write: mergeCarts },
  identity: moveAll(identity),
  // The same person signed in, so that closing the account finds these rows.
  login_log: moveAll(login_log),
  idempotency: {
    // A retry under the same key gets the first response, also after the merge.
    async write(tx, { from, to }) {
      const own = alias(idempotency, 'own')
      const same = and(
        eq(own.user_id, to),
        eq(own.method, idempotency.method),
        eq(own.path, idempotency.path),
        eq(own.key, idempotency.key),
      )
      await tx
        .update(idempotency)
        .set({ user_id: to })
        .where(and(eq(idempotency.user_id, from), notExists(tx.select({ key: own.key }).from(own).where(same))))
      await tx.delete(idempotency).where(eq(idempotency.user_id, from))
    },
  },
  file_object: {
    // An avatar that is replaced by that of the remaining account is no longer in use.
    write: (tx, { from, to }) =>
      tx
        .update(file_object)
        .set({
          user_id: to,
          remove_at: sql`case when exists (
            select from "user" a join "user" b on b.id = ${to} and b.avatar_url is not null
            where a.id = ${from} and a.avatar_url = ${file_object.url}) then now() else ${file_object.remove_at} end`,
        })
        .where(eq(file_object.user_id, from)),
  },
  notice_read: {
    // Notices that either account has read are read.
    async write(tx, { from, to }) {
      const own = alias(notice_read, 'own')
      const same = and(eq(own.user_id, to), eq(own.notice_id, notice_read.notice_id))
      await tx
        .update(notice_read)
        .set({ user_id: to })
        .where(and(eq(notice_read.user_id, from), notExists(tx.select({ id: own.notice_id }).from(own).where(same))))
      await tx.delete(notice_read).where(eq(notice_read.user_id, from))
    },
  },
  session: {
    // Sessions end: the person signs in again, to the remaining account.
    write: (tx, { from }) => tx.delete(session).where(eq(session.user_id, from)),
  },
  known_network: {
    // The password that was used there no longer exists.
    write: (tx, { from }) => tx.delete(known_network).where(eq(known_network.user_id, from)),
  },
  user_group: { kept: 'only staff belong to groups, and staff are not merged' },
  oper_log: { kept: 'only staff are actors of the audit log' },
  view: { kept: 'only staff have views of lists' },
}

/**
 * Merges a locked customer into another locked customer. The remaining account keeps its password and its identities;
 * identities of the merged account with the same types are dropped and returned. Throws `in_use` while either account
 * has an open payment, because the provider reports a payment for its payer and order.
 */
export async function mergeCustomers(tx: Database, merge: Merge): Promise<Dropped[]> {
  const { from, to } = merge
  const underWay = await tx
    .select({ id: payment.id })
    .from(payment)
    .innerJoin(order, eq(order.id, payment.order_id))
    .where(and(inArray(order.user_id, [from, to]), inArray(payment.status, ['created', 'prepaid', 'closing'])))
    .limit(1)
  if (underWay.length > 0)
    throw problem('in_use', { detail: 'One of the accounts has a payment under way: finish it or cancel the order.' })
  const types = tx.select({ type: identity.type }).from(identity).where(eq(identity.user_id, to))
  const dropped = await tx
    .delete(identity)
    .where(and(eq(identity.user_id, from), inArray(identity.type, types)))
    .returning({ type: identity.type, identifier: identity.identifier })
  for (const rule of Object.values(mergeRules)) if ('write' in rule) await rule.write(tx, merge)
  await fillProfile(tx, merge)
  await tx.update(user).set({ merged_into: to }).where(eq(user.merged_into, from))
  await tx
    .update(user)
    .set({ ...noProfile, deleted_at: sql`now()`, merged_into: to })
    .where(eq(user.id, from))
  return dropped.map(maskedIdentity)
}

export const maskedIdentity = ({ type, identifier }: Dropped): Dropped => ({ type, identifier: masked(identifier) })

/**
 * Fills empty fields in the profile of the remaining account with values of the merged account. The remarks of staff on
 * both accounts are kept.
 */
async function fillProfile(tx: Database, { from, to }: Merge): Promise<void> {
  const other = alias(user, 'other')
  await tx
    .update(user)
    .set({
      nickname: sql`coalesce(nullif(${user.nickname}, ''), ${other.nickname})`,
      avatar_url: sql`coalesce(${user.avatar_url}, ${other.avatar_url})`,
      birthday: sql`coalesce(${user.birthday}, ${other.birthday})`,
      gender: sql`case when ${user.gender} = 'unknown' then ${other.gender} else ${user.gender} end`,
      remark: sql`left(concat_ws(chr(10), nullif(${user.remark}, ''), nullif(${other.remark}, '')), 500)`,
      version: sql`${user.version} + 1`,
    })
    .from(other)
    .where(and(eq(user.id, to), eq(other.id, from)))
}
