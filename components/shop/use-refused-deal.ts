'use client'

import { useFormatter, useTranslations } from 'next-intl'
import type { z } from 'zod'
import type { OrderPreview } from '@/lib/order/place/schema'

export type RefusedDeal = z.output<typeof OrderPreview>['refused_deals'][number]

interface Line {
  count: number
  price: number
  deal: { price: number } | null
}

/** Why pieces have the regular price although there is a deal, with what the line costs. Prices in fen. */
export function useRefusedDeal() {
  const t = useTranslations('product.deal')
  const format = useFormatter()
  const money = (fen: number) => format.number(fen / 100, 'price')
  return ({ reason, pieces: rest }: Pick<RefusedDeal, 'reason' | 'pieces'>, { count, price, deal }: Line) => {
    const dealt = count - rest
    const split = t('split', { dealt, deal: money(deal?.price ?? price), rest, price: money(price) })
    return t(`refused.${reason}`, { dealt, split })
  }
}
