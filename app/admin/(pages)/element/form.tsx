'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { elementTypes } from '@/db/enums'
import { ElementChanges, ElementInput } from '@/lib/element/schema'
import { elementName } from '@/lib/oper_log/base-names'
import { send } from '@/lib/server/client'
import { usePermissionOptions } from '../use-permission-options'
import { usePages } from './elements'

export default function ElementForm(props: RecordFormProps<RowOf<'GET /cms/element'>>) {
  const t = useTranslations('element')
  const locale = useLocale()
  const { record } = props
  const name = record && elementName(locale, record)
  // A built-in name is shown in the language of the page, until it is changed.
  const shown = name === record?.name ? undefined : name
  const types = elementTypes.map((value) => ({ value, label: t(`types.${value}`) }))
  return (
    <ResourceForm
      {...props}
      resource="element"
      history={(id, query) => send('GET /cms/element/{id}/history', { params: { id }, query })}
      title={t('create')}
      nameOf={(element) => elementName(locale, element)}
      fields={[
        { name: 'name', label: t('name'), ...(shown && { help: t('nameHelp', { name: shown }) }), half: true },
        { name: 'type', label: t('type'), options: types, half: true },
        { name: 'menu_id', label: t('page'), options: usePages() },
        { name: 'code', label: t('code'), help: t('codeHelp') },
        {
          name: 'permission_code',
          label: t('permission'),
          help: t('permissionHelp'),
          options: usePermissionOptions(props.record?.permission_code),
        },
      ]}
      create={{ schema: ElementInput, send: (body, options) => send('POST /cms/element', { body, ...options }) }}
      update={{
        schema: ElementChanges,
        send: ({ id }, body) => send('PUT /cms/element/{id}', { params: { id }, body }),
      }}
      remove={{ send: ({ id }) => send('DELETE /cms/element/{id}', { params: { id } }), warning: t('deleteWarning') }}
    />
  )
}
