'use client'

import { Button } from '@mantine/core'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRouter, useSearchParams } from 'next/navigation'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import { Goods } from '@/components/admin/pieces/goods'
import { CreateButton } from '@/components/admin/resource-form/create-button'
import { RecordDrawer } from '@/components/admin/resource-form/record-drawer'
import { useRecordParam } from '@/components/admin/resource-form/use-record-param'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { maxSheets, maxTogether, printPath } from '@/lib/order/import/sheets'
import { recordPath } from '@/lib/server/admin/record-path'
import { send } from '@/lib/server/client'
import { amountIn } from './planned'
import { OrderTags } from './tags'
import { useOncePerOrder } from './use-once-per-order'

const ShipRow = dynamic(() => import('./row-forms').then(({ ShipRow }) => ShipRow), { ssr: false })
const EditRow = dynamic(() => import('./row-forms').then(({ EditRow }) => EditRow), { ssr: false })
const HeldBackOrders = dynamic(() => import('./held-back').then(({ HeldBackOrders }) => HeldBackOrders), { ssr: false })
const AskParcels = dynamic(() => import('./ask-parcels').then(({ AskParcels }) => AskParcels), { ssr: false })
const AskRefund = dynamic(() => import('./ask-refund').then(({ AskRefund }) => AskRefund), { ssr: false })
const AskNote = dynamic(() => import('./ask-note').then(({ AskNote }) => AskNote), { ssr: false })
const HeldByCase = dynamic(() => import('./held-by-case').then(({ HeldByCase }) => HeldByCase), { ssr: false })

type Row = RowOf<'GET /cms/order'>

/** With a tab for each next step. */
export function Orders({ page, stores }: { page: Page<Row>; stores: readonly { id: number; name: string }[] }) {
  const t = useTranslations('sale')
  const locale = useLocale()
  const format = useFormatter()
  const can = useCan()
  const once = useOncePerOrder()
  const router = useRouter()
  const shipping = useRecordParam(shipParam)
  const editing = useRecordParam(editParam)
  const isToShip = useSearchParams().get('tab') === 'to_ship'
  const drawer = {
    rows: page.items,
    read: (id: number) => send('GET /cms/order/{id}', { params: { id } }),
    width: 560,
  }
  const isCancelable = (row: Row) => row.status === 'unpaid' || (isWholeAndPaid(row) && can('order.refund'))
  /** Empty: the action leaves out the order. */
  const amountOf = ({ id }: Row, entered: string) => {
    const amount = amountIn(entered, id)
    return amount === undefined ? '' : format.number(amount / 100, 'price')
  }
  return (
    <>
      <ResourceTable
        name="order"
        texts="sale"
        rows={page}
        paging="cursor"
        search={t('search')}
        searchHint={(q) => (isPartOfNumber(q) ? t('searchShort') : undefined)}
        tabs={{
          name: 'tab',
          label: t('tabs'),
          values: ['unpaid', 'to_ship', 'part_shipped', 'shipped', 'after_sale', 'completed', 'cancelled', 'refunded'],
          readCounts: () => send('GET /cms/order/count'),
        }}
        filters={[
          { kind: 'record', name: 'product_id', label: t('byProduct'), resource: 'product' },
          { kind: 'record', name: 'sku_id', label: t('bySku') },
          either('late', t('late'), { yes: t('lateYes'), no: t('lateNo') }),
          {
            kind: 'choice',
            name: 'refund',
            label: t('refundFilter'),
            options: [
              { value: 'failed', label: t('refundFailed') },
              { value: 'abnormal', label: t('refundAbnormal') },
              { value: 'refused', label: t('refundRefused') },
            ],
          },
          either('not_reported', t('report.filter'), { yes: t('report.missing'), no: t('report.notMissing') }),
          either('address_asked', t('askedAddress.filter'), {
            yes: t('askedAddress.asked'),
            no: t('askedAddress.notAsked'),
          }),
          either('pickup', t('pickup.filter'), { yes: t('pickup.collected'), no: t('pickup.sent') }),
          {
            kind: 'choice',
            name: 'store_id',
            label: t('pickup.store'),
            options: stores.map(({ id, name }) => ({ value: String(id), label: name })),
          },
          either('not_collected', t('pickup.waiting'), { yes: t('pickup.waitingYes'), no: t('pickup.waitingNo') }),
          either('has_remark', t('hasRemark'), { yes: t('withRemark'), no: t('withoutRemark') }),
          either('has_note', t('hasNote'), { yes: t('withNote'), no: t('withoutNote') }),
          { kind: 'prices', name: 'amount_from', until: 'amount_to', label: t('amount') },
          { kind: 'span', name: 'created_from', until: 'created_to', label: t('createdAt') },
          { kind: 'span', name: 'paid_from', until: 'paid_to', label: t('paidAt') },
          { kind: 'span', name: 'shipped_from', until: 'shipped_to', label: t('shippedAt') },
        ]}
        columns={[
          { key: 'order_no', kind: 'code', width: 180 },
          { key: 'items', label: t('goods'), card: 'line', render: (row) => <Bought row={row} /> },
          { key: 'customer', width: 130, render: ({ customer }) => nameOfCustomer(customer, locale) },
          { key: 'total_amount', label: t('amount'), kind: 'money', width: 110 },
          { key: 'status', width: 160, render: (row) => <OrderTags order={row} /> },
          { key: 'created_at', kind: 'time', width: 140 },
          { key: 'paid_at', kind: 'time', width: 140, hidden: true },
          { key: 'shipped_at', kind: 'time', width: 140, hidden: true },
          {
            key: 'receiver',
            width: 200,
            hidden: true,
            render: ({ receiver }) => `${receiver.name} ${receiver.mobile}`,
          },
          { key: 'store', label: t('pickup.store'), width: 160, hidden: true, render: ({ store }) => store?.name },
          { key: 'remark', width: 200, hidden: true },
        ]}
        csv="/cms/order"
        ownFile
        actions={
          <>
            {isToShip && can('order.ship') && (
              <Button component={Link} href="/admin/order/import" variant="default">
                {t('shipByFile')}
              </Button>
            )}
            <CreateButton resource="order" href={recordPath('order', 'new')}>
              {t('new.button')}
            </CreateButton>
          </>
        }
        rowActions={(row) => [
          ...(can('order.ship') && isShippable(row)
            ? [{ key: 'ship', label: t('action.ship'), onSelect: () => void shipping.open(row.id) }]
            : []),
          ...(can('order.update') && isEditable(row)
            ? [{ key: 'edit', label: t('action.edit'), onSelect: () => void editing.open(row.id) }]
            : []),
        ]}
        bulk={[
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
            key: 'ready',
            label: t('pickup.markReady'),
            element: 'order.collect',
            most: maxSheets,
            applies: ({ status, store, ready_at }) => status === 'paid' && store !== null && ready_at === null,
            confirm: (count) => t('pickup.readyQuestion', { count }),
            run: ({ id, version }) => send('POST /cms/order/{id}/ready', { params: { id }, body: { version } }),
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
        ]}
        readPage={(query) => send('GET /cms/order', { query })}
      />
      <RecordDrawer {...drawer} resource={shipParam} form={ShipRow} />
      <RecordDrawer {...drawer} resource={editParam} form={EditRow} />
    </>
  )
}

/** URL parameters with the id of the order whose form is open. */
const [shipParam, editParam] = ['ship', 'edit']

const either = <const Name extends string>(name: Name, label: string, { yes, no }: { yes: string; no: string }) => ({
  kind: 'choice' as const,
  name,
  label,
  options: [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ],
})

const isShippable = ({ status, fulfilment, store }: Row) => status === 'paid' && fulfilment !== 'all' && store === null

const isRefundable = ({ status, paid_amount, promised_amount }: Row) =>
  (status === 'paid' || status === 'shipped' || status === 'completed') && promised_amount < paid_amount

/** A full refund cancels such an order: nothing was shipped. */
const isWholeAndPaid = (row: Row) => row.status === 'paid' && row.fulfilment === 'none' && isRefundable(row)

/** While unpaid, or paid with nothing shipped. */
const isEditable = ({ status, fulfilment }: Row) => status === 'unpaid' || (status === 'paid' && fulfilment === 'none')

/** Too short to be found: the search finds the last four, or at least the first six characters. */
const isPartOfNumber = (q: string) => /^[0-9A-Za-z]{1,5}$/.test(q.trim())

/** Pictures of the first lines, and the unrefunded pieces. */
function Bought({ row: { items, line_count, piece_count, refunded_count } }: { row: Row }) {
  const t = useTranslations('sale')
  const left = piece_count - refunded_count
  const isPart = left > 0 && left < piece_count
  const pieces = isPart ? t('piecesLeft', { left, count: piece_count }) : t('morePieces', { count: piece_count })
  const more = line_count > 1 ? [t('moreLines', { count: line_count - 1 })] : []
  return (
    <Goods
      pictures={items.map(({ image_url }) => image_url)}
      most={3}
      name={items[0]?.name}
      details={[pieces, ...more].join(' · ')}
    />
  )
}
