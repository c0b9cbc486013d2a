'use client'

import { Checkbox, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { GoodsLine } from '@/components/shop/goods-line'
import classes from '@/components/shop/order/order.module.css'
import { Stepper } from '@/components/shop/stepper'
import type { AfterSaleKind } from '@/db/enums'
import { isAveraged, refundSumOf } from '@/lib/order/refund-sum'
import { isRest, type Line } from './draft'

interface RequestedItemProps {
  line: Line
  kind: AfterSaleKind
  /** Whether the remaining money of a refunded item is requested. */
  hasRest: boolean
  onCount: (count: number) => void
  onRest: (hasRest: boolean) => void
}

/** With a choice of pieces, or of the money that remains after all pieces were refunded. */
export function RequestedItem({ line: { item, most, count }, kind, hasRest, onCount, onRest }: RequestedItemProps) {
  const t = useTranslations('purchase.case')
  const format = useFormatter()
  const priceOf = (fen: number) => format.number(fen / 100, 'price')
  const name = `${item.name} ${item.spec_text}`.trim()
  const rest = t('rest', { amount: priceOf(item.refundable_amount) })
  const sum = refundSumOf({ ...item, refunded_amount: item.paid_amount - item.refundable_amount }, count)
  return (
    <GoodsLine goods={{ ...item, count: item.count }}>
      {isRest(item) ? (
        <Checkbox
          label={rest}
          aria-label={`${name}: ${rest}`}
          disabled={kind !== 'refund'}
          checked={kind === 'refund' && hasRest}
          onChange={({ currentTarget }) => onRest(currentTarget.checked)}
        />
      ) : (
        <div className={classes.head}>
          <Text size="xs" c="dimmed">
            {t('most', { count: most })}
          </Text>
          <Stepper label={t('countOf', { name })} value={count} minimum={0} maximum={most} onChange={onCount} />
        </div>
      )}
      {sum && (
        <Text size="xs" c="dimmed" ta="end">
          {t('sum', {
            price: priceOf(sum.price),
            discount: priceOf(sum.discount),
            refundable: priceOf(sum.refundable),
          })}
          {isAveraged(item) && (
            <>
              <br />
              {t('averaged')}
            </>
          )}
        </Text>
      )}
    </GoodsLine>
  )
}
