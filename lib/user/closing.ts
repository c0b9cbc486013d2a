import { and, eq, gt, inArray, isNull, notInArray, notLike, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { after_sale } from '@/db/schema/after_sale'
import { login_log, oper_log } from '@/db/schema/log'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { shipping_report } from '@/db/schema/shipping_report'
import { identity, user } from '@/db/schema/user'
import { recordEvent } from '@/lib/event/record'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { mask } from '@/lib/kit/logged-text'
import { accountRules } from './account-rules'
import { wrongSecret } from './proof'

/**
 * The customer must be locked. Orders keep their receiver, for the law and after-sale service, and `buyer` keeps
 * figures of past days. Other texts are deleted or masked. Throws `in_use` while an order is in progress or a case is
 * open, or 400 `wrong` if the password was changed after it was verified.
 */
export async function closeAccount(
  tx: Database,
  user_id: number,
  /** undefined or null: verified by a code of wx.login. */
  verified_hash: string | null | undefined,
): Promise<void> {
  const openOrders = await tx.$count(order, and(eq(order.user_id, user_id), sql`status in ('unpaid', 'paid')`))
  if (openOrders > 0) throw problem('in_use', { detail: `Orders that are unpaid or not yet shipped: ${openOrders}.` })
  const openCases = await tx.$count(after_sale, and(eq(after_sale.user_id, user_id), eq(after_sale.open, true)))
  if (openCases > 0) throw problem('in_use', { detail: `Return requests that are open: ${openCases}.` })
  const openids = await tx.select({ openid: identity.identifier }).from(identity).where(eq(identity.user_id, user_id))
  for (const { close } of Object.values(accountRules)) if (typeof close === 'function') await close(tx, user_id)
  const orders = tx.select({ id: order.id }).from(order).where(eq(order.user_id, user_id))
  // Reports of shipping name the payer; the payer is removed from pending reports.
  const reporting = tx
    .select({ id: shipping_report.payment_id })
    .from(shipping_report)
    .where(eq(shipping_report.status, 'waiting'))
  await tx
    .update(payment)
    .set({ payer: mask })
    .where(
      and(
        // Also what was paid for others.
        or(
          inArray(payment.order_id, orders),
          inArray(
            payment.payer,
            openids.map(({ openid }) => openid),
          ),
        ),
        notInArray(payment.id, reporting),
      ),
    )
  const closed = await tx
    .update(user)
    .set({ ...noProfile, deleted_at: sql`now()` })
    .where(and(eq(user.id, user_id), verified_hash ? eq(user.secret_hash, verified_hash) : undefined))
    .returning({ id: user.id })
  if (closed.length === 0) throw wrongSecret('secret')
  const merged = await tx.select({ id: user.id }).from(user).where(eq(user.merged_into, user_id))
  await maskLogs(tx, [user_id, ...merged.map(({ id }) => id)])
  await recordEvent(tx, 'customer.closed', { resource_id: user_id, actor_id: user_id, data: {} })
}

/** For a closed account. */
export const noProfile = {
  nickname: '',
  avatar_url: null,
  birthday: null,
  gender: 'unknown',
  remark: '',
  external_id: null,
  tags: [],
  secret_hash: null,
} satisfies Partial<typeof user.$inferInsert>

/** The status is a value of a closed list. */
const maskedFields = (fields: (typeof oper_log)['before' | 'after' | 'params']) => sql`coalesce((
  select jsonb_object_agg(key, case when jsonb_typeof(value) in ('string', 'array') and key <> 'status' then to_jsonb(${mask}::text) else value end)
  from jsonb_each(${fields})), ${fields})`

/** Returns the number of changed rows. */
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

/** A refused sign-in or an edit by staff writes such rows in its own transaction while an account is being closed. */
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
