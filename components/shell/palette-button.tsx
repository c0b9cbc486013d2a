'use client'

import { Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys, useMounted, useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import classes from './admin.module.css'

// Lazy-loaded when it is first opened.
const CommandPalette = dynamic(() => import('./command-palette'), { ssr: false })

/** Opens the command palette; so does Ctrl/⌘+K. */
export function PaletteButton() {
  const t = useTranslations('admin')
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const os = useOs()
  const isMac = useMounted() && os === 'macos'
  const open = () => {
    setWasOpened(true)
    setOpen(true)
  }
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <UnstyledButton className={classes.palette} onClick={open}>
        <IconSearch size={16} stroke={1.8} aria-hidden="true" />
        <span>{t('palette.label')}</span>
        <Kbd size="xs">{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>
      </UnstyledButton>
      {wasOpened && <CommandPalette isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
