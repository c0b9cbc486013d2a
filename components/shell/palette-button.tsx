'use client'

import { Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys, useMounted, useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import classes from './office.module.css'

// Loaded when it is first asked for.
const CommandPalette = dynamic(() => import('./command-palette'), { ssr: false })

/** Opens the palette, as Ctrl/⌘+K does from anywhere. */
export function PaletteButton() {
  const t = useTranslations('office')
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const os = useOs()
  const isMac = useMounted() && os === 'macos'
  const open = () => {
    setWanted(true)
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
      {isWanted && <CommandPalette isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
