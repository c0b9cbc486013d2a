import { z } from 'zod'
import type { MiniProgram } from './credentials'
import { type Answer, callWithToken } from './mini-program'
import { ProviderFailure } from './transport'

/* Throws {@link ProviderFailure} if the platform does not respond or its response is invalid. */

/** Only `express` has a carrier, and can be in several parcels. */
export const logisticsTypes = { express: 1, local: 2, virtual: 3, pickup: 4 } as const

/** Members are absent rather than null, which the platform does not accept. */
export interface ReportedParcel {
  tracking_no?: string
  /** An id of `listCarriers`. */
  express_company?: string
  /** Description of the goods, at most 120 characters. */
  item_desc: string
  contact?: { receiver_contact: string }
}

export interface ShippingUpload {
  transaction_id: string
  openid: string
  logistics_type: (typeof logisticsTypes)[keyof typeof logisticsTypes]
  /** 1: one parcel. 2: in parts; only then `is_all_delivered` is sent. */
  delivery_mode: 1 | 2
  is_all_delivered: boolean
  parcels: ReportedParcel[]
  /** Must be later than that of the previous upload for the payment. */
  upload_time: Date
}

const beijingOffset = 8 * 3_600_000

/** RFC 3339 with milliseconds and offset, as the platform requires. */
const beijingTime = (moment: Date) => `${new Date(moment.getTime() + beijingOffset).toISOString().slice(0, -1)}+08:00`

/** Business errors are returned with their `errcode`; 0: success. */
export const uploadShipping = (program: MiniProgram, upload: ShippingUpload): Promise<Answer> =>
  callWithToken(program, '/wxa/sec/order/upload_shipping_info', {
    order_key: { order_number_type: 2, transaction_id: upload.transaction_id },
    logistics_type: upload.logistics_type,
    delivery_mode: upload.delivery_mode,
    ...(upload.delivery_mode === 2 && { is_all_delivered: upload.is_all_delivered }),
    shipping_list: upload.parcels,
    upload_time: beijingTime(upload.upload_time),
    payer: { openid: upload.openid },
  })

/** States on the platform. */
export const orderStates = { to_ship: 1, shipped: 2, confirmed: 3, finished: 4, refunded: 5, settling: 6 } as const

const State = z.object({
  order_state: z.int(),
  shipping: z
    .looseObject({
      finish_shipping: z.boolean().default(false),
      shipping_list: z
        .array(z.looseObject({ tracking_no: z.string().optional(), express_company: z.string().optional() }))
        .default([]),
    })
    .optional(),
})
export type ShippingState = z.output<typeof State>

/** undefined: the platform does not know the payment. Throws {@link ProviderFailure}. */
export async function queryShipping(program: MiniProgram, transaction_id: string): Promise<ShippingState | undefined> {
  const answer = await callWithToken(program, '/wxa/sec/order/get_order', { transaction_id })
  if (answer.errcode === 10060001) return undefined
  if (answer.errcode !== 0) throw new ProviderFailure(`The platform answered get_order with errcode ${answer.errcode}.`)
  const parsed = State.safeParse(answer.order)
  if (!parsed.success) throw new ProviderFailure('The platform answered get_order in an unexpected form.')
  return parsed.data
}

/** Confirmed by the customer, or by the platform after some time. */
export const isReceived = ({ order_state }: ShippingState) =>
  order_state === orderStates.confirmed || order_state === orderStates.settling || order_state === orderStates.finished

const Managed = z.object({ is_trade_managed: z.boolean() })

/** The platform withholds the money until shipping is reported. Throws {@link ProviderFailure}. */
export async function isTradeManaged(program: MiniProgram): Promise<boolean> {
  const answer = await callWithToken(program, '/wxa/sec/order/is_trade_managed', { appid: program.appid })
  const parsed = Managed.safeParse(answer)
  if (answer.errcode !== 0 || !parsed.success)
    throw new ProviderFailure(`The platform answered is_trade_managed with errcode ${answer.errcode}.`)
  return parsed.data.is_trade_managed
}

const Unshipped = z.object({
  last_index: z.string().default(''),
  has_more: z.boolean().default(false),
  order_list: z.array(z.looseObject({ transaction_id: z.string() })).default([]),
})

/** Oldest first. `after`: the `last_index` of the previous page; undefined on the last page. */
export async function listUnshipped(
  program: MiniProgram,
  { from, to, after, size }: { from: Date; to: Date; after?: string | undefined; size: number },
): Promise<{ transaction_ids: string[]; last_index: string | undefined }> {
  const answer = await callWithToken(program, '/wxa/sec/order/get_order_list', {
    pay_time_range: { begin_time: Math.floor(from.getTime() / 1000), end_time: Math.floor(to.getTime() / 1000) },
    order_state: orderStates.to_ship,
    page_size: size,
    ...(after !== undefined && { last_index: after }),
  })
  const parsed = Unshipped.safeParse(answer)
  if (answer.errcode !== 0 || !parsed.success)
    throw new ProviderFailure(`The platform answered get_order_list with errcode ${answer.errcode}.`)
  const { order_list, has_more, last_index } = parsed.data
  return {
    transaction_ids: order_list.map(({ transaction_id }) => transaction_id),
    last_index: has_more && last_index ? last_index : undefined,
  }
}
