'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useMayOpen } from '@/components/admin/frame/admin-context'
import { PiecesTable, type Sum, Sums } from '@/components/admin/pieces/pieces-table'
import { listPath, recordPath } from '@/lib/server/admin/record-path'
import type { Order } from './record'

export function Lines({ order }: { order: Order }) {
  const t = useTranslations('sale')
  const format = useFormatter()
  const price = (fen: number) => format.number(fen / 100, 'price')
  const byShop = order.discount_amount - order.promotion_amount
  const list = listPath('coupon')
  const mayOpen = useMayOpen()
  /** The coupons of the customer and the promotion. undefined: not allowed. */
  const couponsOf = (promotion_id: number) =>
    mayOpen(list) ? `${list}?user_id=${order.customer.id}&promotion_id=${promotion_id}` : undefined
  const promotionOf = (id: number) => (mayOpen(listPath('promotion')) ? recordPath('promotion', id) : undefined)
  const isFreightByStaff = order.store === null && order.freight_detail?.length === 0
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
          {
            label: order.paid_at === null ? t('column.toPay') : t('column.paid'),
            value: (item) => price(item.paid_amount),
          },
        ]}
        minWidth={544}
      />
      <Sums
        sums={[
          [t('sum.items'), order.items_amount],
          [isFreightByStaff ? t('sum.freightByStaff') : t('sum.freight'), order.freight_amount],
          ...(order.freight_detail ?? []).flatMap(({ name, amount }, _, { length }): Sum[] =>
            length > 1 ? [[t('sum.freightOf', { name }), amount]] : [],
          ),
          ...order.discounts.map(
            ({ label, amount, coupon_id, promotion_id }): Sum =>
              coupon_id === null
                ? [label, -amount, promotionOf(promotion_id)]
                : [t('sum.coupon', { label }), -amount, couponsOf(promotion_id)],
          ),
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
