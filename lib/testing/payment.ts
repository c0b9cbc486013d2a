import { and, eq, inArray, sql } from 'drizzle-orm'
import * as tables from '@/db/tables'
import { loginCode, pay } from '@/lib/sandbox/control'
import { type Delivered, deliverDue } from '@/lib/sandbox/deliveries'
import type { PaymentFault } from '@/lib/sandbox/faults'
import { faults, sandboxFetch } from '@/lib/sandbox/fetch'
import { setRuntime } from '@/lib/wechat/transport'
import { api, dispatch } from './api'
import { addressInput, database, newProduct, unique } from './factories'

/** Makes the simulated platform the payment provider, without network and pauses. */
export function usePlatform(): void {
  faults.clear()
  setRuntime({ fetch: sandboxFetch, pause: async () => {} })
}

/** Creates a customer who signed in by mini-program and can place and pay orders. */
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

/** Pays as the customer in the mini-program. The callback is due afterwards (`deliver`). */
export async function payOrder(payer: Payer, order_id: number, fault?: PaymentFault) {
  const prepared = await preOrder(payer, order_id)
  if (prepared.status !== 200) throw new Error(prepared.text)
  await pay(prepared.body, { fault })
  return prepared.body
}

/** Delivers the due callbacks to the real handler. */
export const deliver = (now = new Date()): Promise<Delivered[]> =>
  deliverDue({ now, fetch: (url, init) => dispatch(new Request(url, init)) })

export const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)

export async function paidOrder(payer: Payer, input: Parameters<typeof placeOrder>[1] = {}) {
  const order = await placeOrder(payer, input)
  const { payment_no } = await payOrder(payer, order.id)
  await deliver()
  return { ...order, payment_no }
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

/** Lets the payment deadline of these orders pass. */
export async function expire(ids: number[]): Promise<void> {
  const past = sql`now() - interval '1 second'`
  await (await database())
    .update(tables.order)
    .set({ expires_at: past, next_try_at: past })
    .where(inArray(tables.order.id, ids))
}

/** Makes all payments and refunds due that wait for a retry. */
export async function makeEverythingDue(): Promise<void> {
  const db = await database()
  await db.update(tables.payment).set({ next_try_at: sql`now()` }).where(sql`next_try_at is not null`)
  await db.update(tables.refund).set({ next_try_at: sql`now()` }).where(sql`next_try_at is not null`)
}

export const cron = (name: 'expire' | 'complete' | 'reconcile') =>
  dispatch(
    new Request(`http://localhost/api/cron/${name}`, {
      headers: { authorization: `Bearer ${process.env.CRON_SECRET}` },
    }),
  ).then((response) => response.json())

/** The orders whose amounts or status contradict their payments and refunds; empty if all match. */
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
        and p.amount <> (select coalesce(sum(r.amount), 0) from refund r where r.payment_id = p.id and r.status <> 'closed'))`)
}

export const errorsLike = async (pattern: string) =>
  (await database())
    .select()
    .from(tables.error_log)
    .where(and(sql`message like ${pattern}`))
