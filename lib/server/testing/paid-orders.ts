interface Wanted {
  user_id: number
  count: number
  /** These have the highest order numbers. */
  unpaid: number
}

const batchOrderNo = (at: number) => `BATCH${String(at).padStart(15, '0')}`

/** Each with two pieces of the same two SKUs, numbered `batchOrderNo(1)` and so on. The stock does not change. */
export const ordersSql = ({ user_id, count, unpaid }: Wanted): string[] => [
  `insert into "order" (order_no, user_id, status, items_amount, total_amount, paid_amount, receiver, expires_at, paid_at)
  select 'BATCH' || lpad(n::text, 15, '0'), ${user_id}, case when n > ${count - unpaid} then 'unpaid' else 'paid' end, g.amount,
    g.amount, case when n > ${count - unpaid} then 0 else g.amount end,
    '{"name": "王小明", "mobile": "13800001234", "province": "浙江省", "city": "杭州市", "district": "", "detail": "龙井路 1 号", "postal_code": null}',
    now() + interval '1 day', case when n > ${count - unpaid} then null else now() end
  from generate_series(1, ${count}) n,
    (select sum(price * 2) as amount from (select price from sku where deleted_at is null order by id limit 2) s) g`,
  `insert into order_item (order_id, product_id, sku_id, name, spec_text, price, count, amount, paid_at)
  select o.id, s.product_id, s.id, '货品 ' || s.id, '', s.price, 2, s.price * 2, o.paid_at
  from "order" o, (select * from sku where deleted_at is null order by id limit 2) s where o.order_no like 'BATCH%'`,
  `insert into payment (payment_no, order_id, provider, amount, status, payer, settles, paid_at, expires_at)
  select o.order_no, o.id, 'wechat', o.paid_amount, 'paid', 'batch', true, o.paid_at, o.expires_at
  from "order" o where o.order_no like 'BATCH%' and o.status = 'paid'`,
  `insert into order_log (order_id, action, from_status, to_status)
  select o.id, 'pay', 'unpaid', 'paid' from "order" o where o.order_no like 'BATCH%' and o.status = 'paid'`,
]

interface File {
  text: string
  /** Can be shipped. */
  fine: number
  /** By error. */
  broken: Record<string, number>
}

/**
 * As many parcels as paid orders. `broken`: for each of seven kinds of error. Some orders have two parcels. Needs at
 * least `broken` unpaid orders.
 */
export function parcelFile({ count, unpaid }: Omit<Wanted, 'user_id'>, sku_nos: string[], broken: number): File {
  const [first = '', second = ''] = sku_nos
  const paid = count - unpaid
  const names = ['SF', 'ZTO', '圆通', '韵达快递', 'JD Logistics']
  let parcels = 0
  const line = (
    order_no: string,
    { carrier = names[parcels % names.length], tracking_no = '', sku_no = '', pieces = '' },
  ) => {
    parcels += 1
    return [order_no, carrier, tracking_no || `T${String(parcels).padStart(12, '0')}`, sku_no, pieces].join()
  }
  const errors: Record<string, (order_no: string, at: number) => string> = {
    'order_no not_found': () => line(`NONE${parcels}`, {}),
    'order_no order_state': (_, at) => line(batchOrderNo(paid + 1 + at), {}),
    'count out_of_range': (order_no) => line(order_no, { sku_no: first, pieces: '3' }),
    'carrier not_found': (order_no) => line(order_no, { carrier: 'Hermes' }),
    'tracking_no invalid_format': (order_no) => line(order_no, { tracking_no: '单号 1' }),
    'tracking_no number_format': (order_no) => line(order_no, { tracking_no: '1.23457E+14' }),
    'sku_no not_found': (order_no) => line(order_no, { sku_no: 'NONE' }),
  }
  const kinds = Object.entries(errors)
  const lines: string[] = []
  let next = 1
  for (let at = 0; at < broken; at++) for (const [, make] of kinds) lines.push(make(batchOrderNo(next++), at))
  while (parcels < paid - 1) {
    const order_no = batchOrderNo(next++)
    if (next % 10 > 0) lines.push(line(order_no, {}))
    else lines.push(line(order_no, { sku_no: first }), line(order_no, { sku_no: second }))
  }
  if (parcels < paid) lines.push(line(batchOrderNo(next), {}))
  return {
    // The faulty lines are spread over the whole file.
    text: ['order_no,carrier,tracking_no,sku_no,count', ...scattered(lines)].join('\n'),
    fine: parcels - broken * kinds.length,
    broken: Object.fromEntries(kinds.map(([name]) => [name, broken])),
  }
}

/** Equal in each call. */
function scattered<One>(all: One[]): One[] {
  const step = 7
  return Array.from({ length: step }, (_, from) => all.filter((__, at) => at % step === from)).flat()
}
