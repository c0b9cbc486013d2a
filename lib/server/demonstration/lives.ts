import { and, desc, eq, sql } from 'drizzle-orm'
import type { TrackingState } from '@/db/enums'
import type { SeedStep } from '@/db/seed/shop/types'
import * as tables from '@/db/tables'
import { approveAfterSale, decideAfterSale, receiveAfterSale, rejectAfterSale } from '@/lib/after_sale/cms'
import { disputeCase, returnGoods, withdrawCase } from '@/lib/after_sale/commands'
import { openCase } from '@/lib/after_sale/request'
import { issueCmsInvoice } from '@/lib/invoice/cms'
import { requestInvoice } from '@/lib/invoice/commands'
import { readCmsInvoice } from '@/lib/invoice/queries'
import { found } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { cancelForCustomer, expireOrder } from '@/lib/order/change/cancel'
import { collectCmsOrder, noteOrder, readyCmsOrder, refundCmsOrder, shipCmsOrder } from '@/lib/order/cms'
import { readCmsOrder } from '@/lib/order/cms-queries'
import { addNews } from '@/lib/order/parcel/news'
import { confirmForCustomer } from '@/lib/order/ship/fulfil'
import { leftOf } from '@/lib/order/ship/pieces'
import { applyPayment } from '@/lib/payment/apply'
import { applyRefund } from '@/lib/payment/refund'
import { writeRefund, writeShipping, writeTrade } from '@/lib/platform/sandbox/history'
import type { Merchant } from '@/lib/platform/wechat/credentials'
import { planUpload } from '@/lib/shipping_report/parcels'
import { noteAccepted } from '@/lib/shipping_report/send'
import type { Perform } from './perform'

export interface Life {
  tx: Database
  by: Merchant
  settings: Settings
  order_id: number
  user_id: number
  openid: string
  /** Packs, ships and writes notes. */
  clerk: Perform
  /** Decides about money. */
  owner: Perform
  /** In the past, for the rows that the step writes. */
  at: Date
}

/** With the command that the customer, staff, the provider or a job would run. */
export async function live(life: Life, step: SeedStep): Promise<void> {
  const { tx, settings, order_id, user_id, clerk, at } = life
  switch (step.do) {
    case 'pay':
      return pay(life)
    case 'ship':
      return ship(life)
    case 'ship_one':
      return ship(life, 1)
    case 'refuse_report':
      return refuseReport(life)
    case 'ready':
      await clerk(readyCmsOrder, { version: await versionOf(life) }, { id: order_id, at })
      return
    case 'collect':
      return collect(life)
    case 'complete':
      return confirmForCustomer(tx, user_id, order_id)
    case 'cancel':
      await cancelForCustomer(tx, user_id, order_id)
      return
    case 'expire':
      await expireOrder(tx, order_id)
      return
    case 'note':
      await clerk(noteOrder, { text: step.text, pinned: true }, { id: order_id, at })
      return
    case 'refund_one':
      return refundPieces(life, 1)
    case 'refund_all':
      return refundPieces(life)
    case 'ask':
    case 'ask_return': {
      const { items } = await readCmsOrder(tx, order_id)
      const [line] = items
      const { reason_code, description } = step
      const kind = step.do === 'ask' ? ('refund' as const) : ('return_refund' as const)
      const pieces = [{ order_item_id: line?.id ?? 0, count: 1 }]
      await openCase(tx, user_id, { order_id, kind, reason_code, description, items: pieces }, settings)
      return
    }
    case 'ask_invoice': {
      const { title, tax_no } = step
      const kind = tax_no ? ('company' as const) : ('personal' as const)
      await requestInvoice(tx, user_id, { order_id, kind, title, tax_no }, { ...settings, 'invoice.enabled': true })
      return
    }
    case 'issue_invoice': {
      const [row] = await tx.select().from(tables.invoice).where(eq(tables.invoice.order_id, order_id))
      const { id, version } = found(row, 'invoice')
      const { kept_amount } = await readCmsInvoice(tx, id)
      await clerk(issueCmsInvoice, { number: step.number, amount: kept_amount, version }, { id, at })
      return
    }
    default:
      return goOn(life, step)
  }
}

type CaseStep = Exclude<
  SeedStep,
  | {
      do:
        | 'pay'
        | 'ship'
        | 'ship_one'
        | 'refuse_report'
        | 'ready'
        | 'collect'
        | 'complete'
        | 'cancel'
        | 'expire'
        | 'note'
        | 'refund_one'
        | 'refund_all'
    }
  | { do: 'ask' | 'ask_return' | 'ask_invoice' | 'issue_invoice' }
>

/** Acts on the latest case. */
async function goOn(life: Life, step: CaseStep): Promise<void> {
  const { tx, settings, order_id, user_id, clerk, owner, at } = life
  const [row] = await tx
    .select()
    .from(tables.after_sale)
    .where(eq(tables.after_sale.order_id, order_id))
    .orderBy(desc(tables.after_sale.id))
    .limit(1)
  const { id, version, kind } = found(row, 'case')
  switch (step.do) {
    case 'withdraw':
      return withdrawCase(tx, user_id, id)
    case 'send_back':
      return returnGoods(tx, user_id, id, { carrier: 'ZTO', tracking_no: `7360090${order_id}` }, settings)
    case 'reject':
      await clerk(rejectAfterSale, { note: step.text, version }, { id, at })
      return
    case 'dispute':
      return disputeCase(tx, user_id, id, { description: step.text }, settings)
    case 'approve': {
      const return_to = kind === 'refund' ? undefined : '浙江省杭州市滨江区望潮街 66 号 檐下半日售后 13800001000'
      await owner(approveAfterSale, { return_to, version }, { id, at })
      return payRefunds(life)
    }
    case 'receive':
      await clerk(receiveAfterSale, { restock: [], version }, { id, at })
      return payRefunds(life)
    case 'grant':
      await owner(decideAfterSale, { approve: true, note: step.text, version }, { id, at })
      return payRefunds(life)
  }
}

const versionOf = async ({ tx, order_id }: Life) => (await readCmsOrder(tx, order_id)).version

async function collect(life: Life): Promise<void> {
  const { tx, order_id: id, clerk, at } = life
  const [pickup] = await tx.select().from(tables.order_pickup).where(eq(tables.order_pickup.order_id, id))
  const { code } = found(pickup, 'order')
  await clerk(collectCmsOrder, { code, version: await versionOf(life) }, { id, at })
  await report(tx, id)
}

async function pay({ tx, by, order_id, openid }: Life): Promise<void> {
  const [attempt] = await tx.select().from(tables.payment).where(eq(tables.payment.order_id, order_id))
  const { payment_no: out_trade_no, amount: total } = found(attempt, 'payment')
  const outcome = await applyPayment(tx, by, await writeTrade(tx, by, { out_trade_no, openid, total }))
  if (outcome !== 'applied') throw new Error(`the payment was not applied: ${outcome}`)
}

/** `count` pieces of the first line with pieces left; without `count`, everything. Reports the parcel. */
async function ship({ tx, order_id, clerk, at }: Life, count?: number): Promise<void> {
  const { version, items } = await readCmsOrder(tx, order_id)
  const [line] = items.filter((item) => leftOf(item) > 0)
  const carrier = order_id % 3 === 0 ? 'ZTO' : 'SF'
  const tracking_no = carrier === 'SF' ? `SF13800${20_000_000 + order_id * 7}` : `7360${8_000_000_000 + order_id * 13}`
  const parcel = { method: 'express' as const, carrier, tracking_no, version }
  const pieces = count === undefined ? undefined : [{ order_item_id: line?.id ?? 0, count }]
  await clerk(shipCmsOrder, { ...parcel, items: pieces }, { id: order_id, at })
  await report(tx, order_id)
  await deliver(tx, tracking_no, at)
}

/** Hours after shipping, with the news of the carrier. */
const journey: [hours: number, state: TrackingState, text: string][] = [
  [5, 'collected', '快递员已揽收'],
  [20, 'on_the_way', '快件已从转运中心发出'],
  [44, 'out', '快递员正在派送，请保持电话畅通'],
  [50, 'delivered', '已签收，感谢使用'],
]

async function deliver(tx: Database, tracking_no: string, shipped_at: Date): Promise<void> {
  const { shipment } = tables
  const [parcel] = await tx.select({ id: shipment.id }).from(shipment).where(eq(shipment.tracking_no, tracking_no))
  const news = journey.map(([hours, state, text]) => ({
    at: new Date(shipped_at.getTime() + hours * 3_600_000),
    state,
    text,
  }))
  const until = Date.now()
  await addNews(
    tx,
    found(parcel, 'shipment').id,
    news.filter(({ at }) => at.getTime() < until),
  )
}

async function report(tx: Database, order_id: number): Promise<void> {
  const plan = await planUpload(tx, await reportOf(tx, order_id))
  if (!plan) throw new Error('the shipment is not reported')
  await writeShipping(tx, plan.upload)
  await noteAccepted(tx, plan)
}

async function reportOf(tx: Database, order_id: number): Promise<number> {
  const { shipping_report } = tables
  const [row] = await tx
    .select({ id: shipping_report.id })
    .from(shipping_report)
    .where(eq(shipping_report.order_id, order_id))
  return found(row, 'report').id
}

/** So that the demonstration has a report for staff to repeat. */
async function refuseReport({ tx, order_id }: Life): Promise<void> {
  const refused = { status: 'refused', finished: false, errcode: 10060031, errmsg: '支付单不属于该用户' } as const
  await tx.update(tables.shipping_report).set(refused).where(eq(tables.shipping_report.order_id, order_id))
  await tx
    .update(tables.shipment)
    .set({ reported_at: null, reported_as: null })
    .where(eq(tables.shipment.order_id, order_id))
  await tx
    .update(tables.sandbox_trade)
    .set({ shipping: null })
    .where(sql`${tables.sandbox_trade.out_trade_no} in (select payment_no from payment where order_id = ${order_id})`)
}

/** `count` pieces of the first line; without `count`, everything left. Paid by the simulated provider at once. */
async function refundPieces(life: Life, count?: number): Promise<void> {
  const { tx, order_id, owner, at } = life
  const { version, items } = await readCmsOrder(tx, order_id)
  const all = items.map((item) => ({ order_item_id: item.id, count: item.count - item.refunded_count }))
  const named = count === undefined ? all : all.slice(0, 1).map((item) => ({ ...item, count }))
  await owner(refundCmsOrder, { items: named, reason_code: 'late', version }, { id: order_id, at })
  await payRefunds(life)
}

async function payRefunds({ tx, order_id }: Life): Promise<void> {
  const { refund, payment } = tables
  const open = await tx
    .select({ refund_no: refund.refund_no, amount: refund.amount, payment_no: payment.payment_no })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.payment_id))
    .where(and(eq(payment.order_id, order_id), eq(refund.status, 'processing')))
  for (const one of open) await applyRefund(tx, await writeRefund(tx, one))
}
