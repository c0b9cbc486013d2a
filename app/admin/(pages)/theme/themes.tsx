'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { Tag } from '@/components/admin/tag/tag'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { send } from '@/lib/server/client'

const ThemeForm = dynamic(() => import('./form'))

/** With the numbers of products that customers can see. */
export function Themes({ page }: { page: Page<RowOf<'GET /cms/theme'>> }) {
  const t = useTranslations('theme')
  return (
    <ResourceTable
      name="theme"
      rows={page}
      search={t('search')}
      filters={[
        { kind: 'choice', name: 'status', options: useDictionaryOptions('enabled_disabled') },
        { kind: 'span', name: 'changed_from', until: 'changed_to', label: t('updatedAt') },
      ]}
      columns={[
        { key: 'topic_image_url', label: t('topicImage'), kind: 'image', width: 80 },
        { key: 'name', kind: 'text', sort: true },
        {
          key: 'on_sale_count',
          label: t('products'),
          width: 170,
          sort: true,
          render: ({ on_sale_count, product_count }) => {
            const text = t('count', { on_sale: on_sale_count, total: product_count })
            return on_sale_count === 0 ? <Tag style="warning">{text}</Tag> : text
          },
        },
        { key: 'status', kind: 'tag', dictionary: 'enabled_disabled', width: 110, sort: true },
        { key: 'sort_order', kind: 'number', width: 110, sort: true },
        { key: 'updated_at', kind: 'time', width: 150, sort: true },
      ]}
      create={t('create')}
      form={ThemeForm}
      remove={{ send: ({ id }) => send('DELETE /cms/theme/{id}', { params: { id } }), warning: t('deleteWarning') }}
      read={(id) => send('GET /cms/theme/{id}', { params: { id } })}
    />
  )
}
