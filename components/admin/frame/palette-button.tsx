'use client'

import { Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys, useMounted, useOs, useWindowEvent } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { HydratedLater } from '@/components/ui/hydrated-later'
import { flatten } from '@/lib/menu/routes'
import classes from './admin.module.css'
import { useAdmin } from './admin-context'
import { addRecent, readRecents } from './recents'

const CommandPalette = dynamic(() => import('./command-palette'), { ssr: false })
const ShortcutsDialog = dynamic(() => import('./shortcuts-dialog'), { ssr: false })

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

export function PaletteButton() {
  const t = useTranslations('admin')
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const [showsShortcuts, setShowsShortcuts] = useState(false)
  const toggle = () => {
    setWasOpened(true)
    setOpen((before) => !before)
  }
  useHotkeys([['mod+K', toggle]], [])
  useWindowEvent('keydown', (event) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    event.preventDefault()
    setShowsShortcuts(true)
  })
  useRememberedPages()
  return (
    <>
      <UnstyledButton className={classes.palette} onClick={toggle}>
        <IconSearch size={16} stroke={1.8} aria-hidden="true" />
        <span>{t('palette.label')}</span>
        <HydratedLater>
          <Keys />
        </HydratedLater>
      </UnstyledButton>
      {wasOpened && (
        <CommandPalette isOpen={isOpen} onClose={() => setOpen(false)} onShortcuts={() => setShowsShortcuts(true)} />
      )}
      {showsShortcuts && <ShortcutsDialog onClose={() => setShowsShortcuts(false)} />}
    </>
  )
}

/** The server renders Ctrl K. */
function Keys() {
  const os = useOs()
  const isMac = useMounted() && os === 'macos'
  return <Kbd size="xs">{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>
}

/** For the suggestions of the palette. */
function useRememberedPages(): void {
  const { routes, user } = useAdmin()
  const path = usePathname()
  useEffect(() => {
    // The record that was just opened on this page stays first.
    const isOfLast = readRecents(user.id)[0]?.source === path
    if (!isOfLast && flatten(routes).some((route) => route.path === path)) addRecent(user.id, { path })
  }, [routes, user.id, path])
}
