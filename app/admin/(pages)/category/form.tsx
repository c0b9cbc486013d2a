'use client'

import { Select, Stack } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { useOptions } from '@/components/admin/resource-form/use-options'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { treeOptions } from '@/components/ui/tree/tree-options'
import { CategoryChanges, CategoryInput } from '@/lib/category/schema'
import { type SendError, send } from '@/lib/server/client'

/** Deleting a category with products requires another category for them. */
export default function CategoryForm(props: RecordFormProps<RowOf<'GET /cms/category'>>) {
  const t = useTranslations('category')
  const { record } = props
  const [moveTo, setMoveTo] = useState<string | null>(null)
  const others = useOptions(
    async () => treeOptions(await send('GET /cms/category'), record?.id),
    [],
    t('categoriesFailed'),
  )
  const { own, on_sale } = record?.product_count ?? { own: 0, on_sale: 0 }
  return (
    <ResourceForm
      {...props}
      resource="category"
      history={(id, query) => send('GET /cms/category/{id}/history', { params: { id }, query })}
      title={t('create')}
      isPublic
      fields={[
        { name: 'name', label: t('name') },
        { name: 'parent_id', label: t('parent'), help: t('parentHelp'), options: others, isSearched: true },
        { name: 'description', label: t('description') },
        { name: 'image_url', label: t('image') },
        {
          name: 'status',
          label: t('status'),
          help: t('statusHelp', { count: on_sale }),
          options: useDictionaryOptions('enabled_disabled'),
        },
      ]}
      create={{ schema: CategoryInput, send: (body, options) => send('POST /cms/category', { body, ...options }) }}
      update={{
        schema: CategoryChanges,
        send: ({ id }, body) => send('PUT /cms/category/{id}', { params: { id }, body }),
      }}
      undeletable={record && record.children.length > 0 ? t('hasChildren') : undefined}
      remove={{
        send: ({ id }) =>
          send('DELETE /cms/category/{id}', { params: { id }, query: moveTo === null ? {} : { move_to: moveTo } }),
        isReady: own === 0 || moveTo !== null,
        explain: (error) => {
          const name = promotionIn(error)
          return name === undefined ? undefined : t('onlyOfPromotion', { name })
        },
        warning: (
          <Stack>
            {t('deleteWarning', { count: own })}
            <Select
              label={t('moveTo')}
              placeholder={own > 0 ? t('moveToChoose') : t('moveToNone')}
              required={own > 0}
              nothingFoundMessage={t('nothingFound')}
              data={[...others]}
              value={moveTo}
              onChange={setMoveTo}
              clearable
              searchable
            />
          </Stack>
        ),
      }}
    />
  )
}

/** The name of the promotion that has no other category. undefined: refused for another reason. */
function promotionIn({ code, problem }: SendError): string | undefined {
  const promotion = code === 'in_use' ? problem?.promotion : undefined
  if (typeof promotion !== 'object' || promotion === null || !('name' in promotion)) return undefined
  return typeof promotion.name === 'string' ? promotion.name : undefined
}
