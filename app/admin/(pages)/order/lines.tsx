'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { PiecesTable, Sums } from '@/components/admin/pieces/pieces-table'
import type { Order } from './record'

/** The lines of an order with their shipped and refunded pieces, and the sums of the order. */
export function Lines({ order }: { order: Order }) {
  const t = useTranslations('sale')
  const format = useFormatter()
  const price = (fen: number) => format.number(fen / 100, 'price')
  const byShop = order.discount_amount - order.promotion_amount
  const refunding = order.promised_amount - order.refunded_amount
  return (
    <>
      <PiecesTable
        caption={t('section.items')}
        lines={order.items}
        keyOf={({ id }) => id}
        columns={[
          { label: t('column.price'), value: (item) => price(item.price) },
          { label: t('column.count'), value: (item) => item.count },
          { label: t('column.shipped'), value: (item) => item.shipped_count },
          { label: t('column.refunded'), value: (item) => item.refunded_count },
          { label: t('column.paid'), value: (item) => price(item.paid_amount) },
        ]}
        minWidth={544}
      />
      <Sums
        sums={[
          [t('sum.items'), order.items_amount],
          [t('sum.freight'), order.freight_amount],
          ...order.discounts.map(({ label, amount }): [string, number] => [label, -amount]),
          [t('sum.discount'), byShop > 0 ? -byShop : null],
          [t('sum.total'), order.total_amount],
          [t('sum.paid'), order.paid_amount > 0 ? order.paid_amount : null],
          [t('sum.refunded'), order.refunded_amount > 0 ? -order.refunded_amount : null],
          [t('sum.refunding'), refunding > 0 ? -refunding : null],
        ]}
      />
    </>
  )
}
