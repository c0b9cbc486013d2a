'use client'

import { Button } from '@mantine/core'
import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { send } from '@/lib/server/client'

/** With a tab for each status. */
export function Invoices({ page }: { page: Page<RowOf<'GET /cms/invoice'>> }) {
  const t = useTranslations('invoice')
  const locale = useLocale()
  const can = useCan()
  return (
    <ResourceTable
      name="invoice"
      rows={page}
      paging="cursor"
      search={t('search')}
      tabs={{
        name: 'status',
        label: t('tabs'),
        values: ['requested', 'to_replace', 'issued', 'refused', 'replaced'],
        readCounts: () => send('GET /cms/invoice/count'),
      }}
      filters={[
        {
          kind: 'choice',
          name: 'kind',
          options: [
            { value: 'company', label: t('kinds.company') },
            { value: 'personal', label: t('kinds.personal') },
          ],
        },
        { kind: 'span', name: 'from', until: 'to', label: t('requestedAt') },
        {
          kind: 'record',
          name: 'order_id',
          label: t('order'),
          known: ({ order_id, order_no }) => ({ id: order_id, name: order_no }),
        },
      ]}
      columns={[
        { key: 'title', kind: 'text', width: 220 },
        { key: 'status', kind: 'tag', dictionary: 'invoice_status', width: 110 },
        { key: 'amount', kind: 'money', width: 110 },
        { key: 'kind', width: 90, render: ({ kind }) => t(`kinds.${kind}`) },
        { key: 'tax_no', kind: 'code', width: 180 },
        { key: 'number', kind: 'code', width: 190 },
        { key: 'order_no', label: t('order'), kind: 'record', resource: 'order', id: 'order_id', width: 180 },
        { key: 'customer', width: 120, hidden: true, render: ({ customer }) => nameOfCustomer(customer, locale) },
        { key: 'issued_at', kind: 'time', width: 110, hidden: true },
        { key: 'created_at', label: t('requestedAt'), kind: 'time', width: 110 },
      ]}
      actions={
        can('invoice.issue') && (
          <Button component={Link} href="/admin/invoice/import" prefetch={false} variant="default">
            {t('import')}
          </Button>
        )
      }
      csv="/cms/invoice"
      ownFile
    />
  )
}
