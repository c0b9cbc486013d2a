'use client'

import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { type Messages, useLocale, useMessages, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { newRecord } from '../resource-form/address'
import { leave } from '../resource-form/unsaved'
import { MenuIcon } from './menu-icon'
import classes from './office.module.css'
import { useCan, useOffice } from './office-context'
import { flatten, titleOf } from './routes'
import { useToast } from './toast'
import { useFoundRecords } from './use-found-records'

interface CommandPaletteProps {
  isOpen: boolean
  onClose: () => void
}

/** Where one can go, what one can open and what one can begin, by typing a piece of its name. */
export default function CommandPalette({ isOpen, onClose }: CommandPaletteProps) {
  const t = useTranslations('office.palette')
  const locale = useLocale()
  const router = useRouter()
  const { routes } = useOffice()
  const can = useCan()
  const [[store, { open, close }]] = useState(createSpotlight)
  useEffect(() => (isOpen ? open() : close()), [isOpen, open, close])
  // A page of several kinds of records names them; else the title of the page says enough.
  const named = useMessages().office?.palette.records ?? {}
  const isNamed = (resource: string): resource is keyof Messages['office']['palette']['records'] =>
    Object.hasOwn(named, resource)
  const go = (path: string) => () => leave(() => router.push(path))
  const pages = flatten(routes).filter((route) => route.type === 'page' && route.path !== null)
  const creations = pages.flatMap((route) =>
    route.elements
      .filter((code) => code.endsWith('.create') && can(code))
      .map((code) => ({ code, route, resource: code.slice(0, -'.create'.length) })),
  )
  const [typed, setTyped] = useState('')
  const toast = useToast()
  const byPath = new Map(pages.map((route) => [route.path ?? '', route]))
  const { q, records, isSearching, find } = useFoundRecords([...byPath.keys()], (error) =>
    toast.failure(error, t('failed')),
  )
  return (
    <Spotlight
      store={store}
      query={typed}
      onQueryChange={(query) => {
        setTyped(query)
        find(query)
      }}
      shortcut={null}
      onSpotlightClose={onClose}
      nothingFound={isSearching ? t('searching') : t('nothing')}
      scrollable
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': t('label') } }}
      classNames={{ search: classes.typed }}
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} aria-hidden="true" />,
        placeholder: t('placeholder'),
        'aria-label': t('label'),
      }}
      actions={[
        {
          group: t('pages'),
          actions: pages.map((route) => ({
            id: `page-${route.id}`,
            label: titleOf(locale, route),
            // Found by either of its names, whatever the language of the page.
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
              // The server found it, perhaps by what is not shown here.
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
            label: t('create', { what: isNamed(resource) ? t(`records.${resource}`) : titleOf(locale, route) }),
            keywords: [code, route.title, route.title_en],
            leftSection: <IconPlus size={18} stroke={1.6} aria-hidden="true" />,
            onClick: go(newRecord(route.path ?? '', resource)),
          })),
        },
      ]}
    />
  )
}
