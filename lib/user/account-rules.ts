import { and, desc, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { address } from '@/db/schema/address'
import { after_sale } from '@/db/schema/after_sale'
import { cart_item } from '@/db/schema/cart'
import { file_object } from '@/db/schema/file'
import { invoice } from '@/db/schema/invoice'
import { login_log } from '@/db/schema/log'
import { notice_read } from '@/db/schema/notice'
import { buyer, order } from '@/db/schema/order'
import { coupon, promotion } from '@/db/schema/promotion'
import { idempotency } from '@/db/schema/request'
import { identity, known_network, session } from '@/db/schema/user'
import { maxCount, maxLines } from '@/lib/cart/schema'
import { releasePictures } from '@/lib/file/pictures'
import type { Database } from '@/lib/kit/database'
import { deleteCoupons } from '@/lib/pricing/issue'
import { hadBefore, rememberCustomer } from '@/lib/pricing/newcomer'

export interface Merge {
  /** The account that ends. */
  from: number
  /** The account that stays. */
  to: number
}

/** `kept`: why the rows stay as they are. */
type Rule<Of> = ((tx: Database, of: Of) => Promise<unknown>) | { kept: string }

/** For a table with a `user_id`. */
interface AccountRules {
  merge: Rule<Merge>
  close: Rule<number>
}

type UserTable = PgTable & { user_id: PgColumn }

const moveAll =
  (table: UserTable): Rule<Merge> =>
  (tx, { from, to }) =>
    tx.update(table).set({ user_id: to }).where(eq(table.user_id, from))

/** Deletes rows whose `keys` the remaining account has. */
const moveMissing =
  (table: UserTable, ...keys: PgColumn[]) =>
  async (tx: Database, { from, to }: Merge): Promise<void> => {
    const isSame = sql.join(
      keys.map((key) => sql`own.${sql.identifier(key.name)} = ${key}`),
      sql` and `,
    )
    await tx
      .update(table)
      .set({ user_id: to })
      .where(
        and(
          eq(table.user_id, from),
          sql`not exists (select from ${table} own where own.user_id = ${to} and ${isSame})`,
        ),
      )
    await tx.delete(table).where(eq(table.user_id, from))
  }

const removeOfEnded =
  (table: UserTable): Rule<Merge> =>
  (tx, { from }) =>
    tx.delete(table).where(eq(table.user_id, from))

const removeAll =
  (table: UserTable): Rule<number> =>
  (tx, user_id) =>
    tx.delete(table).where(eq(table.user_id, user_id))

/** Combines up to the limits of a line and of a cart. The newest lines are kept. */
async function mergeCarts(tx: Database, merge: Merge): Promise<void> {
  const { from, to } = merge
  const other = alias(cart_item, 'other')
  const same = and(eq(other.user_id, from), eq(other.sku_id, cart_item.sku_id))
  await tx
    .update(cart_item)
    .set({ count: sql`least(${cart_item.count} + ${other.count}, ${maxCount})` })
    .from(other)
    .where(and(eq(cart_item.user_id, to), same))
  await moveMissing(cart_item, cart_item.sku_id)(tx, merge)
  const kept = tx
    .select({ id: cart_item.id })
    .from(cart_item)
    .where(eq(cart_item.user_id, to))
    .orderBy(desc(cart_item.id))
    .limit(maxLines)
  await tx.delete(cart_item).where(and(eq(cart_item.user_id, to), notInArray(cart_item.id, kept)))
}

/** Revokes the newest unused ones above what one customer can get. */
async function mergeCoupons(tx: Database, { from, to }: Merge): Promise<void> {
  await tx.update(coupon).set({ user_id: to }).where(eq(coupon.user_id, from))
  const ranked = tx
    .select({
      id: coupon.id,
      rank: sql<number>`row_number() over (
        partition by ${coupon.promotion_id} order by ${coupon.order_id} is null, ${coupon.revoked_at} is not null, ${coupon.id})`.as(
        'rank',
      ),
      promotion_id: coupon.promotion_id,
      per_customer: promotion.per_customer,
    })
    .from(coupon)
    .innerJoin(promotion, eq(promotion.id, coupon.promotion_id))
    .where(eq(coupon.user_id, to))
    .as('ranked')
  const had = hadBefore(sql`${to}::int`, sql`${ranked.promotion_id}`)
  const surplus = tx.select({ id: ranked.id }).from(ranked).where(sql`${ranked.rank} + ${had} > ${ranked.per_customer}`)
  await tx
    .update(coupon)
    .set({ revoked_at: sql`now()` })
    .where(and(inArray(coupon.id, surplus), isNull(coupon.order_id), isNull(coupon.revoked_at)))
}

/** In the order in which they run. A test compares these tables with the schema. */
export const accountRules: Record<string, AccountRules> = {
  session: {
    // Sessions end: the person signs in again, to the remaining account.
    merge: removeOfEnded(session),
    close: removeAll(session),
  },
  known_network: {
    // The password that was used there no longer exists.
    merge: removeOfEnded(known_network),
    close: removeAll(known_network),
  },
  idempotency: {
    // A retry under the same key gets the first response, also after the merge.
    merge: moveMissing(idempotency, idempotency.method, idempotency.path, idempotency.key),
    close: removeAll(idempotency),
  },
  notice_read: {
    // Notices that either account has read are read.
    merge: moveMissing(notice_read, notice_read.notice_id),
    close: removeAll(notice_read),
  },
  identity: {
    merge: moveAll(identity),
    // Reads the coupons of the account, which are deleted below.
    async close(tx, user_id) {
      await rememberCustomer(tx, user_id)
      await tx.delete(identity).where(eq(identity.user_id, user_id))
    },
  },
  order: {
    merge: moveAll(order),
    close: (tx, user_id) =>
      tx
        .update(order)
        .set({ remark: '' })
        .where(and(eq(order.user_id, user_id), ne(order.remark, ''))),
  },
  buyer: {
    // The rule of `order` has already kept the earlier of both first payments.
    merge: removeOfEnded(buyer),
    close: { kept: 'the time of the first payment, so that figures of past days do not change' },
  },
  after_sale: {
    merge: moveAll(after_sale),
    close: (tx, user_id) =>
      tx.update(after_sale).set({ description: '', dispute_description: '' }).where(eq(after_sale.user_id, user_id)),
  },
  invoice: {
    merge: moveAll(invoice),
    // The law requires title, tax number, amount and number for ten years. The rule of `file_object` removes the file.
    close: (tx, user_id) =>
      tx
        .update(invoice)
        .set({ email: null, phone: null, bank: null, bank_account: null, address: null })
        .where(eq(invoice.user_id, user_id)),
  },
  coupon: { merge: mergeCoupons, close: deleteCoupons },
  address: {
    // The default of the remaining account stays.
    merge: (tx, { from, to }) =>
      tx
        .update(address)
        .set({
          user_id: to,
          is_default: sql`${address.is_default} and not exists (select from address own where own.user_id = ${to} and own.is_default)`,
        })
        .where(eq(address.user_id, from)),
    close: removeAll(address),
  },
  cart_item: { merge: mergeCarts, close: removeAll(cart_item) },
  file_object: {
    // An avatar that is replaced by that of the remaining account is no longer in use.
    merge: (tx, { from, to }) =>
      tx
        .update(file_object)
        .set({
          user_id: to,
          remove_at: sql`case when exists (
            select from "user" a join "user" b on b.id = ${to} and b.avatar_url is not null
            where a.id = ${from} and a.avatar_url = ${file_object.url}) then now() else ${file_object.remove_at} end`,
        })
        .where(eq(file_object.user_id, from)),
    close: releasePictures,
  },
  login_log: {
    // The same person signed in, so that closing the account finds these rows.
    merge: moveAll(login_log),
    close: { kept: 'masked together with the sign-ins of merged accounts' },
  },
  oper_log: {
    merge: { kept: 'only staff are actors of the audit log' },
    close: { kept: 'only staff are actors of the audit log; rows about the customer are masked' },
  },
  user_group: {
    merge: { kept: 'only staff belong to groups, and staff are not merged' },
    close: { kept: 'only staff belong to groups' },
  },
  view: {
    merge: { kept: 'only staff have views of lists' },
    close: { kept: 'only staff have views of lists' },
  },
}
