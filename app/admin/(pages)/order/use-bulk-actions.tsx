import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import type { BulkAction, RowOf } from '@/components/admin/resource-table/declaration'
import { maxSheets, maxTogether, printPath } from '@/lib/order/import/sheets'
import { maxParcels, packPath } from '@/lib/order/waybill/path'
import { send } from '@/lib/server/client'
import { amountIn } from './planned'
import { useOncePerOrder } from './use-once-per-order'

const HeldBackOrders = dynamic(() => import('./held-back').then(({ HeldBackOrders }) => HeldBackOrders), { ssr: false })
const AskParcels = dynamic(() => import('./ask-parcels').then(({ AskParcels }) => AskParcels), { ssr: false })
const AskRefund = dynamic(() => import('./ask-refund').then(({ AskRefund }) => AskRefund), { ssr: false })
const AskNote = dynamic(() => import('./ask-note').then(({ AskNote }) => AskNote), { ssr: false })
const HeldByCase = dynamic(() => import('./held-by-case').then(({ HeldByCase }) => HeldByCase), { ssr: false })

type Row = RowOf<'GET /cms/order'>

export const isShippable = ({ status, fulfilment, store }: Row) =>
  status === 'paid' && fulfilment !== 'all' && store === null

const isRefundable = ({ status, paid_amount, promised_amount }: Row) =>
  (status === 'paid' || status === 'shipped' || status === 'completed') && promised_amount < paid_amount

/** A full refund cancels such an order: nothing was shipped. */
const isWholeAndPaid = (row: Row) => row.status === 'paid' && row.fulfilment === 'none' && isRefundable(row)

export function useBulkActions(): BulkAction<Row>[] {
  const t = useTranslations('sale')
  const format = useFormatter()
  const can = useCan()
  const router = useRouter()
  const once = useOncePerOrder()
  const isCancelable = (row: Row) => row.status === 'unpaid' || (isWholeAndPaid(row) && can('order.refund'))
  /** Empty: the action leaves out the order. */
  const amountOf = ({ id }: Row, entered: string) => {
    const amount = amountIn(entered, id)
    return amount === undefined ? '' : format.number(amount / 100, 'price')
  }
  return [
    {
      key: 'ship',
      label: t('action.ship'),
      element: 'order.ship',
      most: maxSheets,
      applies: (row) => isShippable(row) && !row.is_held_back && !row.is_address_asked,
      leftOut: { applies: isShippable, render: (rows) => <HeldBackOrders rows={rows} /> },
      confirm: (count) => t('ship.question', { count }),
      ask: (onEnter, rows) => <AskParcels onEnter={onEnter} rows={rows} />,
      run: async ({ id, version }, entered) => {
        const { parcelIn } = await import('./ask-parcels')
        const body = { method: 'express', ...parcelIn(entered, id), version } as const
        return send('POST /cms/order/{id}/ship', { params: { id }, body })
      },
    },
    {
      key: 'pack',
      label: t('action.pack'),
      element: 'waybill.print',
      most: maxParcels,
      open: (rows) => router.push(packPath(rows)),
    },
    {
      key: 'ready',
      label: t('pickup.markReady'),
      element: 'order.collect',
      most: maxSheets,
      applies: ({ status, store, ready_at }) => status === 'paid' && store !== null && ready_at === null,
      confirm: (count) => t('pickup.readyQuestion', { count }),
      run: ({ id, version }) => send('POST /cms/order/{id}/ready', { params: { id }, body: { version } }),
    },
    {
      key: 'remind',
      label: t('pickup.remind'),
      element: 'order.note',
      most: maxTogether,
      applies: ({ status, store }) => status === 'paid' && store !== null,
      confirm: (count) => t('pickup.remindQuestion', { count }),
      run: ({ id }) => {
        const body = { text: t('pickup.reminded') }
        return once(`remind ${id}`, body, (idempotency_key) =>
          send('POST /cms/order/{id}/note', { params: { id }, body, idempotency_key }),
        )
      },
    },
    {
      key: 'note',
      label: t('action.note'),
      element: 'order.note',
      most: maxTogether,
      confirm: (count) => t('bulk.noteQuestion', { count }),
      ask: (onEnter) => <AskNote onEnter={onEnter} />,
      run: async ({ id }, entered) => {
        const { noteIn } = await import('./ask-note')
        const body = noteIn(entered)
        return once(`note ${id}`, body, (idempotency_key) =>
          send('POST /cms/order/{id}/note', { params: { id }, body, idempotency_key }),
        )
      },
    },
    {
      key: 'cancel',
      label: t('bulk.cancel'),
      element: 'order.cancel',
      most: maxTogether,
      danger: true,
      applies: (row) => isCancelable(row) && !row.is_held_back,
      leftOut: { applies: isCancelable, render: (rows) => <HeldByCase action="cancel" rows={rows} /> },
      confirm: (count) => t('bulk.cancelQuestion', { count }),
      ask: (onEnter, rows) => <AskRefund action="cancel" onEnter={onEnter} rows={rows} />,
      effect: amountOf,
      run: async ({ id }, entered) => {
        const { cancellationIn } = await import('./ask-refund')
        const body = cancellationIn(entered, id)
        return once(`cancel ${id}`, body, (idempotency_key) =>
          send('POST /cms/order/{id}/cancel', { params: { id }, body, idempotency_key }),
        )
      },
    },
    {
      key: 'refund',
      label: t('bulk.refundRest'),
      element: 'order.refund',
      most: maxTogether,
      danger: true,
      applies: (row) => isRefundable(row) && !row.is_held_back,
      leftOut: { applies: isRefundable, render: (rows) => <HeldByCase action="refund" rows={rows} /> },
      confirm: (count) => t('bulk.refundQuestion', { count }),
      ask: (onEnter, rows) => <AskRefund action="refund" onEnter={onEnter} rows={rows} />,
      effect: amountOf,
      run: async ({ id }, entered) => {
        const { refundIn } = await import('./ask-refund')
        const body = refundIn(entered, id)
        return once(`refund ${id}`, body, (idempotency_key) =>
          send('POST /cms/order/{id}/refund', { params: { id }, body, idempotency_key }),
        )
      },
    },
    {
      key: 'print',
      label: t('printSelected'),
      element: 'order.print',
      most: maxSheets,
      open: (rows) => router.push(printPath(rows)),
    },
  ]
}
