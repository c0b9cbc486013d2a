import { eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { freight_template } from '@/db/schema/freight'
import { order, order_item } from '@/db/schema/order'
import { product, sku } from '@/db/schema/product'
import { order_discount, promotion } from '@/db/schema/promotion'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import type { Place } from '@/lib/kit/regions'
import { requirePossible } from '@/lib/order/actions'
import { type Line, linesOf, namedLines } from '@/lib/order/lines'
import { promotionTerms } from '@/lib/order/place/place-data'
import { destinationOf, freightOf } from '@/lib/pricing/freight'
import { type Deal, type Discount, type Promotion, type QuoteInput, type QuoteLine, quote } from '@/lib/pricing/quote'
import { requirePayable, type StoredDiscount, withShopDiscount } from '@/lib/pricing/reprice'
import type { OrderPricePreview, PriceChanges } from './cms-schema'

/* An order's promotions are applied again to new prices. Amounts in fen. */

interface Given {
  order: typeof order.$inferSelect
  lines: Line[]
  input: z.output<typeof PriceChanges>
  settings: Settings
}

export interface Repricing {
  amounts: ReturnType<typeof withShopDiscount>['amounts']
  /** Lines with other amounts. */
  changed: { id: number; price: number; amount: number; discount_amount: number }[]
  /** With the new amounts; 0: the promotion no longer applies. */
  discounts: StoredDiscount[]
  ended: { promotion_id: number; sku_id: number; count: number }[]
}

/** undefined: nothing changes. Throws `invalid_request` naming a line or an amount. */
export async function repricingOf(tx: Database, given: Given): Promise<Repricing | undefined> {
  const { order, lines, input, settings } = given
  const prices = new Map(
    namedLines(input.items ?? [], lines, 'items').map(({ line, given }) => [line.id, given.price] as const),
  )
  const freight_amount = input.freight_amount ?? order.freight_amount
  const isSamePrice = lines.every(({ id, price }) => (prices.get(id) ?? price) === price)
  const { stored, quoted, discounts } =
    isSamePrice && freight_amount === order.freight_amount
      ? await agreed(tx, order, lines)
      : await atOtherPrices(tx, { order, lines, settings, prices, freight_amount })
  const priced = withShopDiscount(quoted, input.discount_amount ?? order.discount_amount - order.promotion_amount)
  const { amounts } = priced
  requirePayable(amounts, input)
  const changed = lines.flatMap(({ id, price, discount_amount }, at) => {
    const [now, line] = [prices.get(id) ?? price, priced.lines[at]]
    if (!line || (now === price && line.discount_amount === discount_amount)) return []
    return [{ id, price: now, amount: line.amount, discount_amount: line.discount_amount }]
  })
  const isSame =
    changed.length === 0 &&
    amounts.freight_amount === order.freight_amount &&
    amounts.discount_amount === order.discount_amount
  if (isSame) return undefined
  return { amounts, changed, discounts, ended: endedDeals(stored, discounts, lines) }
}

/** Before the discount by staff. */
async function agreed(tx: Database, order: Given['order'], lines: Line[]) {
  const stored = await discountsOf(tx, order.id)
  const shares = stored.flatMap((one) => one.shares)
  const { items_amount, freight_amount, promotion_amount } = order
  const quoted = {
    items_amount,
    freight_amount,
    discount_amount: promotion_amount,
    total_amount: items_amount + freight_amount - promotion_amount,
    lines: lines.map(({ id, sku_id, amount }) => {
      const own = shares.filter(({ order_item_id }) => order_item_id === id)
      const discount_amount = own.reduce((sum, share) => sum + share.amount, 0)
      return { sku_id, amount, discount_amount, paid_amount: amount - discount_amount }
    }),
  }
  return { stored, quoted, discounts: stored }
}

async function atOtherPrices(
  tx: Database,
  {
    freight_amount,
    settings,
    ...of
  }: Pick<Requote, 'order' | 'lines' | 'prices'> & { freight_amount: number; settings: Settings },
) {
  const { order, lines } = of
  const goods = await goodsOf(tx, order.id)
  const { stored, quoted } = await requoted(tx, {
    ...of,
    goods,
    freight: (some) =>
      some.length === lines.length ? freight_amount : feeTo(order.receiver, some, { order, goods, settings }),
  })
  return { stored, quoted, discounts: stored.map((one) => discountNow(one, quoted.discounts, lines)) }
}

/** In fen, after the order's promotions of the fee. An unknown fee counts as 0. */
export async function shippingPaidTo(
  tx: Database,
  { place, ...of }: Pick<Given, 'order' | 'lines' | 'settings'> & { place: Place },
): Promise<number> {
  const goods = await goodsOf(tx, of.order.id)
  const freight = (some: readonly Shipped[]) => feeTo(place, some, { ...of, goods })
  const { quoted } = await requoted(tx, { ...of, goods, prices: new Map(), freight })
  const off = quoted.discounts.filter(({ layer }) => layer === 'freight').reduce((sum, { amount }) => sum + amount, 0)
  return quoted.freight_amount - off
}

interface Requote extends Pick<Given, 'order' | 'lines'> {
  goods: Goods
  /** By the id of the line. */
  prices: ReadonlyMap<number, number>
  /** In fen. */
  freight: (lines: readonly Shipped[]) => number
}

/** Returns the discounts as they are stored. */
async function requoted(tx: Database, { order, lines, goods, prices, freight }: Requote) {
  const stored = await discountsOf(tx, order.id)
  const terms = await termsOf(tx, stored)
  const isAutomatic = ({ gives, coupon_id }: StoredDiscount) => gives !== 'deal' && coupon_id === null
  const held = stored.find(({ coupon_id }) => coupon_id !== null)
  const promotion = held && terms.get(held.promotion_id)
  const quoted = quote({
    lines: lines.map((line) => quoteLine(line, { price: prices.get(line.id), stored, goods, terms })),
    promotions: stored.filter(isAutomatic).flatMap(({ promotion_id }) => terms.get(promotion_id) ?? []),
    coupon: held?.coupon_id && promotion ? { id: held.coupon_id, promotion } : null,
    freight: (some) => ({ amount: freight(some) }),
  })
  return { stored, quoted }
}

/** Throws `not_found`, `order_state` or `invalid_request`. */
export async function previewRepricing(
  db: Database,
  id: number,
  input: z.output<typeof PriceChanges>,
  settings: Settings,
): Promise<z.input<typeof OrderPricePreview>> {
  const found = await getRow(db, order, id)
  const lines = await linesOf(db, id)
  requirePossible('reprice', { ...found, items: lines })
  const repricing = await repricingOf(db, { order: found, lines, input, settings })
  const before = await discountsOf(db, id)
  const prices = await regularPrices(
    db,
    lines.map(({ sku_id }) => sku_id),
  )
  const { items_amount, freight_amount, promotion_amount, discount_amount, total_amount } = repricing?.amounts ?? found
  return {
    items_amount,
    freight_amount,
    promotion_amount,
    discount_amount,
    total_amount,
    discounts: before.map(({ promotion_id, label, amount }, at) => ({
      promotion_id,
      label,
      before: amount,
      after: repricing?.discounts[at]?.amount ?? amount,
    })),
    items: lines.map((line) => ({ order_item_id: line.id, ...prices.get(line.sku_id) })),
  }
}

/** In fen, by id. */
export async function regularPrices(db: Database, ids: number[]) {
  const rows = await db
    .select({ id: sku.id, regular_price: sku.price, cost: sku.cost })
    .from(sku)
    .where(inArray(sku.id, ids))
  return new Map(rows.map(({ id, ...prices }) => [id, prices]))
}

/** Of a locked order, by id, with the shares of the lines. */
async function discountsOf(tx: Database, order_id: number): Promise<StoredDiscount[]> {
  const { id, promotion_id, coupon_id, gives, label, amount } = order_discount
  return tx
    .select({
      id,
      promotion_id,
      coupon_id,
      gives,
      label,
      amount,
      shares: sql<StoredDiscount['shares']>`coalesce((
        select json_agg(json_build_object('order_item_id', s.order_item_id, 'amount', s.amount, 'pieces', s.pieces) order by s.order_item_id)
        from order_item_discount s where s.order_discount_id = order_discount.id), '[]')`,
    })
    .from(order_discount)
    .where(eq(order_discount.order_id, order_id))
    .orderBy(order_discount.id)
}

export async function goodsOf(tx: Database, order_id: number) {
  const rows = await tx
    .select({ sku_id: sku.id, category_id: product.category_id, weight_g: sku.weight_g, template: freight_template })
    .from(order_item)
    .innerJoin(sku, eq(sku.id, order_item.sku_id))
    .innerJoin(product, eq(product.id, order_item.product_id))
    .innerJoin(
      freight_template,
      sql`${freight_template.id} = coalesce(${product.freight_template_id}, (select id from freight_template where is_default))`,
    )
    .where(eq(order_item.order_id, order_id))
  return new Map(rows.map((row) => [row.sku_id, row]))
}

type Goods = Awaited<ReturnType<typeof goodsOf>>

async function termsOf(tx: Database, stored: readonly StoredDiscount[]): Promise<Map<number, Promotion>> {
  const ids = stored.map(({ promotion_id }) => promotion_id)
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({
      terms: sql<Promotion>`(select to_jsonb(t) from (select ${promotionTerms} from ${promotion} p where p.id = promotion.id) t)`,
    })
    .from(promotion)
    .where(inArray(promotion.id, ids))
  return new Map(rows.map(({ terms }) => [terms.id, terms]))
}

/** At the price that staff set, which ends its deal. For {@link quote}. */
function quoteLine(
  { id, sku_id, product_id, count, price }: Line,
  {
    price: given = price,
    stored,
    goods,
    terms,
  }: { price?: number; stored: StoredDiscount[]; goods: Goods; terms: Map<number, Promotion> },
): QuoteLine {
  const deals = stored.filter(({ gives }) => gives === 'deal')
  const deal = deals.flatMap(({ promotion_id, shares }): Deal[] => {
    const share = shares.find(({ order_item_id }) => order_item_id === id)
    if (!share || given !== price) return []
    const { label = '', exclusive = true } = terms.get(promotion_id) ?? {}
    const pieces = share.pieces ?? count
    const limits = { left: pieces, limit: null, bought: 0 }
    return [{ promotion_id, label, exclusive, price: price - share.amount / pieces, ...limits }]
  })
  const { category_id = null, weight_g = null, template } = goods.get(sku_id) ?? {}
  return {
    sku_id,
    product_id,
    category_id,
    weight_g,
    count,
    price: given,
    template_id: template?.id ?? 0,
    deal: deal[0] ?? null,
  }
}

type Shipped = Parameters<QuoteInput<{ amount: number }>['freight']>[0][number]

/** In fen; 0: unknown, or the order is collected. */
function feeTo(
  place: Place,
  some: readonly Shipped[],
  { order, goods, settings }: Pick<Given, 'order' | 'settings'> & { goods: Goods },
): number {
  if (order.store_id !== null) return 0
  const lines = some.flatMap((line) => {
    const known = goods.get(line.sku_id)
    return known ? [{ ...line, template: known.template }] : []
  })
  return freightOf(lines, destinationOf(place), settings['freight.combine']).amount ?? 0
}

function discountNow(one: StoredDiscount, now: readonly Discount[], lines: readonly Line[]): StoredDiscount {
  const found = now.find(({ promotion_id }) => promotion_id === one.promotion_id)
  const shares = (found?.shares ?? []).flatMap(({ sku_id, amount, pieces }) => {
    const line = lines.find((other) => other.sku_id === sku_id)
    return line ? [{ order_item_id: line.id, amount, pieces: one.gives === 'deal' ? pieces : null }] : []
  })
  return { ...one, amount: found?.amount ?? 0, shares }
}

const endedDeals = (stored: readonly StoredDiscount[], now: readonly StoredDiscount[], lines: readonly Line[]) =>
  stored.flatMap(({ gives, promotion_id, shares }, at) => {
    const kept = new Set(now[at]?.shares.map(({ order_item_id }) => order_item_id))
    const ended = gives === 'deal' ? shares.filter(({ order_item_id }) => !kept.has(order_item_id)) : []
    return ended.flatMap(({ order_item_id, pieces }) => {
      const line = lines.find(({ id }) => id === order_item_id)
      return line ? [{ promotion_id, sku_id: line.sku_id, count: pieces ?? line.count }] : []
    })
  })
