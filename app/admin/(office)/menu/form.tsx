'use client'

import { useTranslations } from 'next-intl'
import type { RecordFormProps } from '@/components/resource-form/record-drawer'
import { ResourceForm } from '@/components/resource-form/resource-form'
import { useOptions } from '@/components/resource-form/use-options'
import type { RowOf } from '@/components/resource-table/declaration'
import { AnyIcon, menuIconNames } from '@/components/shell/any-icon'
import { flattenTree } from '@/components/tree/tree-moves'
import { send } from '@/lib/api/client'
import { MenuChanges, MenuInput } from '@/lib/menu/schema'

/** A directory, page or link of the navigation. */
export default function MenuForm(props: RecordFormProps<RowOf<'GET /cms/menu'>>) {
  const t = useTranslations('menu')
  const directories = useOptions(
    async () =>
      flattenTree(await send('GET /cms/menu'))
        .filter(({ id, type }) => type === 'directory' && id !== props.record?.id)
        .map(({ id, title }) => ({ value: String(id), label: title })),
    [],
    t('directoriesFailed'),
  )
  const types = (['directory', 'page', 'link'] as const).map((value) => ({ value, label: t(`types.${value}`) }))
  return (
    <ResourceForm
      {...props}
      resource="menu"
      title={t('create')}
      nameOf={({ title }) => title}
      fields={[
        { name: 'title', label: t('title'), half: true },
        { name: 'title_en', label: t('titleEn'), half: true },
        { name: 'type', label: t('type'), options: types, half: true },
        { name: 'parent_id', label: t('parent'), options: directories, half: true },
        { name: 'path', label: t('path'), help: t('pathHelp'), long: false },
        { name: 'name', label: t('name'), help: t('nameHelp'), half: true },
        {
          name: 'icon',
          label: t('icon'),
          help: t('iconHelp'),
          half: true,
          options: menuIconNames.map((value) => ({ value, label: value })),
          renderOption: (value) => (
            <>
              <AnyIcon name={value} />
              &nbsp;{value}
            </>
          ),
        },
        { name: 'permission_code', label: t('permission'), help: t('permissionHelp') },
        { name: 'hidden', label: t('hidden'), help: t('hiddenHelp') },
      ]}
      create={{ schema: MenuInput, send: (body, options) => send('POST /cms/menu', { body, ...options }) }}
      update={{
        schema: MenuChanges,
        send: ({ id }, body) => send('PUT /cms/menu/{id}', { params: { id }, body }),
        read: async ({ id }) => ({ ...(await send('GET /cms/menu/{id}', { params: { id } })), children: [] }),
      }}
      remove={{ send: ({ id }) => send('DELETE /cms/menu/{id}', { params: { id } }), warning: t('deleteWarning') }}
    />
  )
}
