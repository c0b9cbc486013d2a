'use client'

import '@mantine/spotlight/styles.layer.css'
import { useMantineColorScheme } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSearch,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { usePathname, useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { startTransition, useEffect, useRef, useState } from 'react'
import { usePermissionNames } from '@/components/admin/permission-names'
import { leave } from '@/components/admin/resource-form/unsaved'
import { languageNames } from '@/components/ui/language-switch'
import { useToast } from '@/components/ui/toast'
import { locales } from '@/lib/kit/i18n/locale'
import { flatten, titleOf } from '@/lib/menu/routes'
import { recordPath } from '@/lib/server/admin/record-path'
import { wordsOfCommand, wordsOfPage } from '@/lib/server/admin/synonyms'
import { signOut } from '@/lib/server/next/browser-session'
import { chooseLanguage } from '@/lib/server/next/locale'
import { loginPath } from '@/lib/server/next/sign-in-paths'
import classes from './admin.module.css'
import { useAdmin } from './admin-context'
import { MenuIcon } from './menu-icon'
import { addRecent, type Recent, readRecents } from './recents'
import { useFoundRecords } from './use-found-records'

interface CommandPaletteProps {
  isOpen: boolean
  onClose: () => void
  onShortcuts: () => void
}

const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** Shows recently opened pages and records until the user types. */
export default function CommandPalette({ isOpen, onClose, onShortcuts }: CommandPaletteProps) {
  const t = useTranslations('admin.palette')
  const locale = useLocale()
  const router = useRouter()
  const path = usePathname()
  const { routes, user } = useAdmin()
  const [[store, { open, close }]] = useState(createSpotlight)
  useEffect(() => (isOpen ? open() : close()), [isOpen, open, close])
  const names = usePermissionNames()
  const go = (recent: Recent) => () =>
    leave(() => {
      addRecent(user.id, recent)
      router.push(recent.path)
    })
  const pages = flatten(routes).filter((route) => route.type === 'page' && route.path !== null)
  const creations = pages.flatMap((route) =>
    route.elements.flatMap((code) => {
      const [resource = '', verb] = code.split('.')
      const what = names.record(resource)
      return verb === 'create' && what !== undefined ? [{ code, route, resource, what }] : []
    }),
  )
  const commands = useCommands(onShortcuts)
  const [typed, setTyped] = useState('')
  const toast = useToast()
  const byPath = new Map(pages.map((route) => [route.path ?? '', route]))
  const { q, records, isSearching, find } = useFoundRecords([...byPath.keys()], (error) =>
    toast.failure(error, t('failed')),
  )
  const recents = readRecents(user.id).flatMap((recent) => {
    const route = byPath.get(recent.source ?? recent.path)
    // Only pages that the user may still open, except the current one.
    return route && recent.path !== path ? [{ recent, route }] : []
  })
  // Enter was pressed before the results arrived.
  const opensFirst = useRef(false)
  // The user has chosen a result with the arrow keys; later results do not change it.
  const hasMoved = useRef(false)
  const { listId } = useSpotlight(store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes the results chooses the first of them again
  useEffect(() => {
    const actions = [...(document.getElementById(listId)?.querySelectorAll<HTMLElement>('[data-action]') ?? [])]
    const chosen = actions.findIndex((action) => action.hasAttribute('data-selected'))
    const selected = hasMoved.current && chosen !== -1 ? chosen : 0
    for (const [at, action] of actions.entries()) action.toggleAttribute('data-selected', at === selected)
    store.updateState((state) => (state.selected === selected ? state : { ...state, selected }))
    if (opensFirst.current && actions[0]) {
      opensFirst.current = false
      actions[0].click()
    }
  }, [typed, records, listId, store])
  return (
    <Spotlight
      store={store}
      query={typed}
      onQueryChange={(query) => {
        opensFirst.current = false
        hasMoved.current = false
        setTyped(query)
        find(query)
      }}
      shortcut={null}
      onSpotlightClose={onClose}
      nothingFound={isSearching ? t('searching') : t('nothing')}
      scrollable
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      attributes={{ content: { 'aria-label': t('label') } }}
      classNames={{ search: classes.searchInput }}
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} aria-hidden="true" />,
        placeholder: t('placeholder'),
        'aria-label': t('label'),
        onKeyDown: ({ key, nativeEvent }) => {
          if (key === 'ArrowDown' || key === 'ArrowUp') hasMoved.current = true
          if (key !== 'Enter' || nativeEvent.isComposing) return
          const hasChosen = document.getElementById(listId)?.querySelector('[data-selected]')
          opensFirst.current = isSearching && !hasChosen
        },
      }}
      actions={[
        {
          group: t('recent'),
          actions: (typed === '' ? recents : []).map(({ recent, route }) => ({
            id: `recent-${recent.path}`,
            label: recent.label ?? titleOf(locale, route),
            description: recent.label === undefined ? undefined : titleOf(locale, route),
            leftSection: <MenuIcon name={route.icon} />,
            onClick: go(recent),
          })),
        },
        {
          group: t('pages'),
          actions: pages.map((route) => ({
            id: `page-${route.id}`,
            label: titleOf(locale, route),
            // Found by its name or its synonyms in either language.
            keywords: [route.title, route.title_en, route.name, ...wordsOfPage(route.name)],
            leftSection: <MenuIcon name={route.icon} />,
            onClick: go({ path: route.path ?? '' }),
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
              // The server matched it, possibly by a field that is not shown here.
              keywords: [q],
              leftSection: route && <MenuIcon name={route.icon} />,
              onClick: go({ path, label, source }),
            }
          }),
        },
        {
          group: t('actions'),
          actions: creations.map(({ code, route, resource, what }) => ({
            id: code,
            label: t('create', { what }),
            keywords: [code, route.title, route.title_en],
            leftSection: <IconPlus {...iconProps} />,
            onClick: () => leave(() => router.push(recordPath(resource, 'new'))),
          })),
        },
        {
          group: t('commands'),
          actions: commands,
        },
      ].filter(({ actions }) => actions.length > 0)}
    />
  )
}

function useCommands(onShortcuts: () => void) {
  const t = useTranslations('admin')
  const schemeText = useTranslations('shell.scheme')
  const signOutText = useTranslations('login.signOut')
  const locale = useLocale()
  const router = useRouter()
  const toast = useToast()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const schemes = [
    { scheme: 'light', Icon: IconSun },
    { scheme: 'dark', Icon: IconMoon },
    { scheme: 'auto', Icon: IconDeviceDesktop },
  ] as const
  const leaveForGood = async () => {
    if (await signOut()) window.location.replace(loginPath())
    else toast.failure(undefined, signOutText('failed'))
  }
  return [
    ...schemes
      .filter(({ scheme }) => scheme !== colorScheme)
      .map(({ scheme, Icon }) => ({
        id: `scheme-${scheme}`,
        label: t('palette.scheme', { scheme: schemeText(scheme) }),
        keywords: wordsOfCommand(scheme),
        leftSection: <Icon {...iconProps} />,
        onClick: () => setColorScheme(scheme),
      })),
    ...locales
      .filter((one) => one !== locale)
      .map((one) => ({
        id: `language-${one}`,
        label: t('palette.language', { language: languageNames[one] }),
        keywords: wordsOfCommand('language'),
        leftSection: <IconLanguage {...iconProps} />,
        onClick: () => startTransition(() => chooseLanguage(one)),
      })),
    {
      id: 'profile',
      label: t('account.profile'),
      keywords: wordsOfCommand('profile'),
      leftSection: <IconUserCircle {...iconProps} />,
      onClick: () => leave(() => router.push('/admin/profile')),
    },
    {
      id: 'shortcuts',
      label: t('shortcuts.title'),
      keywords: wordsOfCommand('shortcuts'),
      leftSection: <IconKeyboard {...iconProps} />,
      onClick: onShortcuts,
    },
    {
      id: 'sign-out',
      label: signOutText('label'),
      keywords: wordsOfCommand('sign_out'),
      leftSection: <IconLogout {...iconProps} />,
      onClick: () => leave(() => void leaveForGood()),
    },
  ]
}
