'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { DictTypeChanges, DictTypeInput } from '@/lib/dict_type/schema'
import { dictTypeName } from '@/lib/oper_log/base-names'
import { send } from '@/lib/server/client'

/** The identifier of the type in code cannot be changed later. */
export default function TypeForm(props: RecordFormProps<RowOf<'GET /cms/dict_type'>>) {
  const t = useTranslations('dict')
  const locale = useLocale()
  return (
    <ResourceForm
      {...props}
      resource="dict_type"
      history={(id, query) => send('GET /cms/dict_type/{id}/history', { params: { id }, query })}
      title={t('newType')}
      nameOf={(type) => dictTypeName(locale, type)}
      fields={[
        { name: 'name', label: t('name') },
        { name: 'type', label: t('type'), help: t('typeHelp') },
        { name: 'status', label: t('status'), options: statuses(t) },
        { name: 'remark', label: t('remark') },
      ]}
      create={{
        schema: DictTypeInput,
        send: (body, options) => send('POST /cms/dict_type', { body, ...options }),
      }}
      update={{
        schema: DictTypeChanges,
        send: ({ id }, body) => send('PUT /cms/dict_type/{id}', { params: { id }, body }),
      }}
      remove={{
        send: ({ id }) => send('DELETE /cms/dict_type/{id}', { params: { id } }),
        warning: t('deleteType', { count: props.record?.entry_count ?? 0 }),
      }}
    />
  )
}

export const statuses = (t: ReturnType<typeof useTranslations<'dict'>>) => [
  { value: 'enabled', label: t('enabled') },
  { value: 'disabled', label: t('disabled') },
]
