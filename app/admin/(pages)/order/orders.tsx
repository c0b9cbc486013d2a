'use client'

import { Button } from '@mantine/core'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRouter, useSearchParams } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import { Goods } from '@/components/admin/pieces/goods'
import { RecordDrawer } from '@/components/admin/resource-form/record-drawer'
import { useRecordParam } from '@/components/admin/resource-form/use-record-param'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { maxSheets, printPath } from '@/lib/order/sheets'
import { recordPath } from '@/lib/server/admin/record-path'
import { send } from '@/lib/server/client'
import { OrderTags } from './tags'

// Loaded when one of these components is used.
const ShipRow = dynamic(() => import('./row-forms').then(({ ShipRow }) => ShipRow), { ssr: false })
const EditRow = dynamic(() => import('./row-forms').then(({ EditRow }) => EditRow), { ssr: false })
const HeldBackOrders = dynamic(() => import('./held-back').then(({ HeldBackOrders }) => HeldBackOrders), { ssr: false })
const AskParcels = dynamic(() => import('./ask-parcels').then(({ AskParcels }) => AskParcels), { ssr: false })

type Row = RowOf<'GET /cms/order'>

/** The orders of the shop, with a tab for each next step. */
export function Orders({ page }: { page: Page<Row> }) {
  const t = useTranslations('sale')
  const locale = useLocale()
  const can = useCan()
  const router = useRouter()
  const shipping = useRecordParam(shipParam)
  const editing = useRecordParam(editParam)
  const isToShip = useSearchParams().get('tab') === 'to_ship'
  const drawer = {
    rows: page.items,
    nameOf: ({ order_no }: Row) => order_no,
    read: (id: number) => send('GET /cms/order/{id}', { params: { id } }),
    width: 560,
  }
  return (
    <>
      <ResourceTable
        name="order"
        rows={page}
        paging="cursor"
        search={t('search')}
        searchHint={(q) => (isPartOfNumber(q) ? t('searchShort') : undefined)}
        tabs={{
          name: 'tab',
          label: t('tabs'),
          options: [
            { value: '', label: t('tab.all') },
            { value: 'unpaid', label: t('tab.unpaid') },
            { value: 'to_ship', label: t('tab.to_ship') },
            { value: 'part_shipped', label: t('tab.part_shipped') },
            { value: 'shipped', label: t('tab.shipped') },
            { value: 'after_sale', label: t('tab.after_sale') },
            { value: 'completed', label: t('tab.completed') },
            { value: 'cancelled', label: t('tab.cancelled') },
            { value: 'refunded', label: t('tab.refunded') },
          ],
          readCounts: () => send('GET /cms/order/count'),
        }}
        filters={[
          {
            kind: 'choice',
            name: 'late',
            label: t('late'),
            options: [
              { value: 'true', label: t('lateYes') },
              { value: 'false', label: t('lateNo') },
            ],
          },
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
          {
            kind: 'choice',
            name: 'not_reported',
            label: t('report.filter'),
            options: [
              { value: 'true', label: t('report.missing') },
              { value: 'false', label: t('report.notMissing') },
            ],
          },
          {
            kind: 'choice',
            name: 'address_asked',
            label: t('askedAddress.filter'),
            options: [
              { value: 'true', label: t('askedAddress.asked') },
              { value: 'false', label: t('askedAddress.notAsked') },
            ],
          },
          {
            kind: 'choice',
            name: 'has_remark',
            label: t('hasRemark'),
            options: [
              { value: 'true', label: t('withRemark') },
              { value: 'false', label: t('withoutRemark') },
            ],
          },
          {
            kind: 'choice',
            name: 'has_note',
            label: t('hasNote'),
            options: [
              { value: 'true', label: t('withNote') },
              { value: 'false', label: t('withoutNote') },
            ],
          },
          { kind: 'prices', name: 'amount_from', until: 'amount_to', label: t('amount') },
          { kind: 'span', name: 'created_from', until: 'created_to', label: t('createdAt') },
          { kind: 'span', name: 'paid_from', until: 'paid_to', label: t('paidAt') },
          { kind: 'span', name: 'shipped_from', until: 'shipped_to', label: t('shippedAt') },
        ]}
        columns={[
          { key: 'order_no', label: t('orderNo'), kind: 'code', width: 180 },
          { key: 'items', label: t('goods'), card: 'line', render: (row) => <Bought row={row} /> },
          {
            key: 'customer',
            label: t('customer'),
            width: 130,
            render: ({ customer }) => nameOfCustomer(customer, locale),
          },
          { key: 'total_amount', label: t('amount'), kind: 'money', width: 110 },
          { key: 'status', label: t('status'), width: 160, render: (row) => <OrderTags order={row} /> },
          { key: 'created_at', label: t('createdAt'), kind: 'time', width: 140 },
          { key: 'paid_at', label: t('paidAt'), kind: 'time', width: 140, hidden: true },
          { key: 'shipped_at', label: t('shippedAt'), kind: 'time', width: 140, hidden: true },
          {
            key: 'receiver',
            label: t('receiver'),
            width: 200,
            hidden: true,
            render: ({ receiver }) => `${receiver.name} ${receiver.mobile}`,
          },
          { key: 'remark', label: t('remark'), width: 200, hidden: true },
        ]}
        nameOf={({ order_no }) => order_no}
        hrefOf={({ id }) => recordPath('order', id)}
        csv="/cms/order"
        ownFile
        actions={
          isToShip &&
          can('order.ship') && (
            <Button component={Link} href="/admin/order/import" variant="default">
              {t('shipByFile')}
            </Button>
          )
        }
        rowActions={(row) => [
          ...(can('order.ship') && isShippable(row)
            ? [{ key: 'ship', label: t('action.ship'), onSelect: () => void shipping.open(row.id) }]
            : []),
          ...(can('order.update')
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
            key: 'print',
            label: t('printSelected'),
            element: 'order.print',
            most: maxSheets,
            open: (rows) => router.push(printPath(rows)),
          },
        ]}
        empty={t('empty')}
        readPage={(query) => send('GET /cms/order', { query })}
      />
      <RecordDrawer {...drawer} resource={shipParam} form={ShipRow} />
      <RecordDrawer {...drawer} resource={editParam} form={EditRow} />
    </>
  )
}

/** The URL parameters with the id of the order whose form for shipping or editing is open. */
const [shipParam, editParam] = ['ship', 'edit']

const isShippable = ({ status, fulfilment }: Row) => status === 'paid' && fulfilment !== 'all'

/**
 * Whether a search text is too short for an order number. The search needs the last four or the first six characters.
 */
const isPartOfNumber = (q: string) => /^[0-9A-Za-z]{1,5}$/.test(q.trim())

/** The goods of an order: pictures of the first lines, the name of the first line, and the unrefunded pieces. */
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
