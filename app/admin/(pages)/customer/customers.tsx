'use client'

import dynamic from 'next/dynamic'
import { useLocale, useTranslations } from 'next-intl'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { Labels } from '@/components/admin/tag/tag'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { Person } from '@/components/ui/person'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { send } from '@/lib/server/client'

const CustomerForm = dynamic(() => import('./form'))

/** Customers register themselves. */
export function Customers({ page }: { page: Page<RowOf<'GET /cms/customer'>> }) {
  const t = useTranslations('customer')
  const locale = useLocale()
  return (
    <ResourceTable
      name="customer"
      rows={page}
      paging="cursor"
      search={t('search')}
      filters={[
        { kind: 'choice', name: 'status', options: useDictionaryOptions('user_status') },
        { kind: 'text', name: 'tag' },
        { kind: 'text', name: 'external_id' },
      ]}
      columns={[
        {
          key: 'nickname',
          render: (customer) => <Person name={nameOfCustomer(customer, locale)} url={customer.avatar_url} />,
        },
        { key: 'mobile', kind: 'code', width: 150 },
        { key: 'username', kind: 'code', width: 150, hidden: true },
        { key: 'email', width: 200, hidden: true },
        { key: 'status', kind: 'tag', dictionary: 'user_status', width: 110 },
        { key: 'order_count', kind: 'number', width: 100 },
        { key: 'paid_amount', kind: 'money', width: 130 },
        { key: 'last_login_at', label: t('lastLogin'), kind: 'time', width: 150 },
        { key: 'created_at', kind: 'time', width: 150, hidden: true },
        { key: 'remark', width: 200, hidden: true },
        { key: 'tags', width: 200, hidden: true, render: ({ tags }) => <Labels tags={tags} /> },
        { key: 'external_id', kind: 'code', width: 150, hidden: true },
      ]}
      nameOf={(customer) => nameOfCustomer(customer, locale)}
      form={CustomerForm}
      read={(id) => send('GET /cms/customer/{id}', { params: { id } })}
      csv="/cms/customer"
    />
  )
}
