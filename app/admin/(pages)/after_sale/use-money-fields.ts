import { useFormatter, useTranslations } from 'next-intl'
import { isAveraged } from '@/lib/order/refund-sum'
import type { Case } from './record'

/** The shipping fee only if it was requested or can still be refunded. */
export function useMoneyFields({ kind, items, requested_amount, approved_amount, freight_amount, freight_left }: Case) {
  const t = useTranslations('after_sale.form')
  const tSum = useTranslations('after_sale')
  const format = useFormatter()
  const priceOf = (fen: number) => format.number(fen / 100, 'price')
  const hasFreight = freight_amount > 0 || freight_left > 0
  const goods = requested_amount - freight_amount
  const discount = items.reduce((sum, { discount_amount }) => sum + (discount_amount ?? 0), 0)
  const isSum = discount > 0 && items.every(({ discount_amount }) => discount_amount !== null)
  const isAveragedSum =
    isSum && items.some(({ ordered_count, deal_pieces }) => isAveraged({ count: ordered_count, deal_pieces }))
  const most = hasFreight ? t('goodsHelp', { amount: priceOf(goods) }) : t('amountHelp', { amount: priceOf(goods) })
  const sum = tSum('sum', {
    price: priceOf(goods + discount),
    discount: priceOf(discount),
    refundable: priceOf(goods),
  })
  const amount = {
    name: 'amount' as const,
    label: hasFreight ? t('goods') : t('amount'),
    help: [most, isSum && sum, isAveragedSum && tSum('averaged')].filter(Boolean).join(' '),
    when: () => goods > 0,
  }
  const freight = {
    name: 'freight_amount' as const,
    label: t('freight'),
    help: t('freightHelp', { amount: priceOf(freight_left) }),
    when: () => hasFreight,
  }
  const postage = {
    name: 'postage_amount' as const,
    label: t('postage'),
    help: t('postageHelp', { amount: priceOf(freight_left) }),
    when: () => kind === 'return_refund' && freight_left > 0,
  }
  return {
    fields: [amount, freight],
    postage,
    moneyOnly: {
      name: 'money_only' as const,
      label: t('moneyOnly'),
      help: t('moneyOnlyHelp'),
      when: () => items.some(({ count }) => count > 0),
    },
    initialValues: {
      amount: Math.min(approved_amount ?? goods, goods) || undefined,
      freight_amount: hasFreight ? Math.min(freight_amount, freight_left) : undefined,
    },
    /** An empty fee becomes 0: otherwise, the server would take a part of `amount` as the fee. */
    bodyOf: <Body extends { freight_amount?: number | undefined }>(body: Body): Body =>
      hasFreight ? { ...body, freight_amount: body.freight_amount ?? 0 } : body,
  }
}
