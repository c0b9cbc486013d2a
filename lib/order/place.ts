import { and, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { genericParam, jsonStatement, statement } from '@/db/connection/statement'
import type { CouponState } from '@/db/enums'
import { order, type Receiver } from '@/db/schema/order'
import { sku } from '@/db/schema/product'
import { coupon } from '@/db/schema/promotion'
import { runningDeals } from '@/lib/coupon/deal'
import { isNewcomer } from '@/lib/coupon/newcomer'
import { couponState } from '@/lib/coupon/state'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { ipRange } from '@/lib/kit/api/run/request'
import { randomBase32 } from '@/lib/kit/base32'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { type Coupon, type CouponRefusal, type Deal, type Discount, type Freight, type Promotion, quote } from './quote'
import type { OrderInput, PreviewInput } from './schema'
import { actionsOf } from './status'

type Input = z.output<typeof OrderInput>
type Preview = z.output<typeof PreviewInput>

/** Pieces by SKU id, in id order: SKUs are locked in this order everywhere, which rules out deadlocks. */
export type RequestedLines = Map<number, number>

/**
 * Resolves the lines of a request to SKUs. `product_id` stands for a product with a single SKU on offer; the same SKU
 * twice becomes one line. Throws `invalid_request` naming the line.
 */
export async function requestedLines(db: Database, items: Input['items']): Promise<RequestedLines> {
  const products = items.flatMap((item) => item.product_id ?? [])
  const offered =
    products.length === 0
      ? []
      : await db
          .select({ id: sku.id, product_id: sku.product_id })
          .from(sku)
          .where(and(inArray(sku.product_id, products), eq(sku.enabled, true), isNull(sku.deleted_at)))
  const bySku = new Map<number, number>()
  for (const [at, { sku_id, product_id, count }] of items.entries()) {
    const choices = offered.filter((one) => one.product_id === product_id)
    if (sku_id === undefined && choices.length !== 1) {
      throw choices.length === 0
        ? invalid('body', `items.${at}.product_id`, 'not_found', 'There is no such product.')
        : invalid('body', `items.${at}.product_id`, 'ambiguous', 'This product has several SKUs: send sku_id.')
    }
    const id = sku_id ?? choices[0]?.id ?? 0
    const sum = (bySku.get(id) ?? 0) + count
    if (sum > 999) throw invalid('body', `items.${at}.count`, 'out_of_range', 'A line may have at most 999 pieces.')
    bySku.set(id, sum)
  }
  return new Map([...bySku].sort(([a], [b]) => a - b))
}

interface OrderLine {
  /** The deal of the SKU that runs now; null: none. */
  deal: Deal | null
  sku_id: number
  product_id: number
  name: string
  spec_text: string
  image_url: string | null
  category_id: number | null
  price: number
  stock: number
  sellable: boolean
}

/** A line to place, as the snapshot of the order has it. */
type PricedLine = Omit<OrderLine, 'stock' | 'sellable'> & { count: number }

interface Unverified {
  /** The number of unpaid orders from the network of the client. */
  orders: number
  /** Pieces in unpaid orders by SKU id, from all networks. */
  pieces: Record<string, number>
}

/** A coupon of the customer. */
interface OwnCoupon extends Coupon {
  state: CouponState
  ends_at: string
  /** Whether the coupon is for a first order, and the customer cannot place one any more. */
  is_late: boolean
}

/** The data that an order is checked against. */
interface OrderInputs {
  lines: OrderLine[]
  unpaid: number
  /** Pieces in unpaid orders by SKU id. */
  unpaid_pieces: Record<string, number>
  verified: boolean
  /**
   * The unpaid orders of accounts without a mini-program identity; null: the limits of such accounts do not apply to
   * this order.
   */
  unverified: Unverified | null
  /** The promotions that run, apply by themselves and are meant for this customer. */
  promotions: Promotion[]
  /** Coupons of the customer: for placing, the requested one; for a preview, those that could be used, too. */
  coupons: OwnCoupon[]
  address: { id: number; receiver: Receiver } | null
}

/** The data from which the response and the rows of an order are built, before the write. */
interface Reserved extends OrderInputs {
  id: number
  /** Pieces in the cart by SKU id; null: the order is not placed from the cart. */
  cart: Record<string, number> | null
  /** An id for each requested SKU, for its line of the order. */
  item_ids: number[]
  /** The date in the order's number, as YYMMDD in the time zone of the shop. */
  day: string
  created_at: string
  expires_at: string
}

/** Whether an account has a mini-program identity, which is required to pay. */
const isVerified = (user_id: SQLWrapper) => sql`exists (select from identity where user_id = ${user_id} and type = 200)`

/**
 * Whether the limits of accounts without a mini-program identity apply to the customer. Never in a demonstration, where
 * `placed_from` is null.
 */
const isUnverified = sql`${sql.placeholder('placed_from')}::text is not null and not ${isVerified(sql.placeholder('user_id'))}`

/** The terms of a promotion `p`, as `quote` takes them. */
const terms = sql`p.id, p.label, p.gives, p.exclusive, p.priority, p.scope, p.product_ids, p.except_product_ids, p.tiers, p.repeats,
  case when p.scope = 'categories' then (
    with recursive below as (
      select unnest(p.category_ids) as id union select c.id from category c join below b on c.parent_id = b.id)
    select array_agg(id) from below) else '{}' end as category_ids`

/** The condition for the requested coupon. */
const isRequested = sql`c.id = ${sql.placeholder('coupon_id')}::int`

/**
 * The query for SKUs, unpaid orders, identity, promotions, coupons and address, as one JSON object. `coupons` is the
 * condition for the customer's coupons `c`; `further` adds members to the object.
 */
function readWith<Row>(db: Database, coupons: SQL, further: SQL) {
  const lines = db.$with('lines', { sku_id: sql<number>`sku_id`.as('sku_id') }).as(sql`
    select s.id as sku_id, p.id as product_id, p.name, array_to_string(s.spec_values, ' / ') as spec_text,
      coalesce(s.image_url, p.images[1]) as image_url, p.category_id, s.price, s.stock,
      s.enabled and s.deleted_at is null and p.status = 'on_sale' and p.deleted_at is null as sellable, (
        select json_build_object('promotion_id', d.id, 'label', d.label, 'price', ds.price, 'left', ds.quota - ds.sold,
          'limit', d.per_customer, 'exclusive', d.exclusive, 'bought', case when d.per_customer is null then 0 else (
            select coalesce(sum(i.count), 0)
            from "order" o join order_discount od on od.order_id = o.id and od.promotion_id = d.id
              join order_item_discount share on share.order_discount_id = od.id
              join order_item i on i.id = share.order_item_id and i.sku_id = s.id
            where o.user_id = ${sql.placeholder('user_id')} and o.status <> 'cancelled') end)
        from ${runningDeals} and ds.sku_id = s.id and ds.price < s.price
        order by ds.price limit 1) as deal
    from sku s join product p on p.id = s.product_id
    where s.id = any(${genericParam('sku_ids', 'int[]')})
    order by s.id`)
  const user_id = sql.placeholder('user_id')
  // The orders of this customer with a promotion. An order that was canceled does not count.
  const used = sql`from "order" o join order_discount d on d.order_id = o.id
    where o.user_id = ${user_id} and o.status <> 'cancelled' and d.promotion_id = p.id`
  const isFirst = isNewcomer(user_id)
  const promotions = db.$with('promotions', { id: sql<number>`id`.as('id') }).as(sql`
    select ${terms}
    from promotion p
    where p.enabled and p.coupon_source is null and p.gives <> 'deal' and p.starts_at <= now() and p.ends_at > now()
      and (p.audience = 'everyone' or (${isFirst} and not exists (select ${used})))
      and (p.per_customer is null or (select count(*) ${used}) < p.per_customer)`)
  const own = db.$with('own', { id: sql<number>`id`.as('id') }).as(sql`
    select c.id, ${couponState(sql`c`)} as state, c.ends_at, p.audience = 'first_order' and not (${isFirst}) as is_late,
      (select to_jsonb(t) from (select ${terms}) t) as promotion
    from coupon c join promotion p on p.id = c.promotion_id
    where c.user_id = ${user_id} and ${coupons}`)
  return db
    .with(lines, promotions, own)
    .select({
      json: sql<Row>`json_build_object(
      'lines', coalesce((select json_agg(lines) from lines), '[]'),
      'unpaid', (select count(*) from "order" where user_id = ${user_id} and status = 'unpaid'),
      'unpaid_pieces', (
        select coalesce(json_object_agg(sku_id, pieces), '{}') from (
          select i.sku_id, sum(i.count) as pieces
          from "order" o join order_item i on i.order_id = o.id
          where o.user_id = ${user_id} and o.status = 'unpaid' group by i.sku_id) reserved),
      'promotions', coalesce((select json_agg(promotions) from promotions), '[]'),
      'coupons', coalesce((select json_agg(own) from own), '[]'),
      'verified', ${isVerified(user_id)},
      'unverified', case when ${isUnverified} then json_build_object(
        'orders', (select count(*) from "order" where placed_from = ${sql.placeholder('placed_from')}::text and status = 'unpaid'),
        'pieces', (
          select coalesce(json_object_agg(sku_id, pieces), '{}') from (
            select i.sku_id, sum(i.count) as pieces
            from "order" o join order_item i on i.order_id = o.id
            where o.placed_from is not null and o.status = 'unpaid' and i.sku_id = any(${genericParam('sku_ids', 'int[]')})
            group by i.sku_id) held)) end,
      'address', (
        select json_build_object('id', a.id, 'receiver', json_build_object('name', a.name, 'mobile', a.mobile, 'province', a.province,
          'city', a.city, 'district', a.district, 'detail', a.detail, 'postal_code', a.postal_code))
        from address a
        where a.user_id = ${user_id} and case when ${sql.placeholder('address_id')}::int is null then a.is_default
          else a.id = ${sql.placeholder('address_id')} end)${further})`,
    })
    .from(sql`(values (1)) as one`)
}

/**
 * Locks the network of an account without a mini-program identity, then the SKUs in id order. Locking and reading are
 * two statements, because a statement that waits for a lock reads all other rows as they were before the wait.
 */
const lockForPlacingStatement = jsonStatement('lock_for_placing', (db) =>
  db
    .select({ json: sku.id })
    .from(sku)
    .where(
      and(
        // Does not depend on a row, so it is evaluated before the first row is locked.
        sql`(select case when ${isUnverified} then pg_advisory_xact_lock(
          hashtextextended('mini-shop.placed_from:' || ${sql.placeholder('placed_from')}::text, 0)) is not null else true end)`,
        sql`${sku.id} = any(${genericParam('sku_ids', 'int[]')})`,
      ),
    )
    .orderBy(sku.id)
    .for('no key update'),
)

/**
 * Reads the data for placing an order and takes the ids from their sequences. If the order is refused later, these ids
 * are never used.
 */
const readForPlacingStatement = jsonStatement('read_for_placing', (db) =>
  readWith<Reserved>(
    db,
    isRequested,
    sql`,
      'id', nextval('order_id_seq'),
      'item_ids', (select json_agg(nextval('order_item_id_seq')) from unnest(${genericParam('sku_ids', 'int[]')})),
      'cart', case when ${sql.placeholder('from_cart')}::boolean then (
        select coalesce(json_object_agg(c.sku_id, c.count), '{}') from cart_item c
        where c.user_id = ${sql.placeholder('user_id')} and c.sku_id = any(${genericParam('sku_ids', 'int[]')})) end,
      'day', to_char(now() at time zone ${sql.placeholder('time_zone')}::text, 'YYMMDD'),
      'created_at', now()::timestamptz(3),
      'expires_at', (now() + make_interval(mins => case when ${isVerified(sql.placeholder('user_id'))}
        then ${sql.placeholder('unpaid_minutes')}::int else ${sql.placeholder('unverified_minutes')}::int end))::timestamptz(3)`,
  ),
)

/** The most coupons that a preview compares. */
const mostCoupons = 50

/** Reads the requested coupon, and the coupons that are unused and not over, the ones that end first at the beginning. */
const readForPreviewStatement = jsonStatement('read_for_preview', (db) =>
  readWith<OrderInputs>(
    db,
    sql`(${isRequested} or (c.used_at is null and c.revoked_at is null and c.ends_at > now()))
      order by ${isRequested} desc nulls last, c.ends_at, c.id limit ${sql.raw(String(mostCoupons))}`,
    sql``,
  ),
)

/**
 * Locks the requested coupon. A statement of its own, sent before the SKUs are locked: the statement that reads must
 * begin after the lock.
 */
const lockCouponStatement = statement('lock_coupon', (db) =>
  db
    .select({ id: coupon.id })
    .from(coupon)
    .where(and(eq(coupon.id, sql.placeholder('coupon_id')), eq(coupon.user_id, sql.placeholder('user_id'))))
    .for('no key update'),
)

/**
 * Reserves the stock, the pieces of deals and the coupon, and writes order, items, log and ledger. Where a SKU has too
 * little stock, a deal has too few pieces, or the coupon is taken, the statement fails with a division by zero, so that
 * nothing is written.
 */
const placeStatement = jsonStatement('place_order', (db) => {
  const p = sql.placeholder
  const number = sql<number>`id`.as('id')
  const lines = db.$with('lines', { sku_id: sql<number>`sku_id`.as('sku_id') }).as(sql`
    select * from jsonb_to_recordset(${p('lines')}::jsonb)
      as l (id int, sku_id int, product_id int, name text, spec_text text, image_url text, price int, count int, discount_amount bigint)`)
  // The ids are passed once more as an array: the planner assumes 100 rows for JSON, and would read the whole table.
  const taken = db.$with('taken', { id: number }).as(sql`
    update sku set stock = sku.stock - lines.count, updated_at = now() from lines
    where sku.id = lines.sku_id and sku.id = any(${genericParam('sku_ids', 'int[]')}) and sku.stock >= lines.count
    returning sku.id, sku.stock, lines.count`)
  const placed = db.$with('placed', { id: number }).as(sql`
    insert into "order" (id, order_no, user_id, items_amount, freight_amount, discount_amount, promotion_amount, total_amount, remark,
      receiver, expires_at, next_try_at, placed_from)
    overriding system value
    values (${p('id')}::int, ${p('order_no')}::text, ${p('user_id')}::int, ${p('items_amount')}::bigint, ${p('freight_amount')}::bigint,
      ${p('discount_amount')}::bigint, ${p('discount_amount')}::bigint, ${p('total_amount')}::bigint, ${p('remark')}::text, ${p('receiver')}::jsonb, ${p('expires_at')}::timestamptz, ${p('expires_at')}::timestamptz,
      ${p('placed_from')}::text)
    returning id`)
  const items = db.$with('items', { id: number }).as(sql`
    insert into order_item (id, order_id, product_id, sku_id, name, spec_text, image_url, price, count, amount, discount_amount)
    overriding system value
    select lines.id, placed.id, lines.product_id, lines.sku_id, lines.name, lines.spec_text, lines.image_url, lines.price, lines.count,
      lines.price::bigint * lines.count, lines.discount_amount
    from placed, lines order by lines.sku_id
    returning id`)
  const ledger = db.$with('ledger', { id: number }).as(sql`
    insert into stock_log (sku_id, delta, balance, reason, order_id, actor)
    select taken.id, -taken.count, taken.stock, 'order_placed', placed.id, ${p('user_id')}::int from taken, placed
    returning id`)
  const history = db.$with('history', { id: number }).as(sql`
    insert into order_log (order_id, action, to_status, actor) select id, 'place', 'unpaid', ${p('user_id')}::int from placed returning id`)
  const discounts = db.$with('discounts', { id: number }).as(sql`
    insert into order_discount (order_id, promotion_id, coupon_id, gives, label, amount)
    select placed.id, d.promotion_id, d.coupon_id, d.gives, d.label, d.amount
    from placed, jsonb_to_recordset(${p('discounts')}::jsonb)
      as d (promotion_id int, coupon_id int, gives text, label text, amount bigint)
    returning id, promotion_id`)
  const shares = db.$with('shares', { id: number }).as(sql`
    insert into order_item_discount (order_discount_id, order_item_id, amount)
    select discounts.id, s.order_item_id, s.amount
    from discounts join jsonb_to_recordset(${p('shares')}::jsonb) as s (promotion_id int, order_item_id int, amount bigint)
      on s.promotion_id = discounts.promotion_id
    returning order_item_id`)
  const held = db.$with('held', { id: number }).as(sql`
    update coupon set order_id = placed.id, updated_at = now() from placed
    where coupon.id = ${p('coupon_id')}::int and coupon.user_id = ${p('user_id')}::int and coupon.order_id is null
      and coupon.revoked_at is null
    returning coupon.id`)
  const dealt = db.$with('dealt', { id: number }).as(sql`
    update deal_sku set sold = deal_sku.sold + d.count
    from jsonb_to_recordset(${p('deals')}::jsonb) as d (promotion_id int, sku_id int, count int)
    where deal_sku.promotion_id = d.promotion_id and deal_sku.sku_id = d.sku_id
      and deal_sku.sku_id = any(${genericParam('sku_ids', 'int[]')})
      and (deal_sku.quota is null or deal_sku.sold + d.count <= deal_sku.quota)
    returning deal_sku.sku_id`)
  const isComplete = sql`(select count(*) from taken) = (select count(*) from lines)
    and (select count(*) from dealt) = jsonb_array_length(${p('deals')}::jsonb)
    and (${p('coupon_id')}::int is null or exists (select from held))`
  return db
    .with(lines, taken, placed, items, ledger, history, discounts, shares, held, dealt)
    .select({ json: sql<number>`1 / (${isComplete})::int` })
    .from(sql`(values (1)) as one`)
})

/** Returns the part of an order number after the date: 70 random bits, so that numbers cannot be guessed or counted. */
const orderNoSuffix = () => randomBase32(14)

interface Wanted {
  user_id: number
  requested: RequestedLines
  input: Input
  settings: Settings
  /** The IP of the client. */
  ip: string
}

/**
 * Returns the value of `placed_from` for an account without a mini-program identity: the network of the client. null in
 * a demonstration, where such accounts have no limits.
 */
const networkOf = (ip: string) => (env().SANDBOX ? null : ipRange(ip))

/** Reads the data that an order of a locked customer is checked against, and locks its SKUs. */
export async function loadForPlacing(
  tx: Database,
  { user_id, requested, input, settings, ip }: Wanted,
): Promise<Reserved> {
  const { coupon_id = null } = input
  const reading = { user_id, sku_ids: [...requested.keys()], placed_from: networkOf(ip) }
  // Sent together, because the connection runs queries in sequence.
  const [, , [found]] = await Promise.all([
    coupon_id && lockCouponStatement(tx, { coupon_id, user_id }),
    lockForPlacingStatement(tx, reading),
    readForPlacingStatement(tx, {
      ...reading,
      coupon_id,
      address_id: input.address_id ?? null,
      from_cart: input.from_cart ?? false,
      unpaid_minutes: settings['order.unpaid_minutes'],
      unverified_minutes: env().SANDBOX ? settings['order.unpaid_minutes'] : unverifiedMinutes,
      time_zone: settings['shop.time_zone'],
    }),
  ])
  if (!found) throw new Error('read_for_placing returned no row')
  return found
}

/**
 * Builds the order from the loaded data. Returns `placed`, the body of the response, and `write`, a function that sends
 * the statement to store the order. The statement can be sent together with the commit (decision 26). Throws
 * `invalid_request` (address, coupon), `cart_changed`, `limit_reached`, `out_of_stock`, `coupon_unusable` or
 * `price_changed`.
 */
export function prepareOrder(found: Reserved, { user_id, requested, input, settings, ip }: Wanted) {
  const receiver = receiverOf(found, input)
  requireInCart(found, requested)
  const order = calculateOrder(found, requested, input, settings)
  const { lines, shortages, amounts, discounts } = order
  if (shortages.length > 0) {
    throw problem('out_of_stock', {
      detail: `${shortages.length} of ${requested.size} lines have too little stock.`,
      members: { shortages },
    })
  }
  // Without an expected amount, the customer was shown the price of the deal.
  if (order.refused_deals.length > 0 && input.expected_amount === undefined)
    throw priceChanged(order, 'A deal does not apply to all of these pieces.')
  const { id, item_ids, day, created_at, expires_at } = found
  const order_no = day + orderNoSuffix()
  const remark = input.remark ?? ''
  const items = lines.map((line, at) => ({ ...line, id: item_ids[at] ?? 0 }))
  const state = {
    status: 'unpaid' as const,
    fulfilment: 'none' as const,
    ...amounts,
    discounts: discounts.map(shownDiscount),
    paid_amount: 0,
    completed_at: null,
  }
  const placed = {
    ...state,
    id,
    order_no,
    items,
    refunded_amount: 0,
    remark,
    receiver,
    created_at,
    expires_at,
    paid_at: null,
    shipped_at: null,
    cancelled_at: null,
    cancel_reason: null,
    asked_receiver: null,
    actions: actionsOf(
      { ...state, expires_at: new Date(expires_at), promised_amount: 0, promised_freight: 0, refunded_at: null },
      settings,
      new Date(created_at),
    ),
  }
  const write = (tx: Database) =>
    placeStatement(tx, {
      id,
      order_no,
      user_id,
      remark,
      expires_at,
      placed_from: found.verified ? null : networkOf(ip),
      sku_ids: lines.map((line) => line.sku_id),
      lines: JSON.stringify(items),
      receiver: JSON.stringify(receiver),
      ...amounts,
      coupon_id: input.coupon_id ?? null,
      deals: JSON.stringify(
        discounts
          .filter(({ layer }) => layer === 'deal')
          .flatMap(({ promotion_id, shares }) =>
            shares.map(({ sku_id, pieces }) => ({ promotion_id, sku_id, count: pieces })),
          ),
      ),
      discounts: JSON.stringify(discounts.map(shownDiscount)),
      shares: JSON.stringify(
        discounts.flatMap(({ promotion_id, shares }) =>
          shares.map(({ sku_id, amount }) => ({
            promotion_id,
            order_item_id: items.find((item) => item.sku_id === sku_id)?.id,
            amount,
          })),
        ),
      ),
    })
  return { placed, write }
}

/** Places an order of a locked customer and waits for the write. Throws the same as {@link prepareOrder}. */
export async function placeOrder(tx: Database, wanted: Wanted) {
  const { placed, write } = prepareOrder(await loadForPlacing(tx, wanted), wanted)
  await write(tx)
  return placed
}

/**
 * Returns the lines and sums of an order without placing it. Takes no locks. An address is not needed. Lines with too
 * little stock are in `shortages` instead of `items` and are not in the sums. Throws `invalid_request`, `limit_reached`,
 * `coupon_unusable` or `price_changed`.
 */
export async function previewOrder(
  db: Database,
  { user_id, requested, input, settings, ip }: Omit<Wanted, 'input'> & { input: Preview },
) {
  const [found] = await readForPreviewStatement(db, {
    user_id,
    sku_ids: [...requested.keys()],
    placed_from: networkOf(ip),
    address_id: input.address_id ?? null,
    coupon_id: input.coupon_id ?? null,
  })
  if (!found) throw new Error('read_for_preview returned no row')
  if (input.address_id !== undefined) receiverOf(found, input)
  const order = calculateOrder(found, requested, input, settings)
  const { lines, shortages, amounts, discounts, hints, coupons, refused_deals } = order
  const { id = null, receiver = null } = found.address ?? {}
  return {
    items: lines,
    ...amounts,
    discounts: discounts.map(shownDiscount),
    hints,
    coupons,
    refused_deals,
    shortages,
    address_id: id,
    receiver,
  }
}

/**
 * Throws `cart_changed` where the cart has fewer pieces than requested: another tab or device may have ordered the same
 * cart.
 */
function requireInCart({ cart }: Pick<Reserved, 'cart'>, requested: RequestedLines): void {
  if (!cart) return
  const missing = [...requested].filter(([sku_id, count]) => (cart[sku_id] ?? 0) < count)
  if (missing.length > 0)
    throw problem('cart_changed', {
      detail: `The cart has fewer pieces of SKU ${missing.map(([id]) => id).join(', ')}.`,
    })
}

function receiverOf({ address }: OrderInputs, { address_id }: Input): Receiver {
  if (address) return address.receiver
  throw noAddress(address_id)
}

/** The problem with an address that does not exist; undefined: there is no default address. */
export const noAddress = (address_id: number | undefined) =>
  address_id === undefined
    ? invalid('body', 'address_id', 'required', 'There is no default address: send address_id.')
    : invalid('body', 'address_id', 'not_found', 'There is no such address.')

/**
 * Returns the lines of an order, their sums in fen, and the customer's coupons with their effect on the order. Placing
 * and its preview both use this function, so that their sums are the same. Throws `limit_reached`, `coupon_unusable`,
 * `price_changed`, or `invalid_request` naming a coupon that the customer does not have. With `shortages`, the sums are
 * those of the other lines, and neither limits of pieces nor the coupon nor `expected_amount` are checked, because no
 * order is placed.
 */
export function calculateOrder(
  found: Pick<OrderInputs, 'lines' | 'unpaid' | 'unpaid_pieces' | 'verified' | 'unverified' | 'promotions' | 'coupons'>,
  requested: RequestedLines,
  { expected_amount, coupon_id, best_coupon }: Pick<Preview, 'expected_amount' | 'coupon_id' | 'best_coupon'>,
  settings: Settings,
) {
  const limit = unpaidLimit(found.verified, settings)
  if (found.unpaid >= limit)
    throw problem('limit_reached', {
      detail: `You have ${found.unpaid} unpaid orders; at most ${limit} are allowed. Pay or cancel one first.`,
    })
  requireQuietNetwork(found, settings['order.unpaid_max_per_ip'])
  const { lines, shortages } = linesWithCounts(requested, found.lines)
  const quoteWith = (coupon: Coupon | null) => quoteOf(lines, found.promotions, coupon, settings)
  const without = quoteWith(null)
  const choices = found.coupons.map((coupon) => ({ coupon, ...effectOf(coupon, without, quoteWith) }))
  const chosen = best_coupon ? bestOf(choices) : choices.find(({ coupon }) => coupon.id === coupon_id)
  if (coupon_id !== undefined && !chosen) throw invalid('body', 'coupon_id', 'not_found', 'You have no such coupon.')
  const quoted = chosen && !chosen.refusal ? chosen.quoted : without
  const result = { ...quoted, shortages, coupons: choices.map(shownChoice) }
  if (shortages.length > 0) return result
  requireFewPieces(found, requested, settings['order.unpaid_pieces_unverified'])
  requireCommonShare(found, requested)
  requireFairShare(found.lines, requested, found.unpaid_pieces, settings['order.unpaid_pieces'])
  if (chosen?.refusal)
    throw problem('coupon_unusable', {
      detail: `Coupon ${chosen.coupon.id} does not apply to this order: ${chosen.refusal.reason}.`,
      members: { coupon_id: chosen.coupon.id, ...chosen.refusal },
    })
  const { total_amount } = quoted.amounts
  if (expected_amount !== undefined && expected_amount !== total_amount)
    throw priceChanged(result, `The total is ${total_amount}, not ${expected_amount}.`)
  return result
}

/** The problem with an order that costs another amount than the customer was shown. */
const priceChanged = ({ lines, amounts, discounts, refused_deals }: Quoted, detail: string) =>
  problem('price_changed', {
    detail,
    members: {
      ...amounts,
      items: lines.map(({ sku_id, price, count }) => ({ sku_id, price, count })),
      discounts: discounts.map(shownDiscount),
      refused_deals,
    },
  })

type Quoted = ReturnType<typeof quoteOf>

/** The effect of a coupon on an order: the amount in fen that it saves, or the reason why it does not apply. */
interface Effect {
  off_amount: number
  refusal: CouponRefusal | { reason: Exclude<CouponState, 'usable'> | 'first_order' } | null
  quoted: Quoted
}

/**
 * Returns the effect of a coupon. A coupon that saves nothing is refused, so that it is not used up: a reduction of the
 * goods can be less than the shipping fee that it costs below the limit for free shipping.
 */
function effectOf(coupon: OwnCoupon, without: Quoted, quoteWith: (coupon: Coupon) => Quoted): Effect {
  const refused = (refusal: Effect['refusal']) => ({ off_amount: 0, refusal, quoted: without })
  if (coupon.state !== 'usable') return refused({ reason: coupon.state })
  if (coupon.is_late) return refused({ reason: 'first_order' })
  const quoted = quoteWith(coupon)
  if (quoted.coupon_refusal) return refused(quoted.coupon_refusal)
  const off_amount = without.amounts.total_amount - quoted.amounts.total_amount
  return off_amount > 0 ? { off_amount, refusal: null, quoted } : refused({ reason: 'no_gain' })
}

type Choice = Effect & { coupon: OwnCoupon }

/** Returns the coupon that saves most, of several the one that ends first; undefined: none applies. */
const bestOf = (choices: Choice[]) =>
  choices
    .filter(({ refusal }) => refusal === null)
    .toSorted(
      (a, b) =>
        b.off_amount - a.off_amount ||
        Date.parse(a.coupon.ends_at) - Date.parse(b.coupon.ends_at) ||
        a.coupon.id - b.coupon.id,
    )[0]

/** A coupon with its effect, for the customer. */
const shownChoice = ({ coupon: { id, promotion, ends_at }, off_amount, refusal }: Choice) => ({
  id,
  promotion_id: promotion.id,
  label: promotion.label,
  ends_at,
  off_amount,
  usable: refusal === null,
  reason: null,
  ...refusal,
})

/** The reduction of an order by a promotion, without the shares of the lines. */
const shownDiscount = ({ promotion_id, coupon_id, layer, label, amount }: Discount) => ({
  promotion_id,
  coupon_id,
  gives: layer === 'coupon' ? ('reduction' as const) : layer,
  label,
  amount,
})

/**
 * Splits the requested lines into those with enough stock and those without. An unknown, disabled or unpublished SKU
 * has 0 pieces available.
 */
function linesWithCounts(requested: RequestedLines, found: OrderLine[]) {
  const byId = new Map(found.map((line) => [line.sku_id, line]))
  const lines: PricedLine[] = []
  const shortages = []
  for (const [sku_id, count] of requested) {
    const line = byId.get(sku_id)
    const available = line?.sellable ? line.stock : 0
    if (!line || available < count) shortages.push({ sku_id, requested: count, available })
    else {
      const { stock, sellable, ...snapshot } = line
      lines.push({ ...snapshot, count })
    }
  }
  return { lines, shortages }
}

/**
 * The minutes for which orders of an account without a mini-program identity reserve their pieces. Short, because such
 * an account cannot pay and can be registered in any number. Equal to the minimum of `order.unpaid_minutes`.
 */
const unverifiedMinutes = 5

/**
 * Returns the number of unpaid orders that a customer may have. Lower for an account without a mini-program identity,
 * except in a demonstration.
 */
function unpaidLimit(verified: boolean, settings: Settings): number {
  const max = settings['order.unpaid_max']
  return verified || env().SANDBOX ? max : Math.min(max, settings['order.unpaid_max_unverified'])
}

/**
 * Throws `limit_reached` where unpaid orders of an account without a mini-program identity would have over `max`
 * pieces. No limit in a demonstration.
 */
function requireFewPieces(
  { verified, unpaid_pieces }: Pick<OrderInputs, 'verified' | 'unpaid_pieces'>,
  wanted: RequestedLines,
  max: number,
): void {
  if (verified || env().SANDBOX) return
  const reserved = sum(Object.values(unpaid_pieces))
  const requested = sum(wanted.values())
  if (reserved + requested > max) {
    throw problem('limit_reached', {
      detail: `Unpaid orders of an account without a mini-program user may reserve at most ${max} pieces; yours reserve ${reserved}. Join one with PUT /v1/user/mini_program, or pay or cancel an order first.`,
      members: { requested, reserved, allowed: max },
    })
  }
}

/**
 * Throws `limit_reached` where the accounts without a mini-program identity at one network already have `max` unpaid
 * orders. One client can register many such accounts.
 */
function requireQuietNetwork({ unverified }: Pick<OrderInputs, 'unverified'>, max: number): void {
  if (!unverified || unverified.orders < max) return
  throw problem('limit_reached', {
    detail: `Accounts without a mini-program user have ${unverified.orders} unpaid orders from your network; at most ${max} are allowed. Join one with PUT /v1/user/mini_program, or try again later.`,
  })
}

/**
 * Throws `limit_reached`, naming the SKU, where the unpaid orders of all accounts without a mini-program identity would
 * reserve more than a fifth of the stock of a SKU (at least 1 piece). Such accounts cannot pay; the rest of the stock
 * is for customers who can.
 */
function requireCommonShare(
  { lines, unverified }: Pick<OrderInputs, 'lines' | 'unverified'>,
  wanted: RequestedLines,
): void {
  if (!unverified) return
  for (const { sku_id, stock } of lines) {
    const reserved = unverified.pieces[sku_id] ?? 0
    const requested = wanted.get(sku_id) ?? 0
    const allowed = Math.max(1, Math.floor((stock + reserved) / 5))
    if (reserved + requested > allowed) {
      throw problem('limit_reached', {
        detail: `Unpaid orders of all accounts without a mini-program user may reserve at most ${allowed} pieces of SKU ${sku_id} together; they reserve ${reserved}. Join one with PUT /v1/user/mini_program, or try again later.`,
        members: { sku_id, requested, reserved, allowed },
      })
    }
  }
}

const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)

/**
 * Extends the time to pay of a locked customer's unpaid orders to the usual `order.unpaid_minutes` after their placing,
 * if the account has a mini-program identity. These orders no longer count toward the limits of accounts without such
 * an identity. Orders that have expired are not changed.
 */
export async function allowUsualTime(tx: Database, user_id: number, settings: Settings): Promise<void> {
  const usual = sql`(${order.created_at} + make_interval(mins => ${settings['order.unpaid_minutes']}::int))::timestamptz(3)`
  const later = sql`greatest(${order.expires_at}, ${usual})`
  await tx
    .update(order)
    .set({ expires_at: later, next_try_at: later, placed_from: null })
    .where(
      and(
        eq(order.user_id, user_id),
        eq(order.status, 'unpaid'),
        gt(order.expires_at, sql`now()`),
        or(lt(order.expires_at, usual), isNotNull(order.placed_from)),
        isVerified(sql`${user_id}`),
      ),
    )
}

/**
 * Throws `limit_reached`, naming the SKU, where the unpaid orders of a customer would reserve more than `max` pieces of
 * a SKU. Of a SKU with more than 50 pieces in total, a customer may reserve only a fifth (at least 10 pieces). Limited,
 * because reserving costs the customer nothing.
 */
function requireFairShare(
  lines: OrderLine[],
  requested: RequestedLines,
  unpaidPieces: Record<string, number>,
  max: number,
): void {
  for (const { sku_id, stock } of lines) {
    const reserved = unpaidPieces[sku_id] ?? 0
    const count = requested.get(sku_id) ?? 0
    const total = stock + reserved
    const share = total > 50 ? Math.max(10, Math.floor(total / 5)) : total
    const allowed = Math.min(max, share)
    if (reserved + count > allowed) {
      throw problem('limit_reached', {
        detail: `Unpaid orders of one customer may reserve at most ${allowed} pieces of SKU ${sku_id}; yours reserve ${reserved}.`,
        members: { sku_id, requested: count, reserved, allowed },
      })
    }
  }
}

/**
 * Returns the lines with their amounts, the amounts of the order, and the discounts by promotions, all in fen. The
 * freight is the setting `order.freight_fee`, or 0 where the goods cost at least `order.freight_free_from` after
 * reductions; a value of 0 for the latter means never.
 */
function quoteOf(lines: PricedLine[], promotions: Promotion[], coupon: Coupon | null, settings: Settings) {
  const free_from = settings['order.freight_free_from']
  const freight: Freight = (goods) => {
    const amount = goods.reduce((sum, one) => sum + one.amount, 0)
    return free_from > 0 && amount >= free_from ? 0 : settings['order.freight_fee']
  }
  const {
    lines: amountsOfLines,
    discounts,
    hints,
    coupon_refusal,
    refused_deals,
    ...quoted
  } = quote({
    lines,
    promotions,
    coupon,
    freight,
  })
  const { items_amount, freight_amount, discount_amount, total_amount } = quoted
  return {
    lines: lines.map(({ category_id: _, deal: __, ...line }, at) => ({ ...line, ...amountsIn(amountsOfLines[at]) })),
    amounts: { items_amount, freight_amount, discount_amount, total_amount },
    discounts,
    hints,
    coupon_refusal,
    refused_deals,
  }
}

const amountsIn = ({ amount, discount_amount, paid_amount } = { amount: 0, discount_amount: 0, paid_amount: 0 }) => ({
  amount,
  discount_amount,
  paid_amount,
})
