import { type SQL, sql } from 'drizzle-orm'
import { genericParam, jsonStatement } from '@/db/connection/statement'
import type { OrderFreight, Receiver } from '@/db/schema/order'
import type { Database } from '@/lib/kit/database'
import type { Staff } from '@/lib/kit/people/actor'
import { type Priced, shownDiscount } from './price'

const p = sql.placeholder
const skuIds = genericParam('sku_ids', 'int[]')

// The cost is copied here, so that it never leaves the database on the way of a customer's order.
// The ids are passed once more as an array: the planner assumes 100 rows for JSON, and would read the whole table.
const writesOfOrder = {
  lines: sql`
    select * from jsonb_to_recordset(${p('lines')}::jsonb)
      as l (id int, sku_id int, product_id int, name text, spec_text text, image_url text, price int, count int, discount_amount bigint)`,
  taken: sql`
    update sku set stock = sku.stock - lines.count, updated_at = now() from lines
    where sku.id = lines.sku_id and sku.id = any(${skuIds}) and sku.stock >= lines.count
    returning sku.id, sku.stock, sku.cost, lines.count`,
  placed: sql`
    insert into "order" (id, order_no, user_id, items_amount, freight_amount, freight_detail, discount_amount, promotion_amount, total_amount, remark,
      store_id, receiver, expires_at, next_try_at, placed_from, placed_by)
    overriding system value
    values (${p('id')}::int, ${p('order_no')}::text, ${p('user_id')}::int, ${p('items_amount')}::bigint, ${p('freight_amount')}::bigint,
      ${p('freight_detail')}::jsonb, ${p('discount_amount')}::bigint, ${p('promotion_amount')}::bigint, ${p('total_amount')}::bigint, ${p('remark')}::text, ${p('store_id')}::int, ${p('receiver')}::jsonb, ${p('expires_at')}::timestamptz, ${p('expires_at')}::timestamptz,
      ${p('placed_from')}::text, ${p('placed_by')}::int)
    returning id`,
  items: sql`
    insert into order_item (id, order_id, product_id, sku_id, name, spec_text, image_url, price, count, amount, discount_amount, cost)
    overriding system value
    select lines.id, placed.id, lines.product_id, lines.sku_id, lines.name, lines.spec_text, lines.image_url, lines.price, lines.count,
      lines.price::bigint * lines.count, lines.discount_amount, taken.cost
    from placed, lines join taken on taken.id = lines.sku_id order by lines.sku_id
    returning id`,
  ledger: sql`
    insert into stock_log (sku_id, delta, balance, reason, order_id, actor)
    select taken.id, -taken.count, taken.stock, 'order_placed', placed.id, ${p('actor')}::int from taken, placed
    returning id`,
  history: sql`
    insert into order_log (order_id, action, to_status, actor) select id, 'place', 'unpaid', ${p('actor')}::int from placed returning id`,
  told: sql`
    insert into event (type, actor_id, resource, resource_id, data)
    select 'order.placed', ${p('actor')}::int, 'order', placed.id, jsonb_build_object('order_no', ${p('order_no')}::text,
      'status', 'unpaid', 'action', 'place', 'total_amount', ${p('total_amount')}::bigint) from placed
    returning id`,
}

const writesOfDiscounts = {
  discounts: sql`
    insert into order_discount (order_id, promotion_id, coupon_id, gives, label, amount)
    select placed.id, d.promotion_id, d.coupon_id, d.gives, d.label, d.amount
    from placed, jsonb_to_recordset(${p('discounts')}::jsonb)
      as d (promotion_id int, coupon_id int, gives text, label text, amount bigint)
    returning id, promotion_id`,
  shares: sql`
    insert into order_item_discount (order_discount_id, order_item_id, amount, pieces)
    select discounts.id, s.order_item_id, s.amount, s.pieces
    from discounts join jsonb_to_recordset(${p('shares')}::jsonb) as s (promotion_id int, order_item_id int, amount bigint, pieces int)
      on s.promotion_id = discounts.promotion_id
    returning order_item_id`,
  held: sql`
    update coupon set order_id = placed.id, updated_at = now() from placed
    where coupon.id = ${p('coupon_id')}::int and coupon.user_id = ${p('user_id')}::int and coupon.order_id is null
      and coupon.revoked_at is null
    returning coupon.id`,
  dealt: sql`
    update deal_sku set sold = deal_sku.sold + d.count, sold_at = now()
    from jsonb_to_recordset(${p('deals')}::jsonb) as d (promotion_id int, sku_id int, count int)
    where deal_sku.promotion_id = d.promotion_id and deal_sku.sku_id = d.sku_id
      and deal_sku.sku_id = any(${skuIds})
      and (deal_sku.quota is null or deal_sku.sold + d.count <= deal_sku.quota)
    returning deal_sku.sku_id`,
}

/** `isComplete`: a condition on the rows of `writes`. */
function writing(name: string, writes: Record<string, SQL>, isComplete: SQL) {
  return jsonStatement(name, (db) =>
    db
      .with(
        ...Object.entries(writes).map(([name, query]) => db.$with(name, { id: sql<number>`id`.as('id') }).as(query)),
      )
      .select({ json: sql<number>`require_all(${isComplete}, 'stock, deals or the coupon of an order were not held')` })
      .from(sql`(values (1)) as one`),
  )
}

const isStockTaken = sql`(select count(*) from taken) = (select count(*) from lines)`

/** Without the parts for discounts: unused parts of a statement cost as much as the rest. */
const placePlain = writing('place_order_plain', writesOfOrder, isStockTaken)

const placeReduced = writing(
  'place_order',
  { ...writesOfOrder, ...writesOfDiscounts },
  sql`${isStockTaken}
    and (select count(*) from dealt) = jsonb_array_length(${p('deals')}::jsonb)
    and (${p('coupon_id')}::int is null or exists (select from held))`,
)

/** Fails where a SKU has too little stock, a deal has too few pieces, or the coupon is taken. */
export const placeStatement = (db: Database, rows: ReturnType<typeof rowsOf>) =>
  rows.discounts === '[]' && rows.coupon_id === null ? placePlain(db, rows) : placeReduced(db, rows)

/** As the order stores it. */
const agreedFreight = ({ template_id, name, sku_ids, amount, free }: Priced['freight']['groups'][number]) =>
  ({ template_id, name, sku_ids, amount: amount ?? 0, free }) satisfies OrderFreight

export interface NewOrder {
  id: number
  order_no: string
  items: (Priced['lines'][number] & { id: number })[]
  store_id: number | null
  receiver: Receiver
  remark: string
  expires_at: string
}

/** `placed_from`: the network. */
interface PlacedBy {
  user_id: number
  coupon_id: number | null
  placed_from: string | null
  staff: Staff | undefined
}

/** For {@link placeStatement}. */
export function rowsOf(order: NewOrder, priced: Priced, { user_id, coupon_id, placed_from, staff }: PlacedBy) {
  const { items, receiver, ...columns } = order
  const { discounts } = priced
  const itemOf = (sku_id: number) => items.find((item) => item.sku_id === sku_id)?.id
  const deals = discounts.filter(({ layer }) => layer === 'deal')
  return {
    ...columns,
    ...priced.amounts,
    user_id,
    coupon_id,
    placed_from,
    actor: staff?.user_id ?? user_id,
    placed_by: staff?.user_id ?? null,
    promotion_amount: priced.promotion_amount,
    sku_ids: items.map((item) => item.sku_id),
    lines: JSON.stringify(items),
    receiver: JSON.stringify(receiver),
    freight_detail: JSON.stringify(priced.freight.groups.map(agreedFreight)),
    deals: JSON.stringify(
      deals.flatMap(({ promotion_id, shares }) =>
        shares.map(({ sku_id, pieces }) => ({ promotion_id, sku_id, count: pieces })),
      ),
    ),
    discounts: JSON.stringify(discounts.map(shownDiscount)),
    shares: JSON.stringify(
      discounts.flatMap(({ promotion_id, layer, shares }) =>
        shares.map(({ sku_id, pieces, amount }) => ({
          promotion_id,
          order_item_id: itemOf(sku_id),
          amount,
          pieces: layer === 'deal' ? pieces : null,
        })),
      ),
    ),
  }
}
