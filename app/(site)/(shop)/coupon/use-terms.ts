import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { rateOf } from '@/lib/kit/off'
import type { Answer } from '@/lib/server/client'

export type Promotion = Answer<'GET /v1/promotion'>[number]
type Tier = Promotion['tiers'][number]

export function useTerms() {
  const t = useTranslations('purchase.coupon.terms')
  const format = useFormatter()
  const locale = useLocale()
  const money = (fen: number) => format.number(fen / 100, 'price')

  const gain = ({ off_amount, off_permille = 0, at_most }: Tier, isFreight: boolean) => {
    if (off_amount !== undefined) return t(isFreight ? 'freightAmount' : 'amount', { amount: money(off_amount) })
    const off =
      isFreight && off_permille === 1000
        ? t('freeFreight')
        : t(isFreight ? 'freightPercent' : 'percent', { rate: rateOf(off_permille, locale) })
    return at_most === undefined ? off : t('atMost', { off, amount: money(at_most) })
  }
  const step = (tier: Tier, { gives, repeats }: Promotion) => {
    const { from_amount, from_pieces: count = 1, nth, per_product } = tier
    const off = gain(tier, gives === 'freight')
    if (nth !== undefined) return per_product ? t('nthPerProduct', { off, nth }) : t('nth', { off, nth })
    if (from_amount === undefined) {
      if (repeats) return t('everyPieces', { count, off })
      return count === 1 ? off : t('fromPieces', { count, off })
    }
    if (repeats) return t('everyAmount', { from: money(from_amount), off })
    return from_amount === 1 ? off : t('fromAmount', { from: money(from_amount), off })
  }
  const goods = ({ gives, scope, scope_names, category_ids, product_ids, except_product_ids }: Promotion) => {
    if (gives !== 'deal' && scope === 'all') return t(except_product_ids.length === 0 ? 'all' : 'most')
    if (scope_names.length === 0) return t('some')
    const isWhole = category_ids.length + product_ids.length === scope_names.length
    return t(isWhole ? 'named' : 'namedAmong', { names: scope_names.join(t('nameSeparator')) })
  }
  return (promotion: Promotion): string[] => {
    const { tiers, audience, valid_days } = promotion
    const conditions = [
      goods(promotion),
      ...(audience === 'first_order' ? [t('firstOrder')] : []),
      ...(valid_days === null ? [] : [t('days', { count: valid_days })]),
    ]
    return [tiers.map((tier) => step(tier, promotion)).join(t('separator')), conditions.join(t('separator'))]
  }
}
