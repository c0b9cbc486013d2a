'use client'

import { Button } from '@mantine/core'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import { Goods } from '@/components/admin/pieces/goods'
import { CreateButton } from '@/components/admin/resource-form/create-button'
import { RecordDrawer } from '@/components/admin/resource-form/record-drawer'
import { useRecordParam } from '@/components/admin/resource-form/use-record-param'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { Labels } from '@/components/admin/tag/tag'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { recordPath } from '@/lib/server/admin/record-path'
import { send } from '@/lib/server/client'
import { OrderTags } from './tags'
import { isShippable, useBulkActions } from './use-bulk-actions'
import { useOrderFilters } from './use-order-filters'

const ShipRow = dynamic(() => import('./row-forms').then(({ ShipRow }) => ShipRow), { ssr: false })
const EditRow = dynamic(() => import('./row-forms').then(({ EditRow }) => EditRow), { ssr: false })

type Row = RowOf<'GET /cms/order'>

/** With a tab for each next step. */
export function Orders({ page, stores }: { page: Page<Row>; stores: readonly { id: number; name: string }[] }) {
  const t = useTranslations('sale')
  const locale = useLocale()
  const can = useCan()
  const shipping = useRecordParam(shipParam)
  const editing = useRecordParam(editParam)
  const isToShip = useSearchParams().get('tab') === 'to_ship'
  const drawer = {
    rows: page.items,
    read: (id: number) => send('GET /cms/order/{id}', { params: { id } }),
    width: 560,
  }
  const filters = useOrderFilters(stores)
  const bulk = useBulkActions()
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
        filters={filters}
        columns={[
          { key: 'order_no', kind: 'code', width: 180 },
          { key: 'items', label: t('goods'), card: 'line', render: (row) => <Bought row={row} /> },
          {
            key: 'customer',
            width: 130,
            render: ({ customer, receiver }) => nameOfCustomer(customer, locale, receiver.name),
          },
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
          { key: 'tags', width: 200, hidden: true, render: ({ tags }) => <Labels tags={tags} /> },
          { key: 'external_id', kind: 'code', width: 150, hidden: true },
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
        bulk={bulk}
        readPage={(query) => send('GET /cms/order', { query })}
      />
      <RecordDrawer {...drawer} resource={shipParam} form={ShipRow} />
      <RecordDrawer {...drawer} resource={editParam} form={EditRow} />
    </>
  )
}

/** URL parameters with the id of the order whose form is open. */
const [shipParam, editParam] = ['ship', 'edit']

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
