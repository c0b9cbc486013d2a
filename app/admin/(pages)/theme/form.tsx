'use client'

import { useTranslations } from 'next-intl'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { type Answer, send } from '@/lib/server/client'
import { ThemeChanges, ThemeInput } from '@/lib/theme/schema'
import { ProductsInput } from './products-input'

export default function ThemeForm(props: RecordFormProps<Answer<'GET /cms/theme/{id}'>>) {
  const t = useTranslations('theme')
  return (
    <ResourceForm
      {...props}
      resource="theme"
      history={(id, query) => send('GET /cms/theme/{id}/history', { params: { id }, query })}
      title={t('create')}
      isPublic
      valuesOf={({ products }) => ({ product_ids: products.map(({ id }) => id) })}
      fields={[
        { name: 'name', label: t('name') },
        { name: 'description', label: t('description') },
        { name: 'status', label: t('status'), options: useDictionaryOptions('enabled_disabled'), half: true },
        { name: 'sort_order', label: t('sortOrder'), help: t('sortOrderHelp'), half: true },
        { name: 'topic_image_url', label: t('topicImage'), help: t('topicImageHelp') },
        { name: 'head_image_url', label: t('headImage'), help: t('headImageHelp') },
        {
          name: 'product_ids',
          label: t('products'),
          help: t('productsHelp'),
          read: () => props.record?.products.map(({ name }) => name).join(', '),
          render: (input) => <ProductsInput {...input} known={props.record?.products ?? []} maximum={100} />,
        },
      ]}
      create={{ schema: ThemeInput, send: (body, options) => send('POST /cms/theme', { body, ...options }) }}
      update={{ schema: ThemeChanges, send: ({ id }, body) => send('PUT /cms/theme/{id}', { params: { id }, body }) }}
      remove={{ send: ({ id }) => send('DELETE /cms/theme/{id}', { params: { id } }), warning: t('deleteWarning') }}
    />
  )
}
