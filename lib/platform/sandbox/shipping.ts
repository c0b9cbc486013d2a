import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type SandboxShipping, sandbox_refund, sandbox_trade } from '@/db/schema/sandbox'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { connection, type Database } from '@/lib/kit/database'
import type { SandboxAccount } from './account'
import type { Trade } from './trades'

/*
 * Errors have status 200 and an `errcode`. The platform's documentation does not say what a second upload in parts
 * does: here, its parcels are added, and equal ones ignored.
 */

/** The access token was verified. */
export interface ApiCall {
  account: SandboxAccount
  body: unknown
  now: Date
}

/** The members besides `errcode: 0`, or the errcode of a refusal. */
export type ApiAnswer = object | number

const tracking_no = z.string().min(1).max(128)
const item_desc = z.string().min(1).max(120)
const Parcel = z.object({
  tracking_no: tracking_no.optional(),
  express_company: z.string().min(1).max(128).optional(),
  item_desc,
  contact: z.object({ consignor_contact: z.string().optional(), receiver_contact: z.string().optional() }).optional(),
})

const Upload = z.object({
  order_key: z.object({ order_number_type: z.literal(2), transaction_id: z.string().min(1) }),
  logistics_type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  delivery_mode: z.union([z.literal(1), z.literal(2)]),
  is_all_delivered: z.boolean().optional(),
  shipping_list: z.array(Parcel).min(1).max(15),
  upload_time: z.iso.datetime({ offset: true, precision: 3 }),
  payer: z.object({ openid: z.string().min(1) }),
})
type Upload = z.output<typeof Upload>

const unknownPayment = 10060001
const alreadyShipped = 10060002
const correctionUsed = 10060003
const otherState = 10060004
const wrongParcel = 10060005
const nothingNew = 10060023
const otherPayer = 10060031
export const badData = 47001

/** Ends in four digits, as in `189****1234`, `****1234` and `0**2-******23-10`. */
const isMasked = (phone: string) =>
  /^[\d*-]+$/.test(phone) && phone.includes('*') && /\d{4}$/.test(phone.replaceAll('-', ''))

/** Regardless of the trade; undefined: valid. */
function faultOf({ logistics_type, delivery_mode, is_all_delivered, shipping_list }: Upload): number | undefined {
  const isExpress = logistics_type === 1
  if (delivery_mode === 1 && shipping_list.length !== 1) return wrongParcel
  if (delivery_mode === 2 && (!isExpress || is_all_delivered === undefined)) return wrongParcel
  const isWrong = shipping_list.some(({ tracking_no: number, express_company, contact }) => {
    if (!isExpress) return number !== undefined
    const phone = contact?.receiver_contact ?? contact?.consignor_contact
    if (express_company === 'SF' && !isMasked(phone ?? '')) return true
    return number === undefined || express_company === undefined
  })
  return isWrong ? wrongParcel : undefined
}

const keyOf = ({ express_company, tracking_no: number }: SandboxShipping['list'][number]) =>
  `${express_company ?? ''} ${number ?? ''}`

/** `POST /wxa/sec/order/upload_shipping_info`. */
async function uploadShippingInfo({ body, now }: ApiCall): Promise<ApiAnswer> {
  const parsed = Upload.safeParse(body)
  if (!parsed.success) return badData
  const upload = parsed.data
  const fault = faultOf(upload)
  if (fault !== undefined) return fault
  const { transaction } = await connection()
  return transaction(async (tx) => {
    const trade = await tradeOf(tx, upload.order_key.transaction_id)
    if (!trade) return unknownPayment
    if (trade.shipping_fault !== null) {
      await tx.update(sandbox_trade).set({ shipping_fault: null }).where(eq(sandbox_trade.id, trade.id))
      return trade.shipping_fault
    }
    if (upload.payer.openid !== trade.openid) return otherPayer
    if (Date.parse(upload.upload_time) > now.getTime() + 600_000) return badData
    if (await isPaidBack(tx, trade)) return otherState
    if (trade.shipping?.moved_to !== undefined) return otherState
    const shipping = merged(trade.shipping, upload)
    if (typeof shipping === 'number') return shipping
    await tx.update(sandbox_trade).set({ shipping }).where(eq(sandbox_trade.id, trade.id))
    return {}
  })
}

/** Returns the errcode if the upload is refused. */
export function merged(
  known: SandboxShipping | null,
  upload: Pick<Upload, 'logistics_type' | 'delivery_mode' | 'is_all_delivered' | 'shipping_list'>,
): SandboxShipping | number {
  const { logistics_type, delivery_mode, shipping_list } = upload
  const list = shipping_list.map(({ contact: _, ...parcel }) => parcel)
  const finished = delivery_mode === 1 || upload.is_all_delivered === true
  if (!known) return { delivery_mode, logistics_type, list, finished, reshipped: false }
  const before = new Set(known.list.map(keyOf))
  const fresh = list.filter((parcel) => !before.has(keyOf(parcel)))
  if (!known.finished) {
    if (delivery_mode !== known.delivery_mode) return alreadyShipped
    if (fresh.length === 0 && !finished) return nothingNew
    return { ...known, list: [...known.list, ...fresh], finished }
  }
  if (fresh.length === 0) return nothingNew
  if (known.reshipped) return correctionUsed
  return { delivery_mode, logistics_type, list, finished: true, reshipped: true }
}

async function tradeOf(tx: Database, transaction_id: string) {
  const [trade] = await tx
    .select()
    .from(sandbox_trade)
    .where(eq(sandbox_trade.transaction_id, transaction_id))
    .for('no key update')
  return trade
}

/** After a partial refund, the rest is still to be shipped. */
async function isPaidBack(tx: Database, { id, total }: Trade): Promise<boolean> {
  const [sum] = await tx
    .select({ refunded: sql<number>`coalesce(sum(${sandbox_refund.amount}), 0)::int` })
    .from(sandbox_refund)
    .where(and(eq(sandbox_refund.trade_id, id), eq(sandbox_refund.state, 'SUCCESS')))
  return sum?.refunded === total
}

/** 1 to ship, 2 shipped, 5 refunded, or the later state to which the trade was moved. */
async function stateOf(tx: Database, trade: Trade): Promise<number> {
  const { shipping } = trade
  if (shipping?.moved_to !== undefined) return shipping.moved_to
  if (await isPaidBack(tx, trade)) return 5
  return shipping?.finished ? 2 : 1
}

const Query = z.object({ transaction_id: z.string().min(1) })

/** `POST /wxa/sec/order/get_order`. */
async function getShippingOrder({ body, account }: ApiCall): Promise<ApiAnswer> {
  const parsed = Query.safeParse(body)
  if (!parsed.success) return badData
  const { transaction } = await connection()
  return transaction(async (tx) => {
    const trade = await tradeOf(tx, parsed.data.transaction_id)
    return trade ? { order: orderAnswer(trade, await stateOf(tx, trade), account) } : unknownPayment
  })
}

const orderAnswer = (trade: Trade, order_state: number, account: SandboxAccount) => ({
  transaction_id: trade.transaction_id,
  merchant_id: account.mchid,
  merchant_trade_no: trade.out_trade_no,
  openid: trade.openid,
  order_state,
  in_complaint: false,
  shipping: {
    delivery_mode: trade.shipping?.delivery_mode ?? 0,
    logistics_type: trade.shipping?.logistics_type ?? 0,
    finish_shipping: trade.shipping?.finished ?? false,
    finish_shipping_count: trade.shipping?.finished ? (trade.shipping.reshipped ? 2 : 1) : 0,
    shipping_list: trade.shipping?.list ?? [],
  },
})

const ListQuery = z.object({
  pay_time_range: z.object({ begin_time: z.int(), end_time: z.int() }),
  order_state: z.literal(1),
  last_index: z.string().regex(/^\d+$/).optional(),
  page_size: z.int().min(1).max(100),
})

/** `POST /wxa/sec/order/get_order_list`. */
async function listShippingOrders({ body, account }: ApiCall): Promise<ApiAnswer> {
  const parsed = ListQuery.safeParse(body)
  if (!parsed.success) return badData
  const { pay_time_range: range, last_index, page_size } = parsed.data
  const { db } = await connection()
  const found = await db
    .select()
    .from(sandbox_trade)
    .where(
      and(
        inArray(sandbox_trade.state, ['SUCCESS', 'REFUND']),
        sql`${sandbox_trade.total} > (
          select coalesce(sum(r.amount), 0) from sandbox_refund r where r.trade_id = ${sandbox_trade.id} and r.state = 'SUCCESS')`,
        isNotNull(sandbox_trade.transaction_id),
        sql`${sandbox_trade.paid_at} between to_timestamp(${range.begin_time}) and to_timestamp(${range.end_time})`,
        sql`(${sandbox_trade.shipping} ->> 'finished' is distinct from 'true')`,
        gt(sandbox_trade.id, Number(last_index ?? 0)),
      ),
    )
    .orderBy(asc(sandbox_trade.id))
    .limit(page_size + 1)
  const page = found.slice(0, page_size)
  return {
    last_index: String(page.at(-1)?.id ?? ''),
    has_more: found.length > page_size,
    order_list: page.map((trade) => orderAnswer(trade, 1, account)),
  }
}

const Managed = z.object({ appid: z.string().min(1) })

/** `POST /wxa/sec/order/is_trade_managed`: true, like the real platform for small shops. */
function isTradeManaged({ body, account }: ApiCall): ApiAnswer {
  const parsed = Managed.safeParse(body)
  if (!parsed.success) return badData
  return parsed.data.appid === account.appid ? { is_trade_managed: true } : 40013
}

/** Carriers of the real platform, by id. */
export const carriers: Record<string, string> = {
  SF: '顺丰速运',
  ZTO: '中通快递',
  YTO: '圆通速递',
  STO: '申通快递',
  YD: '韵达速递',
  JTSD: '极兔速递',
  JD: '京东快递',
  EMS: 'EMS',
  YZPY: '邮政快递包裹',
  DBL: '德邦快递',
  ZJS: '宅急送',
  UC: '优速快递',
  DNWL: '丹鸟物流',
  KYSY: '跨越速运',
  ANE: '安能物流',
  FEDEX: '联邦快递',
  YMDD: '壹米滴答',
  SXJD: '顺心捷达',
  BTWL: '百世快运',
}

/** `POST /cgi-bin/express/delivery/open_msg/get_delivery_list`. */
function getDeliveryList(): ApiAnswer {
  const delivery_list = Object.entries(carriers).map(([delivery_id, delivery_name]) => ({ delivery_id, delivery_name }))
  return { delivery_list, count: delivery_list.length }
}

export const shippingOperations: Record<string, (call: ApiCall) => ApiAnswer | Promise<ApiAnswer>> = {
  '/wxa/sec/order/upload_shipping_info': uploadShippingInfo,
  '/wxa/sec/order/get_order': getShippingOrder,
  '/wxa/sec/order/get_order_list': listShippingOrders,
  '/wxa/sec/order/is_trade_managed': isTradeManaged,
  '/cgi-bin/express/delivery/open_msg/get_delivery_list': getDeliveryList,
}

/** undefined: no completely shipped trade has this number. */
export async function moveTrade(out_trade_no: string, moved_to: NonNullable<SandboxShipping['moved_to']>) {
  const { db } = await connection()
  const [moved] = await db
    .update(sandbox_trade)
    .set({ shipping: sql`${sandbox_trade.shipping} || jsonb_build_object('moved_to', ${moved_to}::int)` })
    .where(
      and(
        eq(sandbox_trade.out_trade_no, out_trade_no),
        inArray(sandbox_trade.state, ['SUCCESS', 'REFUND']),
        sql`${sandbox_trade.shipping} ->> 'finished' = 'true'`,
      ),
    )
    .returning()
  return moved
}

/** With this errcode. Throws `order_state` for an unknown trade. */
export async function failShipping(out_trade_no: string, shipping_fault: number) {
  const { db } = await connection()
  const [failing] = await db
    .update(sandbox_trade)
    .set({ shipping_fault })
    .where(eq(sandbox_trade.out_trade_no, out_trade_no))
    .returning({ out_trade_no: sandbox_trade.out_trade_no })
  if (!failing) throw problem('order_state', { detail: 'There is no such trade.' })
  return { ...failing, state: String(shipping_fault) }
}
