'use client'

import { Button } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import { RecordAnchor } from '@/components/admin/record-anchor'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { waybillStates } from '@/db/enums'
import { labelsPath, packPath } from '@/lib/order/waybill/path'
import { StateTag } from './state-tag'
import { useCancelWaybill } from './use-cancel-waybill'

type Waybill = RowOf<'GET /cms/waybill'>

export function Waybills({ page }: { page: Page<Waybill> }) {
  const t = useTranslations('waybill')
  const can = useCan()
  const router = useRouter()
  const cancel = useCancelWaybill()
  return (
    <ResourceTable
      name="waybill"
      rows={page}
      nameOf={({ tracking_no, key }) => tracking_no ?? key}
      columns={[
        { key: 'tracking_no', kind: 'code', width: 200 },
        { key: 'delivery_id', kind: 'tag', dictionary: 'carrier', width: 130 },
        { key: 'state', width: 130, card: 'line', render: ({ state }) => <StateTag state={state} /> },
        {
          key: 'orders',
          width: 220,
          render: ({ orders }) =>
            orders.map(({ id, order_no }) => (
              <div key={id}>
                <RecordAnchor resource="order" id={id}>
                  {order_no}
                </RecordAnchor>
              </div>
            )),
        },
        { key: 'reason', render: ({ reason }) => reason && `${reason.code} ${reason.text}` },
        { key: 'print_count', kind: 'number', width: 100, card: false },
        { key: 'printed_at', kind: 'time', width: 150, hidden: true },
        { key: 'weight_g', kind: 'number', width: 110, hidden: true },
        { key: 'created_at', kind: 'time', width: 150 },
      ]}
      filters={[
        { name: 'state', kind: 'choice', options: waybillStates.map((value) => ({ value, label: t(`is.${value}`) })) },
        { name: 'number', kind: 'text' },
        { name: 'not_canceled', kind: 'choice', options: [{ value: 'true', label: t('yes') }] },
      ]}
      actions={
        can('waybill.print') && (
          <Button
            component={Link}
            href={packPath()}
            variant="default"
            leftSection={<IconBarcode size={16} stroke={1.8} aria-hidden="true" />}
          >
            {t('station')}
          </Button>
        )
      }
      bulk={[
        {
          key: 'print',
          label: t('printLabels'),
          element: 'waybill.print',
          most: 100,
          applies: ({ state }) => state === 'ready' || state === 'shipped',
          open: (rows) => router.push(labelsPath(rows)),
        },
        {
          key: 'cancel',
          label: t('cancel'),
          element: 'waybill.cancel',
          danger: true,
          applies: ({ state }) => state === 'ready' || state === 'creating',
          confirm: (count) => t('cancelQuestion', { count }),
          run: cancel,
        },
      ]}
    />
  )
}
