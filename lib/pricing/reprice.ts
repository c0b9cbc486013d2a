import type { PromotionGain } from '@/db/enums'
import { invalid, tooMuch } from '@/lib/kit/api/endpoint/problem'

import type { quote } from './quote'
import { spread } from './shares'

/** In fen. A reduction of the freight has no shares. */
export interface StoredDiscount {
  id: number
  promotion_id: number
  /** null: the promotion needs no coupon. */
  coupon_id: number | null
  gives: PromotionGain
  label: string
  amount: number
  /** `pieces`: of a deal, those at its price; null: all, or no deal. */
  shares: { order_item_id: number; amount: number; pieces: number | null }[]
}

type Quote = ReturnType<typeof quote>

interface Quoted extends Pick<Quote, 'items_amount' | 'freight_amount' | 'discount_amount' | 'total_amount'> {
  lines: Omit<Quote['lines'][number], 'deal_pieces'>[]
}

/** Spread over what promotions leave of the lines; the rest reduces the freight. In fen; the total may be below 1. */
export function withShopDiscount(quoted: Quoted, shop_discount: number) {
  const { items_amount, freight_amount, discount_amount, total_amount } = quoted
  const open = quoted.lines.map(({ paid_amount }) => paid_amount)
  const goods = open.reduce((sum, amount) => sum + amount, 0)
  const shares = spread(Math.min(shop_discount, goods), open)
  return {
    amounts: {
      items_amount,
      freight_amount,
      promotion_amount: discount_amount,
      discount_amount: discount_amount + shop_discount,
      total_amount: total_amount - shop_discount,
    },
    lines: quoted.lines.map((line, at) => ({
      amount: line.amount,
      discount_amount: line.discount_amount + (shares[at] ?? 0),
      paid_amount: line.paid_amount - (shares[at] ?? 0),
    })),
  }
}

/** Throws `invalid_request` below 1 fen, the smallest payment of the provider. `given`: set by staff. */
export function requirePayable(
  { items_amount, freight_amount, promotion_amount, total_amount }: ReturnType<typeof withShopDiscount>['amounts'],
  given: { items?: unknown; discount_amount?: number },
): void {
  if (total_amount >= 1) return
  const highest = items_amount + freight_amount - promotion_amount - 1
  if (given.discount_amount !== undefined && highest >= 0) throw tooMuch('discount_amount', highest)
  const why = 'At least 1 fen must be left to pay.'
  if (given.items) throw invalid('body', 'items', 'too_small', why, { minimum: 1 })
  throw invalid('body', 'freight_amount', 'too_small', why, { minimum: freight_amount + 1 - total_amount })
}
