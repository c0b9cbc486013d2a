import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import type { RefundInput } from '@/lib/order/change/cms-schema'
import { readCmsOrder } from '@/lib/order/cms-queries'
import type { ShipInput } from '@/lib/order/ship/cms-schema'
import { refundOrder } from '@/lib/payment/refund'
import { loginCode, pay } from '@/lib/platform/sandbox/control'
import { type Delivered, deliverDue } from '@/lib/platform/sandbox/deliveries'
import type { PaymentFault } from '@/lib/platform/sandbox/faults'
import { faults, sandboxFetch } from '@/lib/platform/sandbox/fetch'
import { setRuntime } from '@/lib/platform/wechat/transport'
import { reconcileDue } from '@/lib/server/jobs/reconcile'
import { api, dispatch } from './api'
import { addressInput, database, newProduct, unique } from './factories'

/** Without network and pauses. */
export function usePlatform(): void {
  faults.clear()
  setRuntime({ fetch: sandboxFetch, pause: async () => {} })
}

/** Signed in by mini-program. */
export async function newPayer(openid = unique('o')) {
  const { code } = await loginCode({ openid })
  const { body } = await api('POST /v1/token', { body: { type: 200, account: code }, ip: unique('ip') })
  await api('POST /v1/address', { token: body.token, body: addressInput })
  return { id: body.user.id, token: body.token, openid }
}

export type Payer = Awaited<ReturnType<typeof newPayer>>

export async function placeOrder(payer: Payer, { sku_id, count = 1 }: { sku_id?: number; count?: number } = {}) {
  const id = sku_id ?? (await newProduct()).sku.id
  const { body } = await api('POST /v1/order', { token: payer.token, body: { items: [{ sku_id: id, count }] } })
  return { ...body, sku_id: id }
}

export const preOrder = (payer: Payer, order_id: number) =>
  api('POST /v1/pay/pre_order', { token: payer.token, body: { order_id } })

/** The callback is then due: see {@link deliver}. Throws if the payment cannot be prepared. */
export async function payOrder(payer: Payer, order_id: number, fault?: PaymentFault) {
  const prepared = await preOrder(payer, order_id)
  if (prepared.status !== 200) throw new Error(prepared.text)
  await pay(prepared.body, { fault })
  return prepared.body
}

/** Delivers to the shop's real endpoints. */
export const deliver = (now = new Date()): Promise<Delivered[]> =>
  deliverDue({ now, fetch: (url, init) => dispatch(new Request(url, init)) })

export const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)

export async function paidOrder(payer: Payer, input: Parameters<typeof placeOrder>[1] = {}) {
  const order = await placeOrder(payer, input)
  const { payment_no } = await payOrder(payer, order.id)
  await deliver()
  return { ...order, payment_no }
}

/** Each with `count` pieces of its own SKU at ¥1. */
export async function soldOrders(
  payers: readonly Payer[],
  { orders, count, stock }: { orders: number; count: number; stock: number },
) {
  const { skus } = await newProduct({ skus: Array.from({ length: orders }, () => ({ stock, price: 100 })) })
  const sold = []
  for (let from = 0; from < orders; from += payers.length) {
    const some = payers.map(async (payer, at) => {
      const order = await placeOrder(payer, { sku_id: skus[from + at]?.id ?? 0, count })
      await payOrder(payer, order.id)
      return { id: order.id, sku_id: order.sku_id, line: order.items[0]?.id ?? 0, payer }
    })
    sold.push(...(await Promise.all(some)))
  }
  while ((await deliver()).length > 0);
  return sold
}

export type SoldOrder = Awaited<ReturnType<typeof soldOrders>>[number]

/** Delivers the callbacks. */
export async function settleAll(): Promise<void> {
  await makeEverythingDue()
  while ((await reconcileDue()).refunds > 0);
  while ((await deliver(inSeconds(60))).length > 0);
}

export const readOrder = async (payer: Payer, id: number) =>
  (await api('GET /v1/order/{id}', { token: payer.token, params: { id } })).body

export async function paymentsOf(order_id: number) {
  return (await database())
    .select()
    .from(tables.payment)
    .where(eq(tables.payment.order_id, order_id))
    .orderBy(tables.payment.id)
}

export async function refundsOf(order_id: number) {
  const db = await database()
  const rows = await db
    .select({ refund: tables.refund })
    .from(tables.refund)
    .innerJoin(tables.payment, eq(tables.payment.id, tables.refund.payment_id))
    .where(eq(tables.payment.order_id, order_id))
    .orderBy(tables.refund.id)
  return rows.map((row) => row.refund)
}

/** The line of an order with a single line. */
export async function lineOf(order_id: number) {
  const [line] = (await readCmsOrder(await database(), order_id)).items
  if (!line) throw new Error('no line')
  return line
}

/** Not requested at the provider. By default, everything left. Returns the number. */
export async function refund(
  order_id: number,
  user_id: number,
  input: Partial<Omit<z.input<typeof RefundInput>, 'version'>> = {},
): Promise<string> {
  const { db, transaction } = await connection()
  const { version, items } = await readCmsOrder(db, order_id)
  const left = items
    .map(({ id, count, refunded_count }) => ({ order_item_id: id, count: count - refunded_count }))
    .filter(({ count }) => count > 0)
  const body = { items: left, reason_code: 'changed_mind', ...input, version }
  return transaction((tx) => refundOrder(tx, order_id, body, { kind: 'staff', user_id }))
}

/** By default, all remaining pieces in one parcel. */
export async function ship(
  order_id: number,
  token: string,
  input: Partial<Omit<z.input<typeof ShipInput>, 'version'>> = {},
) {
  const { version } = await readCmsOrder(await database(), order_id)
  const parcel = { method: 'express', carrier: 'SF', tracking_no: unique('SF') }
  return api('POST /cms/order/{id}/ship', { token, params: { id: order_id }, body: { ...parcel, ...input, version } })
}

export async function expire(ids: number[]): Promise<void> {
  const past = sql`now() - interval '1 second'`
  await (await database())
    .update(tables.order)
    .set({ expires_at: past, next_try_at: past })
    .where(inArray(tables.order.id, ids))
}

export async function makeEverythingDue(): Promise<void> {
  const db = await database()
  // A time before now: `now` is rounded to milliseconds and may be slightly later than the next statement.
  const past = { next_try_at: sql`now() - interval '1 second'` }
  for (const table of [tables.payment, tables.refund, tables.shipping_report])
    await db.update(table).set(past).where(sql`next_try_at is not null`)
}

/** Refunds and callbacks of the simulated platform. */
export async function makePlatformDue(): Promise<void> {
  const db = await database()
  const past = sql`now() - interval '1 second'`
  const { sandbox_refund, sandbox_delivery } = tables
  await db
    .update(sandbox_refund)
    .set({ succeeded_at: past })
    .where(sql`succeeded_at is not null and state = 'PROCESSING'`)
  await db
    .update(sandbox_delivery)
    .set({ next_try_at: past })
    .where(sql`delivered_at is null and next_try_at is not null`)
}

export const cron = (name: 'expire' | 'complete' | 'reconcile') =>
  dispatch(
    new Request(`http://localhost/api/cron?job=${name}`, {
      headers: { authorization: `Bearer ${process.env.CRON_SECRET}` },
    }),
  )
    .then((response) => response.json())
    .then((done) => done[name])

/** Orders whose amounts or status contradict payments, refunds and invoices. */
export async function moneyFaults(): Promise<unknown[]> {
  const db = await database()
  return db
    .select({ id: tables.order.id, status: tables.order.status })
    .from(tables.order)
    .where(sql`
      paid_amount <> coalesce((select sum(p.amount) from payment p where p.order_id = "order".id and p.settles), 0)
      or refunded_amount <> coalesce((select sum(r.amount) from refund r join payment p on p.id = r.payment_id
        where p.order_id = "order".id and p.settles and r.status = 'succeeded'), 0)
      or (status in ('paid', 'shipped', 'completed', 'refunded')) <> exists (select 1 from payment p where p.order_id = "order".id and p.settles)
      or exists (select 1 from payment p where p.order_id = "order".id and p.status = 'paid' and not p.settles
        and p.amount <> (select coalesce(sum(r.amount), 0) from refund r where r.payment_id = p.id and r.status <> 'closed'))
      or exists (select 1 from invoice v where v.order_id = "order".id and v.status in ('issued', 'to_replace')
        and (v.status = 'issued') <> (v.amount = paid_amount - promised_amount))`)
}

/** Orders whose status contradicts their coupon, and promotions and deals with wrong counts. */
export async function promotionFaults(): Promise<unknown[]> {
  const db = await database()
  return db.select({ id: sql`id`, of: sql`of`, fault: sql`fault` }).from(sql`(
    select o.id, o.status as of, 'coupon' as fault from coupon c join "order" o on o.id = c.order_id
      where o.status = 'cancelled' or (o.status = 'unpaid') <> (c.used_at is null) or o.user_id <> c.user_id
    union all
    select o.id, o.status, 'without its coupon' from order_discount d join "order" o on o.id = d.order_id
      where d.coupon_id is not null and o.status in ('unpaid', 'paid', 'shipped', 'completed')
        and not exists (select from coupon c where c.id = d.coupon_id and c.order_id = o.id)
    union all
    select p.id, p.coupon_source, 'taken_count' from promotion p
      where p.taken_count < (select count(*) from coupon c where c.promotion_id = p.id)
    union all
    select ds.sku_id, ds.sold::text, 'sold' from deal_sku ds
      where ds.sold <> (
        select coalesce(sum(coalesce(s.pieces, i.count)), 0) from order_discount d join "order" o on o.id = d.order_id
          join order_item_discount s on s.order_discount_id = d.id
          join order_item i on i.id = s.order_item_id and i.sku_id = ds.sku_id
        where d.promotion_id = ds.promotion_id and o.status <> 'cancelled')) as faults`)
}

/** Orders whose lines contradict shipments, refunds or status. */
export async function lineFaults(): Promise<unknown[]> {
  const db = await database()
  const held = sql`('processing', 'abnormal', 'refused', 'succeeded')`
  return (
    db
      .select({ id: tables.order.id, status: tables.order.status })
      .from(tables.order)
      // One condition for all orders. Separate conditions would read whole tables until the tables have statistics.
      .where(sql`
      id in (
        select i.order_id from order_item i
        left join (
          select c.order_item_id as id, sum(c.count) as shipped from shipment_item c
          join shipment s on s.id = c.shipment_id and s.revoked_at is null group by 1) s on s.id = i.id
        left join (
          select c.order_item_id as id, sum(c.count) as count, sum(c.kept_count) as kept, sum(c.amount) as amount from refund_item c
          join refund r on r.id = c.refund_id and r.status in ${held} group by 1) r on r.id = i.id
        where (i.shipped_count, i.refunded_count, i.kept_count, i.refunded_amount)
          <> (coalesce(s.shipped, 0), coalesce(r.count, 0), coalesce(r.kept, 0), coalesce(r.amount, 0)))
      or id in (
        select o.id from "order" o
        left join (
          select p.order_id, sum(r.amount) as amount, sum(r.freight_amount) as freight from refund r
          join payment p on p.id = r.payment_id and p.settles where r.status in ${held} group by 1) r on r.order_id = o.id
        where (o.promised_amount, o.promised_freight) <> (coalesce(r.amount, 0), coalesce(r.freight, 0)))
      or id in (
        select o.id from "order" o join order_item i on i.order_id = o.id group by o.id
        having sum(i.amount) <> o.items_amount
          or sum(i.discount_amount) <> (
            select coalesce(sum(d.amount), 0) + least(o.discount_amount - o.promotion_amount, o.items_amount - coalesce(sum(d.amount), 0))
            from order_discount d where d.order_id = o.id and d.gives <> 'freight')
          or o.promotion_amount <> (select coalesce(sum(d.amount), 0) from order_discount d where d.order_id = o.id)
          or o.fulfilment <> case when bool_and(i.shipped_count = 0) then 'none'
            when bool_and(i.shipped_count + i.kept_count = i.count) then 'all' else 'part' end
          or (o.status = 'shipped' and bool_or(i.shipped_count + i.kept_count < i.count))
          or (o.status = 'paid' and o.promised_amount = o.refunded_amount and bool_and(i.shipped_count + i.kept_count = i.count)))
      or id in (
        select d.order_id from order_discount d left join order_item_discount s on s.order_discount_id = d.id
        group by d.id having coalesce(sum(s.amount), 0) <> case when d.gives = 'freight' then 0 else d.amount end)
      or id in (
        select i.order_id from order_item i join order_item_discount s on s.order_item_id = i.id
        group by i.id having sum(s.amount) > i.discount_amount)
      or id in (
        select i.order_id from order_item i join "order" o on o.id = i.order_id where i.paid_at is distinct from o.paid_at)
      or id in (
        select l.order_id from stock_log l
        left join (
          select c.refund_id, i.sku_id, c.restock_count from refund_item c join order_item i on i.id = c.order_item_id
          join refund r on r.id = c.refund_id and r.status = 'succeeded') c on c.refund_id = l.refund_id and c.sku_id = l.sku_id
        where l.reason = 'refunded' and l.delta is distinct from c.restock_count)
      or id in (
        select p.order_id from refund_item c
        join refund r on r.id = c.refund_id and r.status = 'succeeded' join payment p on p.id = r.payment_id
        left join (select distinct refund_id from stock_log where reason = 'refunded') l on l.refund_id = r.id
        where c.restock_count > 0 and l.refund_id is null)`)
  )
}

export const errorsLike = async (pattern: string) =>
  (await database())
    .select()
    .from(tables.error_log)
    .where(and(sql`message like ${pattern}`))
