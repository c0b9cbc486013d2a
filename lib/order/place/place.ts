import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { sku } from '@/db/schema/product'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { ipRange } from '@/lib/kit/api/run/request'
import { randomBase32 } from '@/lib/kit/base32'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { actionsOf } from '@/lib/order/status'
import { forStaff, regularTotal, type StaffTerms } from './for-staff'
import {
  lockCouponStatement,
  lockForPlacingStatement,
  type RequestedLines,
  type Reserved,
  readForPlacingStatement,
} from './place-data'
import { requireOpen, unverifiedMinutes } from './place-limits'
import { calculateOrder, type Priced, priceChanged, shownDiscount, undeliverableLines } from './price'
import { receiverOf } from './receiver'
import type { OrderInput } from './schema'
import { type NewOrder, placeStatement, rowsOf } from './write'

export type Input = z.output<typeof OrderInput>

/** `product_id` stands for a product with a single SKU on offer. Throws `invalid_request` naming the line. */
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

/** 70 random bits, so that the numbers of other orders cannot be guessed and the orders cannot be counted. */
const orderNoSuffix = () => randomBase32(14)

export interface Wanted {
  user_id: number
  requested: RequestedLines
  input: Input
  settings: Settings
  /** Limits the orders of unverified accounts. */
  ip: string
  /** Absent: the customer places the order. */
  staff?: StaffTerms
}

/** The network for an account without a mini-program identity; null in a demonstration, without limits. */
export const networkOf = (ip: string) => (env().SANDBOX ? null : ipRange(ip))

/** The customer is locked. Locks the requested SKUs. */
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
 * `write` can be sent together with the commit (decision 26). Throws `shop_closed`, `invalid_request` (address, store,
 * contact, coupon), `cart_changed`, `limit_reached`, `out_of_stock`, `not_deliverable`, `coupon_unusable` or
 * `price_changed`.
 */
export function prepareOrder(found: Reserved, { user_id, requested, input, settings, ip, staff }: Wanted) {
  // A closed shop takes no orders from customers; what staff place, they have agreed.
  if (!staff) requireOpen(settings, found.created_at)
  const receiver = receiverOf(found, input)
  requireInCart(found, requested)
  const priced = calculateOrder(found, requested, input, settings)
  requireStock(priced, requested.size)
  requireDelivery(priced)
  if (input.expected_amount === undefined && !staff) requireShownDeals(found, priced)
  const order = {
    id: found.id,
    order_no: found.day + orderNoSuffix(),
    items: priced.lines.map((line, at) => ({ ...line, id: found.item_ids[at] ?? 0 })),
    store_id: found.store?.id ?? null,
    receiver,
    remark: input.remark ?? '',
    expires_at: found.expires_at,
  }
  const placed_from = found.verified ? null : networkOf(ip)
  const rows = rowsOf(order, priced, { user_id, coupon_id: input.coupon_id ?? null, placed_from, staff: staff?.actor })
  const placed = responseOf(order, priced, found.created_at, settings)
  return {
    placed: { ...placed, by_shop: staff !== undefined },
    write: (tx: Database) => placeStatement(tx, rows),
  }
}

/** As its customer reads it. */
function responseOf(order: NewOrder, { amounts, discounts }: Priced, created_at: string, settings: Settings) {
  const { items, expires_at } = order
  const state = {
    status: 'unpaid' as const,
    fulfilment: 'none' as const,
    ...amounts,
    discounts: discounts.map(shownDiscount),
    store_id: order.store_id,
    paid_amount: 0,
    completed_at: null,
  }
  const unpaid = {
    ...state,
    items,
    expires_at: new Date(expires_at),
    paid_at: null,
    shipped_at: null,
    refunded_at: null,
    has_invoice: false,
    promised_amount: 0,
    promised_freight: 0,
  }
  return {
    ...state,
    ...order,
    refunded_amount: 0,
    created_at,
    paid_at: null,
    shipped_at: null,
    cancelled_at: null,
    cancel_reason: null,
    asked_receiver: null,
    actions: actionsOf(unpaid, settings, new Date(created_at)),
  }
}

/** Throws `out_of_stock`. `count`: all lines. */
function requireStock({ shortages }: Priced, count: number): void {
  if (shortages.length > 0)
    throw problem('out_of_stock', {
      detail: `${shortages.length} of ${count} lines have too little stock.`,
      members: { shortages },
    })
}

/** Throws `not_deliverable`. */
function requireDelivery(priced: Pick<Priced, 'lines' | 'freight'>): void {
  const items = undeliverableLines(priced)
  if (items.length > 0)
    throw problem('not_deliverable', {
      detail: `${items.length} of ${priced.lines.length} lines are not delivered to this address, or not collected.`,
      members: { items },
    })
  if (priced.freight.amount === null) throw new Error('the freight of an order with an address is unknown')
}

/** The customer is locked. Throws the problems of {@link prepareOrder}. */
export async function placeOrder(tx: Database, wanted: Wanted) {
  const found = await loadForPlacing(tx, wanted)
  const { placed, write } = prepareOrder(found, wanted)
  await write(tx)
  return { ...placed, regular_amount: regularTotal(found, wanted) }
}

/** Throws `price_changed`: the customer may have been shown a deal that has run out since. */
function requireShownDeals({ lines }: Pick<Reserved, 'lines'>, priced: Priced): void {
  const hasRunOut = priced.refused_deals.some(
    ({ sku_id, reason }) =>
      reason === 'sold_out' && lines.some((line) => line.sku_id === sku_id && line.deal?.sold_lately),
  )
  if (hasRunOut) throw priceChanged(priced, 'A deal no longer has enough pieces for this order.')
}

/** Throws `cart_changed`: another tab or device may have ordered the pieces of this cart meanwhile. */
function requireInCart({ cart }: Pick<Reserved, 'cart'>, requested: RequestedLines): void {
  if (!cart) return
  const missing = [...requested].filter(([sku_id, count]) => (cart[sku_id] ?? 0) < count)
  if (missing.length > 0)
    throw problem('cart_changed', {
      detail: `The cart has fewer pieces of SKU ${missing.map(([id]) => id).join(', ')}.`,
    })
}
