'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useQuestion } from '@/components/ui/use-question'
import { asList } from '@/lib/kit/i18n/as-list'
import { isSameReceiver } from '@/lib/order/same-receiver'
import { send } from '@/lib/server/client'
import type { Order } from './record'

interface Used {
  number: string
  orders: Pick<Order, 'order_no' | 'receiver'>[]
}

/** Before a parcel gets the tracking number of a parcel for another receiver. The caller renders `dialog`. */
export function useNumberQuestion({ receiver }: Pick<Order, 'receiver'>) {
  const t = useTranslations('sale.ship')
  const format = useFormatter()
  const { ask, asked, answer } = useQuestion<Used>()
  return {
    /** Resolves to true if confirmed, or if no such parcel has the number. */
    ask: async (number: string) => {
      const { items } = await send('GET /cms/order', { query: { q: number } })
      const others = items.filter((other) => !isSameReceiver(other.receiver, receiver))
      // The search also finds other numbers, and parcels that were revoked.
      const read = await Promise.all(others.map(({ id }) => send('GET /cms/order/{id}', { params: { id } })))
      const orders = read.filter(({ shipments }) =>
        shipments.some(({ tracking_no, revoked_at }) => tracking_no === number && revoked_at === null),
      )
      return orders.length === 0 || ask({ number, orders })
    },
    dialog: asked && (
      <ConfirmDialog
        title={t('usedTitle')}
        confirmLabel={t('usedConfirm')}
        cancelLabel={t('usedCancel')}
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      >
        {t('usedText', {
          number: asked.number,
          orders: format.list(
            asked.orders.map(({ order_no: no, receiver: { name } }) => t('usedBy', { no, name })),
            asList,
          ),
        })}
      </ConfirmDialog>
    ),
  }
}
