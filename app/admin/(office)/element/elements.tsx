'use client'

import dynamic from 'next/dynamic'
import { useLocale, useTranslations } from 'next-intl'
import type { RowOf } from '@/components/resource-table/declaration'
import { ResourceTable } from '@/components/resource-table/resource-table'
import { useOffice } from '@/components/shell/office-context'
import { flatten, titleOf } from '@/components/shell/routes'

const ElementForm = dynamic(() => import('./form'))

/** Pages of the menu, by their ids, as far as they are shown to this person. */
export function usePages() {
  const locale = useLocale()
  const pages = flatten(useOffice().routes).filter(({ type }) => type === 'page')
  return pages.map((page) => ({ value: String(page.id), label: titleOf(locale, page) }))
}

/** Buttons, columns and tabs that are shown to some and not to others. */
export function Elements({ elements }: { elements: RowOf<'GET /cms/element'>[] }) {
  const t = useTranslations('element')
  const pages = usePages()
  const pageName = (id: number) => pages.find(({ value }) => value === String(id))?.label ?? `#${id}`
  return (
    <ResourceTable
      name="element"
      rows={elements}
      filters={[{ kind: 'choice', name: 'menu_id', label: t('page'), options: pages }]}
      columns={[
        { key: 'name', label: t('name'), width: 220 },
        { key: 'menu_id', label: t('page'), width: 180, render: ({ menu_id }) => pageName(menu_id) },
        { key: 'code', label: t('code'), kind: 'code', width: 220 },
        { key: 'type', label: t('type'), width: 120, render: ({ type }) => t(`types.${type}`) },
        { key: 'permission_code', label: t('permission'), kind: 'code' },
      ]}
      nameOf={({ name }) => name}
      form={ElementForm}
      create={t('create')}
      empty={t('empty')}
    />
  )
}
