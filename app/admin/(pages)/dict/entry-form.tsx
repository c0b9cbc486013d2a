'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { Tag } from '@/components/admin/tag/tag'
import { DictChanges, DictInput, maxUses, tagStyle } from '@/lib/dict/schema'
import { inLocale } from '@/lib/kit/i18n/locale'
import { isNeeded } from '@/lib/oper_log/base-names'
import { type SendError, send } from '@/lib/server/client'
import { statuses } from './type-form'

type Dict = RowOf<'GET /cms/dict'>

export default function EntryForm({ type, ...props }: RecordFormProps<Dict> & { type: string }) {
  const t = useTranslations('dict')
  const locale = useLocale()
  return (
    <ResourceForm
      {...props}
      resource="dict"
      history={(id, query) => send('GET /cms/dict/{id}/history', { params: { id }, query })}
      title={t('newEntry')}
      nameOf={({ label, label_en }) => inLocale(locale, label, label_en)}
      fields={[
        { name: 'label', label: t('label'), half: true },
        { name: 'label_en', label: t('labelEn'), half: true },
        { name: 'value', label: t('value'), help: t('valueHelp') },
        {
          name: 'tag_style',
          label: t('tagStyle'),
          options: tagStyle.options.map((value) => ({ value, label: t(`styles.${value}`) })),
          renderOption: (value) => {
            const style = tagStyle.options.find((one) => one === value) ?? 'default'
            return <Tag style={style}>{t(`styles.${style}`)}</Tag>
          },
        },
        { name: 'status', label: t('status'), options: statuses(t) },
        { name: 'is_default', label: t('default'), help: t('defaultHelp') },
        { name: 'remark', label: t('remark') },
      ]}
      create={{
        schema: DictInput,
        fixedValues: { type },
        send: (body, options) => send('POST /cms/dict', { body, ...options }),
      }}
      update={{
        schema: DictChanges,
        send: ({ id }, body) => send('PUT /cms/dict/{id}', { params: { id }, body }),
      }}
      remove={{
        send: ({ id }) => send('DELETE /cms/dict/{id}', { params: { id } }),
        ...(props.record && isNeeded(props.record) && { warning: t('neededWarning', { value: props.record.value }) }),
        explain: (error) => {
          const count = totalIn(error)
          return error.code === 'in_use' ? t('inUse', { count, atLeast: String(count >= maxUses) }) : undefined
        },
      }}
    />
  )
}

/** From the server's refusal to delete the entry; 1 if it has no number. */
const totalIn = ({ problem }: SendError) =>
  problem && 'total' in problem && typeof problem.total === 'number' ? problem.total : 1
