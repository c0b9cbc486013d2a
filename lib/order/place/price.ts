import type { z } from 'zod'
import { type CouponState, type Delivery, deliveries } from '@/db/enums'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import type { Settings } from '@/lib/kit/config/registry'
import { destinationOf, type FreightTemplate, freightOf } from '@/lib/pricing/freight'
import { hintsOf } from '@/lib/pricing/hints'
import {
  type Coupon,
  type CouponRefusal,
  type Discount,
  type Freight,
  type QuoteInput,
  quote,
} from '@/lib/pricing/quote'
import { requirePayable, withShopDiscount } from '@/lib/pricing/reprice'
import type { GivenAmounts, OrderInputs, OrderLine, OwnCoupon, PricedLine, RequestedLines } from './place-data'
import {
  requireCommonShare,
  requireFairShare,
  requireFewPieces,
  requireQuietNetwork,
  unpaidLimit,
} from './place-limits'
import type { PreviewInput } from './schema'

type Preview = z.output<typeof PreviewInput>

/**
 * Placing and preview call this function, so that their sums are equal. Without lines in `shortages`. `freight` null:
 * unknown address or undelivered lines; then limits, coupon and `expected_amount` are not checked. Throws
 * `limit_reached`, `coupon_unusable`, `price_changed`, or `invalid_request` (another customer's coupon).
 */
export const calculateOrder = (
  found: OrderInputs,
  requested: RequestedLines,
  wanted: Pick<Preview, 'expected_amount' | 'coupon_id' | 'best_coupon' | 'store_id'>,
  settings: Settings,
) => calculate(found, requested, wanted, settings).order

export type Priced = ReturnType<typeof calculateOrder>

export const undeliverableLines = ({ lines, freight }: Pick<Priced, 'lines' | 'freight'>) =>
  freight.undeliverable.map(({ sku_id, reason }) => ({
    sku_id,
    name: lines.find((line) => line.sku_id === sku_id)?.name ?? '',
    reason,
  }))

/** With the hints of the cart. */
export function calculatePreview(...given: Parameters<typeof calculateOrder>) {
  const { order, input } = calculate(...given)
  // Nothing is said of the fee to a place where goods are not delivered.
  const isDelivered = order.freight.undeliverable.length === 0
  const promotions = input.promotions.filter(({ gives }) => isDelivered || gives !== 'freight')
  return { ...order, hints: hintsOf({ ...input, promotions }) }
}

function calculate(
  ...[found, requested, { expected_amount, coupon_id, best_coupon, store_id }, settings]: Parameters<
    typeof calculateOrder
  >
) {
  const limit = unpaidLimit(found.verified, settings)
  if (found.unpaid >= limit)
    throw problem('limit_reached', {
      detail: `You have ${found.unpaid} unpaid orders; at most ${limit} are allowed. Pay or cancel one first.`,
    })
  requireQuietNetwork(found, settings['order.unpaid_max_per_ip'])
  const { lines, shortages } = linesWithCounts(requested, found)
  const delivery = store_id === undefined ? 'express' : 'pickup'
  const inputWith = (coupon: Coupon | null) => quoteInput(lines, found, { coupon, delivery }, settings)
  const isShort = shortages.length > 0
  const quoteWith = (coupon: Coupon | null) =>
    quoteOf(inputWith(coupon), { shop_discount: found.given?.discount_amount, isShort })
  const without = quoteWith(null)
  const choices = found.coupons.map((coupon) => ({ coupon, ...effectOf(coupon, without, quoteWith) }))
  const chosen = best_coupon ? bestOf(choices) : choices.find(({ coupon }) => coupon.id === coupon_id)
  if (coupon_id !== undefined && !chosen) throw invalid('body', 'coupon_id', 'not_found', 'You have no such coupon.')
  const isUsed = chosen?.refusal === null
  const quoted = isUsed ? chosen.quoted : without
  const order = { ...quoted, shortages, coupons: choices.map(shownChoice) }
  const input = inputWith(isUsed ? chosen.coupon : null)
  if (found.given && !isShort)
    requirePayable({ ...order.amounts, promotion_amount: order.promotion_amount }, givenFields(found.given))
  if (isShort || order.freight.amount === null) return { order, input }
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
    throw priceChanged(order, `The total is ${total_amount}, not ${expected_amount}.`)
  return { order, input }
}

export const priceChanged = ({ lines, amounts, discounts, refused_deals }: Quoted, detail: string) =>
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

/** `off_amount` in fen. */
interface Effect {
  off_amount: number
  refusal: CouponRefusal | { reason: Exclude<CouponState, 'usable'> | 'first_order' } | null
  quoted: Quoted
}

/** A coupon that saves nothing is not used up: it may lower the goods below the limit for free shipping. */
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

/** If several save the same, the coupon that ends first. */
const bestOf = (choices: Choice[]) =>
  choices
    .filter(({ refusal }) => refusal === null)
    .toSorted(
      (a, b) =>
        b.off_amount - a.off_amount ||
        Date.parse(a.coupon.ends_at) - Date.parse(b.coupon.ends_at) ||
        a.coupon.id - b.coupon.id,
    )[0]

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

/** Without the shares of the lines. */
export const shownDiscount = ({ promotion_id, coupon_id, layer, label, amount }: Discount) => ({
  promotion_id,
  coupon_id,
  gives: layer === 'coupon' ? ('reduction' as const) : layer,
  label,
  amount,
})

/** An unknown, disabled or unpublished SKU has 0 pieces available. */
function linesWithCounts(requested: RequestedLines, found: Pick<OrderInputs, 'lines' | 'given'>) {
  const byId = new Map(found.lines.map((line) => [line.sku_id, line]))
  const lines: PricedLine[] = []
  const shortages = []
  for (const [sku_id, count] of requested) {
    const line = byId.get(sku_id)
    const available = line?.sellable ? line.stock : 0
    if (!line || available < count) shortages.push({ sku_id, requested: count, available })
    else {
      const { stock, sellable, ...snapshot } = line
      lines.push({ ...atGivenPrice(snapshot, found.given?.prices.get(sku_id)), count })
    }
  }
  return { lines, shortages }
}

/** Ends its deal. undefined: the line stays. */
const atGivenPrice = <Line extends Pick<OrderLine, 'price' | 'deal'>>(line: Line, price: number | undefined): Line =>
  price === undefined || price === line.price ? line : { ...line, price, deal: null }

const givenFields = ({ prices, discount_amount }: GivenAmounts) => ({
  items: prices.size > 0 || undefined,
  discount_amount,
})

/** Replaces a missing template. Its lines are not delivered anywhere. */
const noTemplate: FreightTemplate = {
  id: 0,
  name: '',
  charge: 'piece',
  free_amount: null,
  free_pieces: null,
  free_needs: 'either',
  rules: [],
  no_delivery: [],
  only_mainland: false,
}

const noFreight: ReturnType<typeof freightOf> = { amount: 0, groups: [], undeliverable: [] }

const notOffered = (lines: PricedLine[], delivery: Delivery) =>
  lines
    .filter(({ deliveries }) => !deliveries.includes(delivery))
    .map(({ sku_id }) => ({
      sku_id,
      reason: delivery === 'pickup' ? ('express_only' as const) : ('pickup_only' as const),
    }))

function quoteInput(
  lines: PricedLine[],
  { promotions, templates, address, given }: Pick<OrderInputs, 'promotions' | 'templates' | 'address' | 'given'>,
  { coupon, delivery }: { coupon: Coupon | null; delivery: Delivery },
  settings: Settings,
) {
  const byId = new Map(templates.map((template) => [template.id, template]))
  const destination = address && destinationOf(address.receiver)
  const refused = notOffered(lines, delivery)
  const freight = (goods: Parameters<QuoteInput<Freight>['freight']>[0]) => {
    const freight =
      delivery === 'pickup'
        ? noFreight
        : freightOf(
            goods.map(({ template_id, ...line }) => ({ ...line, template: byId.get(template_id) ?? noTemplate })),
            destination,
            settings['freight.combine'],
          )
    // Staff set the fee of all lines; undelivered lines are told nevertheless.
    if (given?.freight_amount !== undefined && goods.length === lines.length && refused.length === 0)
      return { ...freight, amount: given.freight_amount, groups: [] }
    if (refused.length === 0) return freight
    const others = freight.undeliverable.filter(({ sku_id }) => !refused.some((line) => line.sku_id === sku_id))
    return { ...freight, amount: null, undeliverable: [...refused, ...others] }
  }
  return { lines, promotions, coupon, freight }
}

/** In fen. A shop's discount for lines that are partly short takes no more than the rest costs. */
function quoteOf(
  input: ReturnType<typeof quoteInput>,
  { shop_discount = 0, isShort }: { shop_discount: number | undefined; isShort: boolean },
) {
  const { lines } = input
  const quoted = quote(input)
  const { discounts, refused_deals, coupon_refusal, freight } = quoted
  const priced = withShopDiscount(quoted, isShort ? Math.min(shop_discount, quoted.total_amount) : shop_discount)
  const { promotion_amount, ...amounts } = priced.amounts
  return {
    amounts,
    promotion_amount,
    discounts,
    refused_deals,
    coupon_refusal,
    lines: lines.map((line, at) => ({
      ...shownLine(line),
      ...amountsIn(priced.lines[at]),
      deal_pieces: quoted.lines[at]?.deal_pieces ?? 0,
    })),
    freight: freight ?? noFreight,
    deliveries: deliveries.filter((way) => lines.some((line) => line.deliveries.includes(way))),
  }
}

const shownLine = ({ sku_id, sku_no, barcode, product_id, name, spec_text, image_url, price, count }: PricedLine) => ({
  sku_id,
  sku_no,
  barcode,
  product_id,
  name,
  spec_text,
  image_url,
  price,
  count,
})

const noAmounts = { amount: 0, discount_amount: 0, paid_amount: 0 }

const amountsIn = ({ amount, discount_amount, paid_amount } = noAmounts) => ({ amount, discount_amount, paid_amount })
