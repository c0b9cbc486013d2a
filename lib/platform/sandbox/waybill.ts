import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { sandbox_carrier_account, sandbox_parcel, sandbox_waybill } from '@/db/schema/sandbox'
import { connection } from '@/lib/kit/database'
import { carrierAccountOf } from './accounts'
import { hex } from './numbers'
import { type ApiAnswer, type ApiCall, badData, carriers } from './shipping'

const bytes = (most: number) => z.string().refine((text) => Buffer.byteLength(text) <= most)
const contact = z.object({
  name: bytes(64).min(1),
  mobile: bytes(32).optional(),
  tel: bytes(32).optional(),
  province: bytes(64).min(1),
  city: bytes(64).min(1),
  area: bytes(64).min(1),
  address: bytes(512).min(1),
})
const length = z.number().positive()
const Added = z.object({
  add_source: z.literal(0),
  order_id: bytes(512).min(1),
  openid: z.string().min(1),
  delivery_id: z.string(),
  biz_id: z.string(),
  custom_remark: bytes(1_024),
  sender: contact,
  receiver: contact,
  cargo: z.object({
    count: z.int().min(1),
    weight: z.number().positive(),
    space_x: length,
    space_y: length,
    space_z: length,
    detail_list: z.array(z.object({ name: bytes(128).min(1), count: z.int().min(1) })).min(1),
  }),
  shop: z.object({
    goods_count: z.int().min(1),
    detail_list: z.array(z.object({ goods_name: bytes(128).min(1), goods_img_url: z.string() })).min(1),
  }),
  insured: z.object({ use_insured: z.literal([0, 1]), insured_value: z.int() }),
  service: z.object({ service_type: z.int(), service_name: z.string().min(1) }),
  expect_time: z.int().optional(),
})

const unknownCarrier = 9300503
const duplicate = 9300505
const collected = 9300506
const unknownOrder = 9300508
const unbound = 9300517
const ofCarrier = 9300501

const refusedByCarrier = (delivery_resultcode: number, delivery_resultmsg: string) => ({
  errcode: ofCarrier,
  errmsg: 'delivery logic fail',
  delivery_resultcode,
  delivery_resultmsg,
})

/** This carrier does not deliver to these. */
const refusedAreas = { delivery_id: 'JTSD', provinces: ['西藏自治区', '新疆维吾尔自治区'] }

/** `POST /cgi-bin/express/business/order/add`. */
async function addOrder({ body }: ApiCall): Promise<ApiAnswer> {
  const parsed = Added.safeParse(body)
  if (!parsed.success) return badData
  const { order_id, delivery_id, biz_id, openid, receiver, expect_time } = parsed.data
  if (!Object.hasOwn(carriers, delivery_id)) return unknownCarrier
  if (!(await carrierAccountOf(delivery_id, biz_id))) return unbound
  const { transaction } = await connection()
  return transaction(async (tx) => {
    const ofAccount = and(
      eq(sandbox_carrier_account.delivery_id, delivery_id),
      eq(sandbox_carrier_account.biz_id, biz_id),
    )
    const [account] = await tx.select().from(sandbox_carrier_account).where(ofAccount).for('update')
    if (!account) return unbound
    if (account.status_code !== 0) return refusedByCarrier(1001, '客户编码或密码错误')
    if ((await tx.$count(sandbox_waybill, eq(sandbox_waybill.order_id, order_id))) > 0) return duplicate
    if (account.quota < 1) return refusedByCarrier(1002, '面单余额不足')
    if (!receiver.mobile && !receiver.tel) return refusedByCarrier(1003, '收件人电话不能为空')
    if (delivery_id === 'SF' && expect_time === undefined) return refusedByCarrier(8017, '请选择上门取件时间')
    if (delivery_id === refusedAreas.delivery_id && refusedAreas.provinces.includes(receiver.province))
      return refusedByCarrier(2004, '收件地址超出派送范围')
    await tx.update(sandbox_carrier_account).set({ quota: sql`quota - 1` }).where(ofAccount)
    const waybill_id = `${delivery_id}${Date.now()}${hex(4).toUpperCase()}`
    await tx
      .insert(sandbox_waybill)
      .values({ order_id, delivery_id, biz_id, openid, waybill_id, receiver_name: receiver.name })
    // The platform follows its own waybills without being asked.
    await tx.insert(sandbox_parcel).values({ delivery_id, waybill_id, trans_id: order_id, token: `WT${hex(30)}` })
    return { order_id, waybill_id, waybill_data: [{ key: `${delivery_id}_mark`, value: '571-A02' }] }
  })
}

const Known = z.object({ order_id: z.string(), delivery_id: z.string(), openid: z.string().optional() })

async function find({ order_id, delivery_id }: z.output<typeof Known>) {
  const { db } = await connection()
  const [found] = await db
    .select()
    .from(sandbox_waybill)
    .where(and(eq(sandbox_waybill.order_id, order_id), eq(sandbox_waybill.delivery_id, delivery_id)))
  return found
}

const Get = Known.extend({ print_type: z.literal([0, 1]).default(0) })

/** `POST /cgi-bin/express/business/order/get`. */
async function getOrder({ body }: ApiCall): Promise<ApiAnswer> {
  const parsed = Get.safeParse(body)
  if (!parsed.success) return badData
  const found = await find(parsed.data)
  if (!found) return unknownOrder
  const { order_id, delivery_id, waybill_id, canceled_at } = found
  const print_html = Buffer.from(labelOf(found, parsed.data.print_type)).toString('base64')
  return { order_id, delivery_id, waybill_id, print_html, waybill_data: [], order_status: canceled_at ? 1 : 0 }
}

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** With a script, as a hostile one would have. */
const labelOf = (
  { waybill_id, delivery_id, receiver_name }: typeof sandbox_waybill.$inferSelect,
  print_type: 0 | 1,
) => `
<!doctype html><html lang="zh-CN"><meta charset="utf-8"><style>
body { margin: 0; font: 14px sans-serif } section { box-sizing: border-box; padding: 3mm; border-bottom: 1px dashed #000;
height: ${print_type === 1 ? 120 : 70}mm } h1 { font-size: 22px; margin: 0 0 2mm } p { margin: 0 0 2mm }</style><body>
${(print_type === 1 ? ['派件联'] : ['派件联', '收件联'])
  .map(
    (part) => `<section><h1>${escaped(carriers[delivery_id] ?? delivery_id)}</h1><p>${escaped(waybill_id)}</p>
<p>收 ${escaped(receiver_name)}</p><p>${part}</p></section>`,
  )
  .join('')}
<script>parent.document.title = 'script of a label'; document.body.innerHTML = 'script'</script></body></html>`

const Cancel = Known.extend({ waybill_id: z.string() })

/** `POST /cgi-bin/express/business/order/cancel`. Repeated, it succeeds. */
async function cancelOrder({ body }: ApiCall): Promise<ApiAnswer> {
  const parsed = Cancel.safeParse(body)
  if (!parsed.success) return badData
  const found = await find(parsed.data)
  if (!found || found.waybill_id !== parsed.data.waybill_id) return unknownOrder
  const { db } = await connection()
  const moved = and(
    eq(sandbox_parcel.delivery_id, found.delivery_id),
    eq(sandbox_parcel.waybill_id, found.waybill_id),
    sql`${sandbox_parcel.status} > 0`,
  )
  if ((await db.$count(sandbox_parcel, moved)) > 0) return collected
  await db
    .update(sandbox_waybill)
    .set({ canceled_at: sql`now()` })
    .where(and(eq(sandbox_waybill.id, found.id), isNull(sandbox_waybill.canceled_at)))
  return {}
}

export const waybillOperations: Record<string, (call: ApiCall) => Promise<ApiAnswer>> = {
  '/cgi-bin/express/business/order/add': addOrder,
  '/cgi-bin/express/business/order/get': getOrder,
  '/cgi-bin/express/business/order/cancel': cancelOrder,
}
