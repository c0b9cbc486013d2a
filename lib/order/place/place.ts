import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { genericParam, jsonStatement } from '@/db/connection/statement'
import type { OrderFreight, Receiver } from '@/db/schema/order'
import { sku } from '@/db/schema/product'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { ipRange } from '@/lib/kit/api/run/request'
import { randomBase32 } from '@/lib/kit/base32'
import { closingNow } from '@/lib/kit/config/closing'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import type { OrderInput, PreviewInput } from '@/lib/order/schema'
import { actionsOf } from '@/lib/order/status'
import {
  type GivenAmounts,
  lockCouponStatement,
  lockForPlacingStatement,
  type OrderInputs,
  type RequestedLines,
  type Reserved,
  readForPlacingStatement,
  readForPreviewStatement,
} from './place-data'
import { requireOpen, unverifiedMinutes } from './place-limits'
import { calculateOrder, calculatePreview, priceChanged, shownDiscount } from './price'

type Input = z.output<typeof OrderInput>

type Preview = z.output<typeof PreviewInput>

/**
 * Resolves the lines of a request to SKUs. `product_id` stands for a product with a single SKU on offer. Lines with the
 * same SKU become one line. Throws `invalid_request` naming the line.
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

/**
 * Reserves the stock, the pieces of deals and the coupon, and writes the rows of the order, its items, its log and the
 * stock ledger. Where a SKU has too little stock, a deal has too few pieces, or the coupon is taken, the statement
 * fails with a division by zero, so that nothing is written.
 */
const placeStatement = jsonStatement('place_order', (db) => {
  const p = sql.placeholder
  const number = sql<number>`id`.as('id')
  const lines = db.$with('lines', { sku_id: sql<number>`sku_id`.as('sku_id') }).as(sql`
    select * from jsonb_to_recordset(${p('lines')}::jsonb)
      as l (id int, sku_id int, product_id int, name text, spec_text text, image_url text, price int, count int, discount_amount bigint)`)
  // The cost is copied here, so that it never leaves the database on the way of a customer's order.
  // The ids are passed once more as an array: the planner assumes 100 rows for JSON, and would read the whole table.
  const taken = db.$with('taken', { id: number }).as(sql`
    update sku set stock = sku.stock - lines.count, updated_at = now() from lines
    where sku.id = lines.sku_id and sku.id = any(${genericParam('sku_ids', 'int[]')}) and sku.stock >= lines.count
    returning sku.id, sku.stock, sku.cost, lines.count`)
  const placed = db.$with('placed', { id: number }).as(sql`
    insert into "order" (id, order_no, user_id, items_amount, freight_amount, freight_detail, discount_amount, promotion_amount, total_amount, remark,
      store_id, receiver, expires_at, next_try_at, placed_from, placed_by)
    overriding system value
    values (${p('id')}::int, ${p('order_no')}::text, ${p('user_id')}::int, ${p('items_amount')}::bigint, ${p('freight_amount')}::bigint,
      ${p('freight_detail')}::jsonb, ${p('discount_amount')}::bigint, ${p('promotion_amount')}::bigint, ${p('total_amount')}::bigint, ${p('remark')}::text, ${p('store_id')}::int, ${p('receiver')}::jsonb, ${p('expires_at')}::timestamptz, ${p('expires_at')}::timestamptz,
      ${p('placed_from')}::text, ${p('placed_by')}::int)
    returning id`)
  const items = db.$with('items', { id: number }).as(sql`
    insert into order_item (id, order_id, product_id, sku_id, name, spec_text, image_url, price, count, amount, discount_amount, cost)
    overriding system value
    select lines.id, placed.id, lines.product_id, lines.sku_id, lines.name, lines.spec_text, lines.image_url, lines.price, lines.count,
      lines.price::bigint * lines.count, lines.discount_amount, taken.cost
    from placed, lines join taken on taken.id = lines.sku_id order by lines.sku_id
    returning id`)
  const ledger = db.$with('ledger', { id: number }).as(sql`
    insert into stock_log (sku_id, delta, balance, reason, order_id, actor)
    select taken.id, -taken.count, taken.stock, 'order_placed', placed.id, ${p('actor')}::int from taken, placed
    returning id`)
  const history = db.$with('history', { id: number }).as(sql`
    insert into order_log (order_id, action, to_status, actor) select id, 'place', 'unpaid', ${p('actor')}::int from placed returning id`)
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

/**
 * Returns the part of an order number after the date: 70 random bits, so that the numbers of other orders cannot be
 * guessed and the orders cannot be counted.
 */
const orderNoSuffix = () => randomBase32(14)

interface Wanted {
  user_id: number
  requested: RequestedLines
  input: Input
  settings: Settings
  /** The IP of the client, by which the orders of unverified accounts are limited. */
  ip: string
  /** The terms of an order by staff; absent: the customer places the order. */
  staff?: StaffTerms
}

/** The terms of an order that staff place for a customer. */
export interface StaffTerms {
  /** The id of the staff member. */
  actor: number
  /** The time to pay, in minutes. */
  minutes: number
  /** An address for this order only; undefined: an address of the customer. */
  receiver: Receiver | undefined
  /** The amounts that staff have set; undefined: the order costs what it would cost the customer. */
  given: GivenAmounts | undefined
}

/**
 * Returns the data for an order by staff: without the limits of accounts that have no mini-program identity, because a
 * member of staff vouches for the customer.
 */
const forStaff = <Found extends OrderInputs>(
  found: Found,
  { receiver, given }: Pick<StaffTerms, 'receiver' | 'given'>,
): Found => ({
  ...found,
  ...(given && { given }),
  verified: true,
  unverified: null,
  address: receiver ? { id: 0, receiver } : found.address,
})

/**
 * Returns the value of `placed_from` for an account without a mini-program identity: the network of the client. null in
 * a demonstration, where such accounts have no limits.
 */
const networkOf = (ip: string) => (env().SANDBOX ? null : ipRange(ip))

/** Reads the data that is needed to check an order of a locked customer, and locks the requested SKUs. */
export async function loadForPlacing(
  tx: Database,
  { user_id, requested, input, settings, ip, staff }: Wanted,
): Promise<Reserved> {
  const { coupon_id = null } = input
  const reading = { user_id, sku_ids: [...requested.keys()], placed_from: staff ? null : networkOf(ip) }
  // Sent together, because the connection runs queries in sequence.
  const [, , [found]] = await Promise.all([
    coupon_id && lockCouponStatement(tx, { coupon_id, user_id }),
    lockForPlacingStatement(tx, reading),
    readForPlacingStatement(tx, {
      ...reading,
      coupon_id,
      address_id: input.address_id ?? null,
      store_id: input.store_id ?? null,
      from_cart: input.from_cart ?? false,
      unpaid_minutes: staff?.minutes ?? settings['order.unpaid_minutes'],
      unverified_minutes: staff?.minutes ?? (env().SANDBOX ? settings['order.unpaid_minutes'] : unverifiedMinutes),
      time_zone: settings['shop.time_zone'],
    }),
  ])
  if (!found) throw new Error('read_for_placing returned no row')
  return staff ? forStaff(found, staff) : found
}

/**
 * Builds the order from the loaded data. Returns `placed`, the body of the response, and `write`, a function that sends
 * the statement to store the order. The statement can be sent together with the commit (decision 26). Throws
 * `shop_closed`, `invalid_request` (address, store, contact, coupon), `cart_changed`, `limit_reached`, `out_of_stock`, `not_deliverable`,
 * `coupon_unusable` or `price_changed`.
 */
export function prepareOrder(found: Reserved, { user_id, requested, input, settings, ip, staff }: Wanted) {
  // A closed shop takes no orders from customers; what staff place, they have agreed.
  if (!staff) requireOpen(settings, found.created_at)
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
  requireDelivery(order)
  // Without an expected amount, the customer was shown the price of the deal. Staff see the sums of their own preview.
  if (order.refused_deals.length > 0 && input.expected_amount === undefined && !staff)
    throw priceChanged(order, 'A deal does not apply to all of these pieces.')
  const { id, item_ids, day, created_at, expires_at } = found
  const store_id = found.store?.id ?? null
  const order_no = day + orderNoSuffix()
  const remark = input.remark ?? ''
  const items = lines.map((line, at) => ({ ...line, id: item_ids[at] ?? 0 }))
  const state = {
    status: 'unpaid' as const,
    fulfilment: 'none' as const,
    ...amounts,
    discounts: discounts.map(shownDiscount),
    store_id,
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
    by_shop: staff !== undefined,
    receiver,
    created_at,
    expires_at,
    paid_at: null,
    shipped_at: null,
    cancelled_at: null,
    cancel_reason: null,
    asked_receiver: null,
    actions: actionsOf(
      {
        ...{ ...state, items },
        ...{ expires_at: new Date(expires_at), paid_at: null, shipped_at: null, refunded_at: null, has_invoice: false },
        ...{ promised_amount: 0, promised_freight: 0 },
      },
      settings,
      new Date(created_at),
    ),
  }
  const write = (tx: Database) =>
    placeStatement(tx, {
      id,
      order_no,
      user_id,
      actor: staff?.actor ?? user_id,
      placed_by: staff?.actor ?? null,
      remark,
      store_id,
      expires_at,
      placed_from: found.verified ? null : networkOf(ip),
      sku_ids: lines.map((line) => line.sku_id),
      lines: JSON.stringify(items),
      receiver: JSON.stringify(receiver),
      ...amounts,
      promotion_amount: order.promotion_amount,
      freight_detail: JSON.stringify(order.freight.groups.map(agreedFreight)),
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

type Priced = ReturnType<typeof calculateOrder>

/** Returns the freight of lines with the same template, in the form that the order stores. */
const agreedFreight = ({ template_id, name, sku_ids, amount, free }: Priced['freight']['groups'][number]) =>
  ({ template_id, name, sku_ids, amount: amount ?? 0, free }) satisfies OrderFreight

/** Returns the lines that are not delivered to the address, with the names of their products and the reasons. */
const undeliverableLines = ({ lines, freight }: Pick<Priced, 'lines' | 'freight'>) =>
  freight.undeliverable.map(({ sku_id, reason }) => ({
    sku_id,
    name: lines.find((line) => line.sku_id === sku_id)?.name ?? '',
    reason,
  }))

/** Throws `not_deliverable`, naming the lines that are not delivered to the address. */
function requireDelivery(priced: Pick<Priced, 'lines' | 'freight'>): void {
  const items = undeliverableLines(priced)
  if (items.length > 0)
    throw problem('not_deliverable', {
      detail: `${items.length} of ${priced.lines.length} lines are not delivered to this address, or not collected.`,
      members: { items },
    })
  if (priced.freight.amount === null) throw new Error('the freight of an order with an address is unknown')
}

/** Places an order of a locked customer and waits for the write. Throws the problems of {@link prepareOrder}. */
export async function placeOrder(tx: Database, wanted: Wanted) {
  const found = await loadForPlacing(tx, wanted)
  const { placed, write } = prepareOrder(found, wanted)
  await write(tx)
  return { ...placed, regular_amount: regularTotal(found, wanted) }
}

/** Returns the total of an order in fen without the amounts that staff have set. */
const regularTotal = (
  { given: _, ...found }: OrderInputs,
  { requested, input, settings }: Pick<Wanted, 'requested' | 'input' | 'settings'>,
) => calculateOrder(found, requested, { ...input, expected_amount: undefined }, settings).amounts.total_amount

/**
 * Returns the lines and sums of an order without placing it. Takes no locks. An address is not needed. Lines with too
 * little stock are in `shortages` instead of `items`, and the sums do not include them. `freight_amount` is null, and
 * the total does not include freight, if the freight depends on an address that is not known yet, or if lines are not
 * delivered. Throws `invalid_request`, `limit_reached`, `coupon_unusable` or `price_changed`.
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
    store_id: input.store_id ?? null,
    coupon_id: input.coupon_id ?? null,
  })
  if (!found) throw new Error('read_for_preview returned no row')
  const isKnown = input.store_id === undefined ? found.address !== null : input.contact !== undefined
  const receiver = isKnown || input.address_id !== undefined ? receiverOf(found, input) : null
  if (input.store_id !== undefined) storeOf(found)
  const order = calculatePreview(found, requested, input, settings)
  const { lines, shortages, amounts, freight, discounts, hints, coupons, refused_deals } = order
  return {
    items: lines,
    ...amounts,
    freight_amount: freight.amount,
    freight: freight.groups,
    is_estimate: freight.amount === null,
    undeliverable: undeliverableLines(order),
    discounts: discounts.map(shownDiscount),
    hints,
    coupons,
    refused_deals,
    shortages,
    deliveries: order.deliveries.filter((way) => way === 'express' || found.has_store),
    store_id: found.store?.id ?? null,
    address_id: found.store ? null : (found.address?.id ?? null),
    receiver,
    closed: closingNow(settings['shop.closed'], Date.now()),
  }
}

/**
 * Returns the lines and sums of an order by staff without placing it, and the lines that are not delivered. Takes no
 * locks. Throws `invalid_request` or `limit_reached`.
 */
export async function quoteForStaff(
  db: Database,
  wanted: Omit<Wanted, 'ip' | 'staff'> & Pick<StaffTerms, 'receiver' | 'given'>,
) {
  const { user_id, requested, input, settings } = wanted
  const { address_id } = input
  const [found] = await readForPreviewStatement(db, {
    user_id,
    sku_ids: [...requested.keys()],
    placed_from: null,
    address_id: address_id ?? null,
    store_id: null,
    coupon_id: null,
  })
  if (!found) throw new Error('read_for_preview returned no row')
  if (address_id !== undefined && !found.address) throw noAddress(address_id)
  // Without an address, the statement returns the default one.
  const address = address_id === undefined ? null : found.address
  const inputs = forStaff({ ...found, address }, wanted)
  const order = calculateOrder(inputs, requested, input, settings)
  return {
    ...order,
    regular_amount: regularTotal(inputs, wanted),
    undeliverable: undeliverableLines(order),
  }
}

/**
 * Throws `cart_changed` where the cart has fewer pieces than requested, because another tab or device may have ordered
 * the pieces of this cart meanwhile.
 */
function requireInCart({ cart }: Pick<Reserved, 'cart'>, requested: RequestedLines): void {
  if (!cart) return
  const missing = [...requested].filter(([sku_id, count]) => (cart[sku_id] ?? 0) < count)
  if (missing.length > 0)
    throw problem('cart_changed', {
      detail: `The cart has fewer pieces of SKU ${missing.map(([id]) => id).join(', ')}.`,
    })
}

/**
 * Returns the receiver of an order: the address of the customer, or, for pick-up, the contact person at the address of
 * the store. Throws `invalid_request` naming the missing address or contact.
 */
function receiverOf(found: OrderInputs, { address_id, store_id, contact }: Input): Receiver {
  if (store_id !== undefined) {
    const { id: _, ...place } = storeOf(found)
    if (!contact) throw invalid('body', 'contact', 'required', 'Send the name and the phone number of who collects it.')
    return { ...contact, ...place, postal_code: null }
  }
  if (found.address) return found.address.receiver
  throw noAddress(address_id)
}

/** Returns the requested store. Throws `invalid_request` where the store does not exist or is disabled. */
function storeOf({ store }: OrderInputs) {
  if (!store) throw invalid('body', 'store_id', 'not_found', 'There is no such store.')
  return store
}

/** Returns the problem of a missing address. `address_id` undefined: the customer has no default address. */
export const noAddress = (address_id: number | undefined) =>
  address_id === undefined
    ? invalid('body', 'address_id', 'required', 'There is no default address: send address_id.')
    : invalid('body', 'address_id', 'not_found', 'There is no such address.')
