import { z } from 'zod'
import { trackingNo } from '@/lib/kit/api/endpoint/fields'
import type { MiniProgram } from './credentials'
import { type Answer, callWithToken } from './mini-program'
import { ProviderFailure } from './transport'

/* Throws {@link ProviderFailure} if the platform does not respond or its response is invalid. */

interface Contact {
  name: string
  mobile: string
  province: string
  city: string
  area: string
  address: string
}

export interface NewWaybill {
  /** Known to the platform by this: repeated, no second waybill is made. */
  order_id: string
  openid: string
  delivery_id: string
  biz_id: string
  remark: string
  sender: Contact
  receiver: Contact & { post_code: string | null }
  weight_g: number
  goods: { name: string; image_url: string; count: number }[]
  service: { service_type: number; service_name: string }
}

/** Of the carrier, if it was the carrier. */
export interface WaybillRefusal {
  errcode: number
  /** The carrier's own code, or else `errcode`. */
  code: number
  text: string
}

type Outcome<Done> = Done | { refused: WaybillRefusal }

/** In bytes of UTF-8. */
const longest = { remark: 1_024, name: 64, area: 64, address: 512, goods: 128 }
const longestMessage = 200
const mostGoods = 50

/** Cut between two characters. */
function cutBytes(text: string, most: number): string {
  let bytes = 0
  let kept = ''
  for (const { segment } of new Intl.Segmenter('zh').segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > most) break
    kept += segment
  }
  return kept
}

export const longestName = longest.name

const contactOf = ({ name, mobile, province, city, area, address }: Contact) => ({
  name: cutBytes(name, longest.name),
  mobile,
  country: '中国',
  province: cutBytes(province, longest.area),
  city: cutBytes(city || province, longest.area),
  area: cutBytes(area || city, longest.area),
  address: cutBytes(address, longest.address),
})

const CarrierWords = z.object({
  delivery_resultcode: z.coerce.number().int().optional().catch(undefined),
  delivery_resultmsg: z.string().optional().catch(undefined),
})

function refusalOf(answer: Answer): { refused: WaybillRefusal } {
  const { delivery_resultcode, delivery_resultmsg } = CarrierWords.parse(answer)
  const text = (delivery_resultmsg || answer.errmsg).replaceAll(/\p{Cc}+/gu, ' ').slice(0, longestMessage)
  return { refused: { errcode: answer.errcode, code: delivery_resultcode || answer.errcode, text } }
}

function parsed<T>(what: string, schema: z.ZodType<T>, answer: Answer): T {
  const { data, success } = schema.safeParse(answer)
  if (!success) throw new ProviderFailure(`The platform answered ${what} in an unexpected form.`)
  return data
}

const Added = z.object({ waybill_id: trackingNo })

/** order/add. A refusal can follow an earlier try that made the waybill, and whose answer was lost. */
export async function addWaybill(
  program: MiniProgram,
  { order_id, openid, delivery_id, biz_id, goods, ...wanted }: NewWaybill,
): Promise<Outcome<{ tracking_no: string }>> {
  const answer = await callWithToken(program, '/cgi-bin/express/business/order/add', {
    add_source: 0,
    order_id,
    openid,
    delivery_id,
    biz_id,
    custom_remark: cutBytes(wanted.remark, longest.remark),
    sender: contactOf(wanted.sender),
    receiver: {
      ...contactOf(wanted.receiver),
      ...(wanted.receiver.post_code && { post_code: wanted.receiver.post_code }),
    },
    cargo: {
      count: 1,
      // Kilograms, of which carriers want some, and centimeters.
      weight: Math.max(wanted.weight_g, 10) / 1_000,
      space_x: 1,
      space_y: 1,
      space_z: 1,
      detail_list: goods.slice(0, mostGoods).map(({ name, count }) => ({ name: cutBytes(name, longest.goods), count })),
    },
    shop: {
      goods_count: goods.reduce((sum, { count }) => sum + count, 0),
      detail_list: goods
        .slice(0, mostGoods)
        .map(({ name, image_url }) => ({ goods_name: cutBytes(name, longest.goods), goods_img_url: image_url })),
    },
    insured: { use_insured: 0, insured_value: 0 },
    service: wanted.service,
    // Collected by arrangement. Only this carrier asks for it.
    ...(delivery_id === 'SF' && { expect_time: 0 }),
  })
  return answer.errcode === 0 ? { tracking_no: parsed('order/add', Added, answer).waybill_id } : refusalOf(answer)
}

/** `openid`: of the payer. */
export interface KnownWaybill {
  order_id: string
  openid: string
  delivery_id: string
}

const Got = Added.extend({ order_status: z.coerce.number().default(0), print_html: z.string().default('') })

/** In Base64 of UTF-8. */
const htmlOf = (base64: string) => new TextDecoder().decode(Buffer.from(base64, 'base64'))

/** order/get. `html`: the label, which is foreign. `parts`: of paper. Refused: the platform has no such waybill, or does not say. */
export async function getWaybill(
  program: MiniProgram,
  known: KnownWaybill,
  { parts = 2 }: { parts?: 1 | 2 } = {},
): Promise<Outcome<{ tracking_no: string; is_canceled: boolean; html: string }>> {
  const answer = await callWithToken(program, '/cgi-bin/express/business/order/get', {
    ...known,
    print_type: parts === 1 ? 1 : 0,
  })
  if (answer.errcode !== 0) return refusalOf(answer)
  const { waybill_id, order_status, print_html } = parsed('order/get', Got, answer)
  return { tracking_no: waybill_id, is_canceled: order_status === 1, html: htmlOf(print_html) }
}

/** order/cancel. */
export async function cancelWaybill(
  program: MiniProgram,
  known: KnownWaybill & { waybill_id: string },
): Promise<Outcome<{ canceled: true }>> {
  const answer = await callWithToken(program, '/cgi-bin/express/business/order/cancel', known)
  if (answer.errcode === 0) return { canceled: true }
  return refusalOf(answer)
}
