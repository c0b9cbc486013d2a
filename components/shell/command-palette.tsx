'use client'

import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { flatten, titleOf } from '@/lib/menu/routes'
import { usePermissionNames } from '../permission-names'
import { leave } from '../resource-form/unsaved'
import { newRecordHref } from '../resource-form/use-record-param'
import classes from './admin.module.css'
import { useAdmin } from './admin-context'
import { MenuIcon } from './menu-icon'
import { useToast } from './toast'
import { useFoundRecords } from './use-found-records'

interface CommandPaletteProps {
  isOpen: boolean
  onClose: () => void
}

/** Finds pages, records and "create" actions by a part of their name. */
export default function CommandPalette({ isOpen, onClose }: CommandPaletteProps) {
  const t = useTranslations('admin.palette')
  const locale = useLocale()
  const router = useRouter()
  const { routes } = useAdmin()
  const [[store, { open, close }]] = useState(createSpotlight)
  useEffect(() => (isOpen ? open() : close()), [isOpen, open, close])
  const names = usePermissionNames()
  const go = (path: string) => () => leave(() => router.push(path))
  const pages = flatten(routes).filter((route) => route.type === 'page' && route.path !== null)
  const creations = pages.flatMap((route) =>
    route.elements
      .filter((code) => code.endsWith('.create'))
      .map((code) => ({ code, route, resource: code.slice(0, -'.create'.length) })),
  )
  const [typed, setTyped] = useState('')
  const toast = useToast()
  const byPath = new Map(pages.map((route) => [route.path ?? '', route]))
  const { q, records, isSearching, find } = useFoundRecords([...byPath.keys()], (error) =>
    toast.failure(error, t('failed')),
  )
  // Enter was pressed before the records arrived.
  const opensFirst = useRef(false)
  useEffect(() => {
    if (records.length === 0) return
    // Spotlight selects its first action when the query changes; records arrive later.
    const list = document.getElementById(store.getState().listId)
    if (list?.querySelector('[data-selected]')) return
    const first = list?.querySelector<HTMLElement>('[data-action]')
    first?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
    if (opensFirst.current) first?.click()
  }, [records, store])
  return (
    <Spotlight
      store={store}
      query={typed}
      onQueryChange={(query) => {
        opensFirst.current = false
        setTyped(query)
        find(query)
      }}
      shortcut={null}
      onSpotlightClose={onClose}
      nothingFound={isSearching ? t('searching') : t('nothing')}
      scrollable
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': t('label') } }}
      classNames={{ search: classes.searchInput }}
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} aria-hidden="true" />,
        placeholder: t('placeholder'),
        'aria-label': t('label'),
        onKeyDown: ({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) opensFirst.current = isSearching
        },
      }}
      actions={[
        {
          group: t('pages'),
          actions: pages.map((route) => ({
            id: `page-${route.id}`,
            label: titleOf(locale, route),
            // Found by its name in either language.
            keywords: [route.title, route.title_en, route.name],
            leftSection: <MenuIcon name={route.icon} />,
            onClick: go(route.path ?? ''),
          })),
        },
        {
          group: t('found'),
          actions: records.map(({ source, label, description, path }) => {
            const route = byPath.get(source)
            return {
              id: path,
              label,
              description: [description, route && titleOf(locale, route)].filter(Boolean).join(' · '),
              // The server matched it, perhaps by a field that is not shown here.
              keywords: [q],
              leftSection: route && <MenuIcon name={route.icon} />,
              onClick: go(path),
            }
          }),
        },
        {
          group: t('actions'),
          actions: creations.map(({ code, route, resource }) => ({
            id: code,
            label: t('create', { what: names.record(resource) ?? titleOf(locale, route) }),
            keywords: [code, route.title, route.title_en],
            leftSection: <IconPlus size={18} stroke={1.6} aria-hidden="true" />,
            onClick: go(newRecordHref(route.path ?? '', resource)),
          })),
        },
      ]}
    />
  )
}
