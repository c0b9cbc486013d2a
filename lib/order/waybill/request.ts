import { asc, eq, sql } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import { carrier_account, waybill, waybill_order } from '@/db/schema/waybill'
import { fileUrl } from '@/lib/kit/api/endpoint/fields'
import type { Database } from '@/lib/kit/database'
import { mask } from '@/lib/kit/logged-text'
import { leftOf } from '@/lib/order/ship/pieces'
import type { NewWaybill } from '@/lib/platform/wechat/waybill'

/** For queries of "order": the payer, whom the platform tells about the parcel; of a free order, the mini-program user. */
export const openidOf = sql<string | null>`coalesce(
  (select p.payer from payment p where p.order_id = "order".id and p.settles and p.transaction_id is not null and p.payer <> ${mask}),
  (select i.identifier from identity i where i.user_id = "order".user_id and i.type = 200))`

interface Goods {
  id: number
  name: string
  image_url: string | null
  count: number
  shipped_count: number
  kept_count: number
}

const goods = sql<Goods[]>`(
  select json_agg(json_build_object('id', i.id, 'name', concat_ws(' ', i.name, nullif(i.spec_text, '')), 'image_url', i.image_url,
    'count', i.count, 'shipped_count', i.shipped_count, 'kept_count', i.kept_count) order by i.id)
  from order_item i where i.order_id = "order".id)`

/** Returns what the platform is asked for, and whether an order still needs it. Throws if there is no such waybill. */
export async function readRequest(db: Database, id: number) {
  const rows = await db
    .select({
      waybill,
      account: carrier_account,
      order: { id: order.id, status: order.status, receiver: order.receiver },
      openid: openidOf,
      goods,
    })
    .from(waybill)
    .innerJoin(carrier_account, eq(carrier_account.id, waybill.account_id))
    .innerJoin(waybill_order, eq(waybill_order.waybill_id, waybill.id))
    .innerJoin(order, eq(order.id, waybill_order.order_id))
    .where(eq(waybill.id, id))
    .orderBy(asc(order.id))
  const [first] = rows
  if (!first) throw new Error('a waybill has no order')
  const { waybill: row, account } = first
  return {
    row,
    openid: rows.map((one) => one.openid).find((one) => one !== null) ?? null,
    isNeeded: rows.some((one) => one.order.status === 'paid'),
    wanted: (payer: string) =>
      requestOf({ row, account, receiver: first.order.receiver, payer, goods: rows.flatMap((one) => one.goods) }),
  }
}

interface Parts {
  row: typeof waybill.$inferSelect
  account: typeof carrier_account.$inferSelect
  receiver: (typeof order.$inferSelect)['receiver']
  payer: string
  goods: Goods[]
}

function requestOf({ row, account, receiver, payer, goods }: Parts): NewWaybill {
  const named = new Map(row.items?.map(({ order_item_id, count }) => [order_item_id, count]))
  const service = account.services.find(({ service_type }) => service_type === account.service_type)
  return {
    order_id: row.key,
    openid: payer,
    delivery_id: row.delivery_id,
    biz_id: account.biz_id,
    remark: row.remark,
    sender: {
      name: account.sender_name,
      mobile: account.sender_phone,
      province: account.province,
      city: account.city,
      area: account.district,
      address: account.detail,
    },
    receiver: {
      name: receiver.name,
      mobile: receiver.mobile,
      province: receiver.province,
      city: receiver.city,
      area: receiver.district,
      address: receiver.detail,
      post_code: receiver.postal_code,
    },
    weight_g: row.weight_g,
    goods: goods.flatMap(({ id, name, image_url, ...counts }) => {
      const count = row.items ? (named.get(id) ?? 0) : leftOf(counts)
      return count > 0 ? [{ name, image_url: image_url === null ? '' : fileUrl.parse(image_url), count }] : []
    }),
    service: service ?? { service_type: account.service_type ?? 0, service_name: account.name },
  }
}
