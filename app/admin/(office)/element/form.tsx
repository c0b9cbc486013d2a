'use client'

import { useTranslations } from 'next-intl'
import type { RecordFormProps } from '@/components/resource-form/record-drawer'
import { ResourceForm } from '@/components/resource-form/resource-form'
import type { RowOf } from '@/components/resource-table/declaration'
import { send } from '@/lib/api/client'
import { ElementChanges, ElementInput } from '@/lib/element/schema'
import { usePointOptions } from '../use-point-options'
import { usePages } from './elements'

/** A button, a column or a tab of a page. */
export default function ElementForm(props: RecordFormProps<RowOf<'GET /cms/element'>>) {
  const t = useTranslations('element')
  const types = (['button', 'column', 'tab'] as const).map((value) => ({ value, label: t(`types.${value}`) }))
  return (
    <ResourceForm
      {...props}
      resource="element"
      title={t('create')}
      nameOf={({ name }) => name}
      fields={[
        { name: 'name', label: t('name'), half: true },
        { name: 'type', label: t('type'), options: types, half: true },
        { name: 'menu_id', label: t('page'), options: usePages() },
        { name: 'code', label: t('code'), help: t('codeHelp') },
        {
          name: 'permission_code',
          label: t('permission'),
          help: t('permissionHelp'),
          options: usePointOptions(props.record?.permission_code),
        },
      ]}
      create={{ schema: ElementInput, send: (body, options) => send('POST /cms/element', { body, ...options }) }}
      update={{
        schema: ElementChanges,
        send: ({ id }, body) => send('PUT /cms/element/{id}', { params: { id }, body }),
        read: ({ id }) => send('GET /cms/element/{id}', { params: { id } }),
      }}
      remove={{ send: ({ id }) => send('DELETE /cms/element/{id}', { params: { id } }), warning: t('deleteWarning') }}
    />
  )
}
