import { and, eq, gt, inArray, isNull, ne, notInArray, notLike, or, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { address } from '@/db/schema/address'
import { after_sale } from '@/db/schema/after_sale'
import { cart_item } from '@/db/schema/cart'
import { invoice } from '@/db/schema/invoice'
import { login_log, oper_log } from '@/db/schema/log'
import { notice_read } from '@/db/schema/notice'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { coupon } from '@/db/schema/promotion'
import { idempotency } from '@/db/schema/request'
import { shipping_report } from '@/db/schema/shipping_report'
import { identity, known_network, session, user } from '@/db/schema/user'
import { rememberCustomer } from '@/lib/coupon/newcomer'
import { releasePictures } from '@/lib/file/pictures'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { mask } from '@/lib/kit/logged-text'
import { wrongSecret } from './proof'

/**
 * The rule for a table when an account is closed: `write` removes the data of the account, or `kept` is the reason why
 * the data stays.
 */
type CloseRule = { write(tx: Database, user_id: number): Promise<unknown> } | { kept: string }

const remove = (table: PgTable & { user_id: PgColumn }): CloseRule => ({
  write: (tx, user_id) => tx.delete(table).where(eq(table.user_id, user_id)),
})

/** The rule of each table with a `user_id` when an account is closed. A test compares these tables with the schema. */
export const closeRules: Record<string, CloseRule> = {
  session: remove(session),
  known_network: remove(known_network),
  idempotency: remove(idempotency),
  notice_read: remove(notice_read),
  identity: {
    async write(tx, user_id) {
      await rememberCustomer(tx, user_id)
      await tx.delete(identity).where(eq(identity.user_id, user_id))
    },
  },
  address: remove(address),
  cart_item: remove(cart_item),
  coupon: remove(coupon),
  file_object: { write: releasePictures },
  order: {
    write: (tx, user_id) =>
      tx
        .update(order)
        .set({ remark: '' })
        .where(and(eq(order.user_id, user_id), ne(order.remark, ''))),
  },
  after_sale: {
    write: (tx, user_id) =>
      tx.update(after_sale).set({ description: '', dispute_description: '' }).where(eq(after_sale.user_id, user_id)),
  },
  invoice: {
    // The law wants the title, the tax number, the amount and the number for ten years. The file is removed with the others.
    write: (tx, user_id) =>
      tx
        .update(invoice)
        .set({ email: null, phone: null, bank: null, bank_account: null, address: null })
        .where(eq(invoice.user_id, user_id)),
  },
  buyer: { kept: 'the time of the first payment, so that figures of past days do not change' },
  login_log: { kept: 'masked together with the sign-ins of merged accounts' },
  oper_log: { kept: 'only staff are actors of the audit log; rows about the customer are masked' },
  user_group: { kept: 'only staff belong to groups' },
  view: { kept: 'only staff have views of lists' },
}

/**
 * Closes the account of a locked customer. Orders stay with their receiver, because the law and after-sale service need
 * them. The time of the first payment (`buyer`) stays too, so that figures of past days do not change. All other texts
 * about the customer are deleted, or masked where the row is kept. Throws `in_use` while an order is in progress or a
 * case is open, or 400 `wrong` if the password was changed after it was verified.
 */
export async function closeAccount(
  tx: Database,
  user_id: number,
  /** The hash of the password that was verified; undefined or null: the customer was verified by a code of wx.login. */
  verified_hash: string | null | undefined,
): Promise<void> {
  const openOrders = await tx.$count(order, and(eq(order.user_id, user_id), sql`status in ('unpaid', 'paid')`))
  if (openOrders > 0) throw problem('in_use', { detail: `Orders that are unpaid or not yet shipped: ${openOrders}.` })
  const openCases = await tx.$count(after_sale, and(eq(after_sale.user_id, user_id), eq(after_sale.open, true)))
  if (openCases > 0) throw problem('in_use', { detail: `Return requests that are open: ${openCases}.` })
  for (const rule of Object.values(closeRules)) if ('write' in rule) await rule.write(tx, user_id)
  const orders = tx.select({ id: order.id }).from(order).where(eq(order.user_id, user_id))
  // Reports of shipping name the payer; the payer is removed from pending reports.
  const reporting = tx
    .select({ id: shipping_report.payment_id })
    .from(shipping_report)
    .where(eq(shipping_report.status, 'waiting'))
  await tx
    .update(payment)
    .set({ payer: mask })
    .where(and(inArray(payment.order_id, orders), notInArray(payment.id, reporting)))
  const closed = await tx
    .update(user)
    .set({ ...noProfile, deleted_at: sql`now()` })
    .where(and(eq(user.id, user_id), verified_hash ? eq(user.secret_hash, verified_hash) : undefined))
    .returning({ id: user.id })
  if (closed.length === 0) throw wrongSecret('secret')
  const merged = await tx.select({ id: user.id }).from(user).where(eq(user.merged_into, user_id))
  await maskLogs(tx, [user_id, ...merged.map(({ id }) => id)])
}

/** The empty profile that a closed account gets. */
export const noProfile = {
  nickname: '',
  avatar_url: null,
  birthday: null,
  gender: 'unknown',
  remark: '',
  secret_hash: null,
} as const

/** Masks the texts in the fields of an audit row. The status is not masked, because it is a value of a closed list. */
const maskedFields = (fields: (typeof oper_log)['before' | 'after' | 'params']) => sql`coalesce((
  select jsonb_object_agg(key, case when jsonb_typeof(value) = 'string' and key <> 'status' then to_jsonb(${mask}::text) else value end)
  from jsonb_each(${fields})), ${fields})`

/** Masks the personal data of these customers in logs. Returns the number of changed rows. */
async function maskLogs(tx: Database, user_ids: number[]): Promise<number> {
  const logins = await tx
    .update(login_log)
    .set({ account: sql`left(${login_log.account}, 2) || ${mask}` })
    .where(and(inArray(login_log.user_id, user_ids), notLike(login_log.account, `%${mask}`)))
    .returning({ id: login_log.id })
  const [before, after, params] = [oper_log.before, oper_log.after, oper_log.params].map(maskedFields)
  const target_name = sql`case when ${oper_log.target_name} is null then null else ${mask} end`
  const operations = await tx
    .update(oper_log)
    .set({ before, after, params, target_name })
    .where(
      and(
        eq(oper_log.target_type, 'customer'),
        inArray(oper_log.target_id, user_ids.map(String)),
        or(
          sql`${before} is distinct from ${oper_log.before}`,
          sql`${after} is distinct from ${oper_log.after}`,
          sql`${params} is distinct from ${oper_log.params}`,
          sql`${target_name} is distinct from ${oper_log.target_name}`,
        ),
      ),
    )
    .returning({ id: oper_log.id })
  return logins.length + operations.length
}

/**
 * Masks log rows of closed accounts that were written while the account was being closed. Such rows exist because a
 * refused sign-in or an edit by staff is logged in a separate transaction. Returns the number of changed rows.
 */
export async function maskLogsOfClosed(db: Database): Promise<number> {
  const stayed = alias(user, 'stayed')
  // A merged account counts as closed if the account that it was merged into is closed.
  const closed = await db
    .select({ id: user.id })
    .from(user)
    .innerJoin(stayed, or(eq(stayed.id, user.id), eq(stayed.id, user.merged_into)))
    .where(
      and(
        eq(stayed.kind, 'customer'),
        isNull(stayed.merged_into),
        gt(stayed.deleted_at, sql`now() - interval '7 days'`),
      ),
    )
  const ids = closed.map(({ id }) => id)
  return ids.length === 0 ? 0 : maskLogs(db, ids)
}
