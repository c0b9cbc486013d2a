import { and, eq, type SQL, sql } from 'drizzle-orm'
import { genericParam, jsonStatement, statement } from '@/db/connection/statement'
import type { CouponState, Delivery } from '@/db/enums'
import type { Receiver } from '@/db/schema/order'
import { sku } from '@/db/schema/product'
import { coupon } from '@/db/schema/promotion'
import type { store } from '@/db/schema/store'
import type { Database } from '@/lib/kit/database'
import { dealFor } from '@/lib/pricing/deal'
import type { FreightTemplate } from '@/lib/pricing/freight'
import { hadBefore, isNewcomer, isVerified } from '@/lib/pricing/newcomer'
import type { Coupon, Deal, Promotion } from '@/lib/pricing/quote'
import { inForms, promotionForm } from '@/lib/pricing/running'
import { withBelow } from '@/lib/pricing/scope'
import { couponState } from '@/lib/pricing/state'

/** Sorted by SKU id. Every transaction locks SKUs in this sequence, which rules out deadlocks. */
export type RequestedLines = Map<number, number>

export interface OrderLine {
  /** The running deal with the lowest price below the regular price. */
  deal: (Deal & { sold_lately: boolean }) | null
  sku_id: number
  sku_no: string
  barcode: string | null
  product_id: number
  name: string
  spec_text: string
  image_url: string | null
  category_id: number | null
  price: number
  stock: number
  sellable: boolean
  /** Of one piece; null: unknown. */
  weight_g: number | null
  /** Of the product, or the default template. */
  template_id: number
  deliveries: Delivery[]
}

/** Stored as a snapshot. */
export type PricedLine = Omit<OrderLine, 'stock' | 'sellable'> & { count: number }

interface Unverified {
  /** Unpaid orders of accounts without a mini-program identity, from the network of the client. */
  orders: number
  /** In the unpaid orders of such accounts from all networks, by SKU id. */
  pieces: Record<string, number>
}

export interface OwnCoupon extends Coupon {
  state: CouponState
  ends_at: string
  /** For a first order, but the customer has paid an order or has another order with its promotion. */
  is_late: boolean
}

export interface OrderInputs {
  lines: OrderLine[]
  unpaid: number
  /** Pieces in unpaid orders, by SKU id. */
  unpaid_pieces: Record<string, number>
  verified: boolean
  /** null: the limits of such accounts do not apply to this order. */
  unverified: Unverified | null
  /** For this customer, running, without a coupon. */
  promotions: Promotion[]
  /** For placing, only the requested coupon; for a preview, also all unused coupons that have not ended. */
  coupons: OwnCoupon[]
  templates: FreightTemplate[]
  address: { id: number; receiver: Receiver } | null
  /** Only if enabled. */
  store: StoreAddress | null
  /** Absent: none, or the customer places the order. */
  given?: GivenAmounts | undefined
}

/** In fen; undefined: not set. */
export interface GivenAmounts {
  /** Of one piece by SKU id. Replace regular prices and deals. */
  prices: ReadonlyMap<number, number>
  freight_amount: number | undefined
  discount_amount: number | undefined
}

interface Previewed extends OrderInputs {
  has_store: boolean
}

type StoreAddress = Pick<typeof store.$inferSelect, 'id' | 'province' | 'city' | 'district' | 'detail'>

/** The state before the rows are written. */
export interface Reserved extends OrderInputs {
  id: number
  /** Pieces by SKU id; null: not placed from the cart. */
  cart: Record<string, number> | null
  /** In the sequence of the requested SKUs. */
  item_ids: number[]
  /** YYMMDD in the time zone of the shop. */
  day: string
  created_at: string
  expires_at: string
}

const user_id = sql.placeholder('user_id')
const [skuIds, placedFrom] = [genericParam('sku_ids', 'int[]'), genericParam('placed_from', 'text')]

/** Never in a demonstration, where `placed_from` is null. */
const isUnverified = sql`${placedFrom} is not null and not ${isVerified(user_id)}`

/** Of a promotion `p`, for {@link quote}. */
export const promotionTerms = sql`p.id, p.label, p.gives, p.exclusive, p.priority, p.scope, p.product_ids, p.except_product_ids, p.tiers, p.repeats,
  case when p.scope = 'categories' then array(${withBelow(sql`p.category_ids`)}) else '{}' end as category_ids`

const isRequested = sql`c.id = ${genericParam('coupon_id', 'int')}`

/** The orders of this customer with a promotion `p`. An order that was canceled does not count. */
const used = sql`from "order" o join order_discount d on d.order_id = o.id
  where o.user_id = ${user_id} and o.status <> 'cancelled' and d.promotion_id = p.id`

const isFirst = isNewcomer(user_id)

const promotionsOfCustomer = sql`
  select ${promotionTerms}
  from promotion p
  where p.enabled and p.coupon_source is null and p.gives <> 'deal' and p.starts_at <= now() and p.ends_at > now()
    and (p.audience = 'everyone' or (${isFirst} and not exists (select ${used})))
    and (p.per_customer is null or (select count(*) ${used}) + ${hadBefore(user_id, sql`p.id`)} < p.per_customer)`

/** `condition`: for the customer's coupons `c`. */
const couponsOfCustomer = (condition: SQL) => sql`
  select c.id, ${couponState(sql`c`)} as state, c.ends_at, p.audience = 'first_order' and (not (${isFirst}) or exists (select ${used})) as is_late,
    (select to_jsonb(t) from (select ${promotionTerms}) t) as promotion
  from coupon c join promotion p on p.id = c.promotion_id
  where c.user_id = ${user_id} and ${condition}`

/** The SKUs of the requested lines. `deal`: of SKU `s`. */
const linesWith = (deal: SQL) => sql`
  select s.id as sku_id, s.sku_no, s.barcode, p.id as product_id, p.name, array_to_string(s.spec_values, ' / ') as spec_text,
    coalesce(s.image_url, p.images[1]) as image_url, p.category_id, s.price, s.stock,
    s.enabled and s.deleted_at is null and p.status = 'on_sale' and p.deleted_at is null as sellable, s.weight_g,
    coalesce(p.freight_template_id, (select id from freight_template where is_default)) as template_id, p.deliveries,
    ${deal} as deal
  from sku s join product p on p.id = s.product_id
  where s.id = any(${skuIds})
  order by s.id`

/** Members of the object that do not depend on promotions. */
const situation = sql`
  'unpaid', (select count(*) from "order" where user_id = ${user_id} and status = 'unpaid'),
  'unpaid_pieces', (
    select coalesce(json_object_agg(sku_id, pieces), '{}') from (
      select i.sku_id, sum(i.count) as pieces
      from "order" o join order_item i on i.order_id = o.id
      where o.user_id = ${user_id} and o.status = 'unpaid' group by i.sku_id) reserved),
  'templates', (
    select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'charge', t.charge, 'rules', t.rules,
      'no_delivery', t.no_delivery, 'only_mainland', t.only_mainland, 'free_amount', t.free_amount, 'free_pieces', t.free_pieces, 'free_needs', t.free_needs)), '[]')
    from freight_template t where t.id in (select template_id from lines)),
  'verified', ${isVerified(user_id)},
  'unverified', case when ${isUnverified} then json_build_object(
    'orders', (select count(*) from "order" where placed_from = ${placedFrom} and status = 'unpaid'),
    'pieces', (
      select coalesce(json_object_agg(sku_id, pieces), '{}') from (
        select i.sku_id, sum(i.count) as pieces
        from "order" o join order_item i on i.order_id = o.id
        where o.placed_from is not null and o.status = 'unpaid' and i.sku_id = any(${skuIds})
        group by i.sku_id) held)) end,
  'address', (
    select json_build_object('id', a.id, 'receiver', json_build_object('name', a.name, 'mobile', a.mobile, 'province', a.province,
      'city', a.city, 'district', a.district, 'detail', a.detail, 'postal_code', a.postal_code))
    from address a
    where a.user_id = ${user_id} and case when ${genericParam('address_id', 'int')} is null then a.is_default
      else a.id = ${genericParam('address_id', 'int')} end),
  'store', (
    select json_build_object('id', t.id, 'province', t.province, 'city', t.city, 'district', t.district, 'detail', t.detail)
    from store t where t.id = ${genericParam('store_id', 'int')} and t.enabled)`

/** One JSON object. `coupons`: the condition for the customer's coupons `c`; `further` adds members. */
function readWith<Row>(db: Database, coupons: SQL, further: SQL) {
  const lines = db
    .$with('lines', { sku_id: sql<number>`sku_id`.as('sku_id') })
    .as(linesWith(dealFor(user_id, isUnverified)))
  const promotions = db.$with('promotions', { id: sql<number>`id`.as('id') }).as(promotionsOfCustomer)
  const own = db.$with('own', { id: sql<number>`id`.as('id') }).as(couponsOfCustomer(coupons))
  return db
    .with(lines, promotions, own)
    .select({
      json: sql<Row>`json_build_object(
      'lines', coalesce((select json_agg(lines) from lines), '[]'),
      'promotions', coalesce((select json_agg(promotions) from promotions), '[]'),
      'coupons', coalesce((select json_agg(own) from own), '[]'),
      'form', ${promotionForm},${situation}${further})`,
    })
    .from(sql`(values (1)) as one`)
}

/** As {@link readWith}, without promotions, deals and coupons: unused parts of a statement cost as much as the rest. */
function readPlain<Row>(db: Database, further: SQL) {
  const lines = db.$with('lines', { sku_id: sql<number>`sku_id`.as('sku_id') }).as(linesWith(sql`null::json`))
  return db
    .with(lines)
    .select({
      json: sql<Row>`json_build_object(
      'lines', coalesce((select json_agg(lines) from lines), '[]'), 'promotions', '[]'::json, 'coupons', '[]'::json,
      'form', ${promotionForm},${situation}${further})`,
    })
    .from(sql`(values (1)) as one`)
}

/**
 * Locks the network of an account without a mini-program identity, then SKUs by id. Another statement reads the data:
 * one that waits for a lock reads all other rows as they were before the wait.
 */
export const lockForPlacingStatement = jsonStatement('lock_for_placing', (db) =>
  db
    .select({ json: sku.id })
    .from(sku)
    .where(
      and(
        // Does not depend on a row, so it is evaluated before the first row is locked.
        sql`(select case when ${isUnverified} then pg_advisory_xact_lock(
          hashtextextended('mini-shop.placed_from:' || ${placedFrom}, 0)) is not null else true end)`,
        sql`${sku.id} = any(${skuIds})`,
      ),
    )
    .orderBy(sku.id)
    .for('no key update'),
)

/** `form`: see {@link inForms}. */
type ReadToPlace = Reserved & { form: number }

/** The ids of the new rows come from sequences. If the order is refused later, they are never used. */
const newOrder = sql`,
  'id', nextval('order_id_seq'),
  'item_ids', (select json_agg(nextval('order_item_id_seq')) from unnest(${skuIds})),
  'cart', case when ${genericParam('from_cart', 'boolean')} then (
    select coalesce(json_object_agg(c.sku_id, c.count), '{}') from cart_item c
    where c.user_id = ${user_id} and c.sku_id = any(${skuIds})) end,
  'day', to_char(now() at time zone ${sql.placeholder('time_zone')}::text, 'YYMMDD'),
  'created_at', now()::timestamptz(3),
  'expires_at', (now() + make_interval(mins => case when ${isVerified(user_id)}
    then ${sql.placeholder('unpaid_minutes')}::int else ${sql.placeholder('unverified_minutes')}::int end))::timestamptz(3)`

const readToPlace = jsonStatement('read_for_placing', (db) => readWith<ReadToPlace>(db, isRequested, newOrder))

/** For an order without a coupon. */
const readToPlacePlain = inForms([
  jsonStatement('read_for_placing_plain', (db) => readPlain<ReadToPlace>(db, newOrder)),
  readToPlace,
])

export const readForPlacingStatement = (
  db: Database,
  values: { coupon_id: number | null } & Record<string, unknown>,
) => (values.coupon_id === null ? readToPlacePlain(db, values) : readToPlace(db, values))

const mostCoupons = 50

/** The requested coupon comes first, then the unused coupons by the end of their period. */
export const readForPreviewStatement = jsonStatement('read_for_preview', (db) =>
  readWith<Previewed>(
    db,
    sql`(${isRequested} or (c.used_at is null and c.revoked_at is null and c.ends_at > now()))
      order by ${isRequested} desc nulls last, c.ends_at, c.id limit ${sql.raw(String(mostCoupons))}`,
    sql`,
      'has_store', exists (select from store t where t.enabled)`,
  ),
)

/** Separate, before the SKUs are locked: the statement that reads the coupon must begin after the lock. */
export const lockCouponStatement = statement('lock_coupon', (db) =>
  db
    .select({ id: coupon.id })
    .from(coupon)
    .where(and(eq(coupon.id, sql.placeholder('coupon_id')), eq(coupon.user_id, sql.placeholder('user_id'))))
    .for('no key update'),
)
