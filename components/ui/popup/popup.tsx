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
  /** The width in pixels; by default, the width of the content. */
  width?: number | undefined
  className?: string | undefined
  /** Whether the button gets the focus when the popup closes; true by default. */
  returnFocus?: boolean
  children: ReactNode
}

/** A dialog beside the button that opens it. The focus stays inside until the dialog closes. */
export function Popup(props: DialogProps) {
  return useWasOpened(props.popup.isOpen) && <PopupDialog {...props} />
}

/** An entry of a menu: a link or an action. */
export interface MenuEntry {
  key: string
  label: string
  href?: string
  /**
   * `tab`: the link opens a new tab. `download`: the link downloads a file. By default, the link opens in the same tab.
   */
  as?: 'tab' | 'download'
  danger?: boolean | undefined
  onSelect?: () => void
}

export interface ListProps {
  popup: PopupProps
  position: FloatingPosition
  entries: readonly MenuEntry[]
}

/** A menu beside the button that opens it. */
export function PopupMenu(props: ListProps) {
  return useWasOpened(props.popup.isOpen) && <PopupList {...props} />
}
