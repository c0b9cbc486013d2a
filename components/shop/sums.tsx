'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { shopLanguage } from '@/components/ui/language'
import classes from './sums.module.css'

interface SumsProps {
  /** In fen. */
  sums: {
    items_amount: number
    /** null: not known yet, or undeliverable lines. */
    freight_amount: number | null
    undeliverable?: readonly unknown[]
    discount_amount: number
    total_amount: number
    discounts: { promotion_id: number; label: string; amount: number }[]
    refunded_amount?: number
  }
}

export function Sums({ sums }: SumsProps) {
  const t = useTranslations('purchase.sum')
  const format = useFormatter()
  const isUndeliverable = Boolean(sums.undeliverable?.length)
  const missing = t(isUndeliverable ? 'undeliverable' : 'unknown')
  const total = sums.freight_amount === null && !isUndeliverable ? 'totalWithoutFreight' : 'total'
  const row = (key: 'items' | 'freight' | 'discount' | typeof total | 'refunded', amount: number | null) => (
    <div className={classes.row} data-total={key === total || undefined}>
      <dt>{t(key)}</dt>
      <dd>{amount === null ? (key === total ? '–' : missing) : format.number(amount / 100, 'price')}</dd>
    </div>
  )
  const byShop = sums.discounts.reduce((rest, { amount }) => rest - amount, sums.discount_amount)
  return (
    <dl className={classes.sums}>
      {row('items', sums.items_amount)}
      {row('freight', sums.freight_amount)}
      {sums.discounts.map(({ promotion_id, label, amount }) => (
        <div key={promotion_id} className={classes.row}>
          <dt lang={shopLanguage}>{label}</dt>
          <dd>{format.number(-amount / 100, 'price')}</dd>
        </div>
      ))}
      {byShop > 0 && row('discount', -byShop)}
      {row(total, isUndeliverable ? null : sums.total_amount)}
      {sums.refunded_amount !== undefined && sums.refunded_amount > 0 && row('refunded', sums.refunded_amount)}
    </dl>
  )
}
