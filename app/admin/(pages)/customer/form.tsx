'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { CustomerChanges } from '@/lib/customer/schema'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { send } from '@/lib/server/client'
import { CustomerDetails } from './details'

export default function CustomerForm(props: RecordFormProps<RowOf<'GET /cms/customer'>>) {
  const t = useTranslations('customer')
  const locale = useLocale()
  return (
    <ResourceForm
      {...props}
      resource="customer"
      history={(id, query) => send('GET /cms/customer/{id}/history', { params: { id }, query })}
      title={t('title')}
      nameOf={(customer) => nameOfCustomer(customer, locale)}
      fields={[
        {
          name: 'status',
          label: t('status'),
          help: t('statusHelp'),
          options: useDictionaryOptions('user_status', props.record?.status),
        },
        { name: 'remark', label: t('remark'), help: t('remarkHelp') },
        { name: 'tags', label: t('tags'), help: t('tagsHelp') },
        { name: 'external_id', label: t('externalId'), help: t('externalIdHelp') },
      ]}
      update={{
        schema: CustomerChanges,
        send: ({ id }, body) => send('PUT /cms/customer/{id}', { params: { id }, body }),
      }}
    >
      {props.record && <CustomerDetails customer={props.record} />}
    </ResourceForm>
  )
}
