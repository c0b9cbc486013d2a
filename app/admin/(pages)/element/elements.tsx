'use client'

import { Code } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useLocale, useTranslations } from 'next-intl'
import { useAdmin } from '@/components/admin/frame/admin-context'
import { usePermissionNames } from '@/components/admin/permission-names'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { flatten, titleOf } from '@/lib/menu/routes'
import { send } from '@/lib/server/client'

const ElementForm = dynamic(() => import('./form'))

/** In the user's menu, by id. */
export function usePages() {
  const locale = useLocale()
  const pages = flatten(useAdmin().routes).filter(({ type }) => type === 'page')
  return pages.map((page) => ({ value: String(page.id), label: titleOf(locale, page) }))
}

/** Buttons, columns and tabs that are shown or hidden by group. */
export function Elements({ elements }: { elements: RowOf<'GET /cms/element'>[] }) {
  const t = useTranslations('element')
  const names = usePermissionNames()
  const pages = usePages()
  const pageName = (id: number) => pages.find(({ value }) => value === String(id))?.label ?? `#${id}`
  return (
    <ResourceTable
      name="element"
      rows={elements}
      search={t('search')}
      filters={[{ kind: 'choice', name: 'menu_id', label: t('page'), options: pages }]}
      columns={[
        { key: 'name', width: 220 },
        { key: 'menu_id', label: t('page'), kind: 'text', width: 180, render: ({ menu_id }) => pageName(menu_id) },
        { key: 'code', kind: 'code', width: 220 },
        { key: 'type', kind: 'text', width: 120, render: ({ type }) => t(`types.${type}`) },
        {
          key: 'permission_code',
          label: t('permission'),
          render: ({ permission_code: code }) =>
            code && (
              <span title={code}>
                {names.permission(code)} <Code>{code}</Code>
              </span>
            ),
        },
      ]}
      form={ElementForm}
      read={(id) => send('GET /cms/element/{id}', { params: { id } })}
      create={t('create')}
    />
  )
}
