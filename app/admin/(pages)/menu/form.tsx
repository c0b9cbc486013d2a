'use client'

import { useLocale, useTranslations } from 'next-intl'
import { MenuIcon } from '@/components/admin/frame/menu-icon'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { useOptions } from '@/components/admin/resource-form/use-options'
import { menuTypes } from '@/db/enums'
import { flattenTree } from '@/lib/kit/api/rows/tree'
import { titleOf } from '@/lib/menu/routes'
import { MenuChanges, MenuInput } from '@/lib/menu/schema'
import { type Answer, send } from '@/lib/server/client'
import { usePermissionOptions } from '../use-permission-options'
import { IconPicker } from './icon-picker'

export default function MenuForm(props: RecordFormProps<Answer<'GET /cms/menu/{id}'>>) {
  const t = useTranslations('menu')
  const locale = useLocale()
  const { menu_count: menus = 0, element_count: elements = 0 } = props.record ?? {}
  const directories = useOptions(
    async () =>
      flattenTree(await send('GET /cms/menu'))
        .filter(({ id, type }) => type === 'directory' && id !== props.record?.id)
        .map((menu) => ({ value: String(menu.id), label: titleOf(locale, menu) })),
    [],
    t('directoriesFailed'),
  )
  const types = menuTypes.map((value) => ({ value, label: t(`types.${value}`) }))
  return (
    <ResourceForm
      {...props}
      resource="menu"
      history={(id, query) => send('GET /cms/menu/{id}/history', { params: { id }, query })}
      title={t('create')}
      nameOf={(menu) => titleOf(locale, menu)}
      fields={[
        { name: 'title', label: t('title'), half: true },
        { name: 'title_en', label: t('titleEn'), half: true },
        { name: 'type', label: t('type'), options: types, half: true },
        { name: 'parent_id', label: t('parent'), options: directories, half: true },
        { name: 'path', label: t('path'), help: t('pathHelp'), when: hasPath },
        { name: 'name', label: t('name'), help: t('nameHelp'), half: true },
        {
          name: 'icon',
          label: t('icon'),
          help: t('iconHelp'),
          read: ({ icon }) => typeof icon === 'string' && <MenuIcon name={icon} />,
          render: (input) => <IconPicker {...input} />,
        },
        {
          name: 'permission_code',
          label: t('permission'),
          help: t('permissionHelp'),
          options: usePermissionOptions(props.record?.permission_code),
          when: hasPath,
        },
        { name: 'hidden', label: t('hidden'), help: t('hiddenHelp') },
      ]}
      create={{ schema: MenuInput, send: (body, options) => send('POST /cms/menu', { body, ...options }) }}
      update={{
        schema: MenuChanges,
        send: ({ id }, body) => send('PUT /cms/menu/{id}', { params: { id }, body }),
      }}
      undeletable={menus + elements > 0 ? t('inUse', { menus, elements }) : undefined}
      remove={{ send: ({ id }) => send('DELETE /cms/menu/{id}', { params: { id } }), warning: t('deleteWarning') }}
    />
  )
}

/** A directory has no path and permission; it is visible if any menu in it is. */
const hasPath = ({ type }: Readonly<Record<string, unknown>>) => type !== 'directory'
