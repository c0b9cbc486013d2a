import type { PromotionGain } from '@/db/enums'
import { spread } from './shares'

/** A line of an order whose price may have changed. */
interface PricedLine {
  id: number
  /** Whether staff have changed the price, so that a deal no longer applies. */
  is_repriced: boolean
  price: number
  count: number
}

/**
 * The reduction of an order by a promotion, with the shares of the lines. A reduction of the freight has no shares.
 * Amounts are in fen.
 */
export interface StoredDiscount {
  id: number
  promotion_id: number
  /** The coupon of the discount; null: the promotion needs no coupon. */
  coupon_id: number | null
  gives: PromotionGain
  amount: number
  shares: { order_item_id: number; amount: number }[]
}

interface Repricing {
  lines: readonly PricedLine[]
  /** The discounts by promotions, in the order in which they were applied. */
  discounts: readonly StoredDiscount[]
  freight_amount: number
  /** The discount that staff have given, in fen. */
  shop_discount: number
}

/**
 * Computes the amounts of an order after staff have changed prices, the freight or their own discount. A changed price
 * ends the deal of its line. Other promotions keep their shares, but leave at least 1 fen for each piece and reduce the freight to no less than 0. The discount by staff
 * is spread over what is left of the lines; a part that is larger than the goods reduces the freight. All amounts are in
 * fen; the total may be below 1.
 */
export function reprice({ lines, discounts, freight_amount, shop_discount }: Repricing) {
  const left = new Map(lines.map(({ id, price, count }) => [id, price * count]))
  const repriced = new Set(lines.flatMap(({ id, is_repriced }) => (is_repriced ? [id] : [])))
  const smallest = new Map(lines.map(({ id, price, count }) => [id, Math.min(count, price * count)]))
  let freight = freight_amount
  const kept = discounts.map((discount) => {
    if (discount.gives === 'freight') {
      const amount = Math.min(discount.amount, freight)
      freight -= amount
      return { ...discount, amount }
    }
    const shares = discount.shares.map(({ order_item_id, amount: share }) => {
      const open = left.get(order_item_id) ?? 0
      const isOver = discount.gives === 'deal' && repriced.has(order_item_id)
      const amount = isOver ? 0 : Math.max(0, Math.min(share, open - (smallest.get(order_item_id) ?? 0)))
      left.set(order_item_id, open - amount)
      return { order_item_id, amount }
    })
    return { ...discount, amount: shares.reduce((sum, { amount }) => sum + amount, 0), shares }
  })
  const open = lines.map(({ id }) => left.get(id) ?? 0)
  const goods = open.reduce((sum, amount) => sum + amount, 0)
  const shop = spread(Math.min(shop_discount, goods), open)
  const items_amount = lines.reduce((sum, { price, count }) => sum + price * count, 0)
  const promotion_amount = kept.reduce((sum, { amount }) => sum + amount, 0)
  const discount_amount = promotion_amount + shop_discount
  return {
    amounts: {
      items_amount,
      freight_amount,
      promotion_amount,
      discount_amount,
      total_amount: items_amount + freight_amount - discount_amount,
    },
    lines: lines.map(({ id, price, count }, at) => ({
      id,
      price,
      amount: price * count,
      discount_amount: price * count - (open[at] ?? 0) + (shop[at] ?? 0),
    })),
    discounts: kept,
  }
}
