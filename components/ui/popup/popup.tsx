'use client'

import type { FloatingPosition } from '@mantine/core'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { useWasOpened } from '@/components/ui/use-was-opened'
import { load } from './load'
import type { PopupProps } from './use-popup'

const PopupDialog = dynamic(load.dialog, { ssr: false })
const PopupList = dynamic(load.menu, { ssr: false })

export interface DialogProps {
  popup: PopupProps
  label: string
  position: FloatingPosition
  padding?: number | string | undefined
  /** In pixels; by default as wide as its content. */
  width?: number | undefined
  className?: string | undefined
  /** Whether the button gets the focus when the popup closes; by default yes. */
  returnFocus?: boolean
  children: ReactNode
}

/** The content that a button opens beside it; it keeps the focus until it closes. */
export function Popup(props: DialogProps) {
  return useWasOpened(props.popup.isOpen) && <PopupDialog {...props} />
}

/** An entry of a menu: a link or an action. */
export interface MenuEntry {
  key: string
  label: string
  href?: string
  /** Whether the link opens a tab, or downloads a file. */
  as?: 'tab' | 'download'
  danger?: boolean | undefined
  onSelect?: () => void
}

export interface ListProps {
  popup: PopupProps
  position: FloatingPosition
  entries: readonly MenuEntry[]
}

/** The menu of a button. */
export function PopupMenu(props: ListProps) {
  return useWasOpened(props.popup.isOpen) && <PopupList {...props} />
}
