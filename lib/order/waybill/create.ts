import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { openWaybillStates } from '@/db/enums'
import { order } from '@/db/schema/order'
import { sku } from '@/db/schema/product'
import { carrier_account, waybill, waybill_order } from '@/db/schema/waybill'
import { accountProblem } from '@/lib/carrier_account/usable'
import { requireEntry } from '@/lib/dict/entry'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { insertRow } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { claimedUntil } from '@/lib/kit/job/claim'
import { mask } from '@/lib/kit/logged-text'
import type { Staff } from '@/lib/kit/people/actor'
import { lockTogether } from '@/lib/order/desk/together'
import { planParcel } from '@/lib/order/ship/ship'
import { digestOf } from './receiver'
import { openidOf } from './request'
import type { WaybillInput } from './schema'

/** Usable, and locked. Throws `invalid_request` at `account_id`. */
async function lockAccount(tx: Database, id: number) {
  const [account] = await tx.select().from(carrier_account).where(eq(carrier_account.id, id)).for('share')
  if (!account) throw invalid('body', 'account_id', 'not_found', 'There is no such carrier account.')
  const reason = accountProblem(account)
  if (reason !== null)
    throw invalid('body', 'account_id', `account_${reason}`, `The carrier account cannot be used: ${reason}.`)
  await requireEntry(tx, { type: 'carrier', value: account.delivery_id, field: 'account_id' })
  return account
}

/**
 * Writes the waybill that the platform is asked for next, and claims it for two minutes. Throws the problems of
 * `planParcel`, `already_exists` with the open waybill of an order as `waybill_id`, or `invalid_request`.
 */
export async function insertWaybill(
  tx: Database,
  { order_id, account_id, items, remark, ...input }: z.output<typeof WaybillInput>,
  { actor, settings }: { actor: Staff; settings: Settings },
): Promise<number> {
  const all = await lockTogether(tx, order_id, { ...input, items })
  const plans: Awaited<ReturnType<typeof planParcel>>[] = []
  for (const { id, version } of all) plans.push(await planParcel(tx, id, { method: 'express', items, version }))
  const first = plans.find(({ locked }) => locked.id === order_id)?.locked
  if (!first) throw new Error('the first order is not among the locked ones')
  const { mobile } = first.receiver
  if (!mobile || mobile === mask)
    throw invalid('body', 'order_id', 'no_phone', 'The receiver has no phone number, which carriers need.')
  const ids = plans.map(({ locked }) => locked.id)
  const payers = await tx.select({ openid: openidOf }).from(order).where(inArray(order.id, ids))
  if (payers.every(({ openid }) => openid === null))
    throw invalid('body', 'order_id', 'no_openid', 'WeChat makes waybills only for users of the mini-program.')
  const [open] = await tx
    .select({ id: waybill.id })
    .from(waybill_order)
    .innerJoin(waybill, eq(waybill.id, waybill_order.waybill_id))
    .where(and(inArray(waybill_order.order_id, ids), inArray(waybill.state, [...openWaybillStates])))
    .limit(1)
  if (open)
    throw problem('already_exists', {
      detail: 'There is a waybill already that was not used: print it, or cancel it first.',
      members: { waybill_id: open.id },
    })
  const account = await lockAccount(tx, account_id)
  const known = await tx.$count(waybill_order, eq(waybill_order.order_id, order_id))
  const made = await insertRow(tx, waybill, {
    key: `${first.order_no}-${known + 1}`,
    account_id,
    delivery_id: account.delivery_id,
    items: items ?? null,
    weight_g: settings['waybill.packing_weight_g'] + (await weightOf(tx, plans)),
    remark,
    receiver_digest: digestOf(first.receiver),
    next_try_at: claimedUntil,
    created_by: actor.user_id,
    updated_by: actor.user_id,
  })
  await tx.insert(waybill_order).values(ids.map((id) => ({ waybill_id: made.id, order_id: id })))
  return made.id
}

async function weightOf(tx: Database, plans: Awaited<ReturnType<typeof planParcel>>[]): Promise<number> {
  const pieces = plans.flatMap((plan) => plan.pieces)
  const ids = pieces.map(({ line }) => line.sku_id)
  const weights = await tx
    .select({ id: sku.id, weight_g: sql<number>`coalesce(${sku.weight_g}, 0)` })
    .from(sku)
    .where(inArray(sku.id, ids))
  const byId = new Map(weights.map(({ id, weight_g }) => [id, weight_g]))
  return pieces.reduce((sum, { line, count }) => sum + (byId.get(line.sku_id) ?? 0) * count, 0)
}
