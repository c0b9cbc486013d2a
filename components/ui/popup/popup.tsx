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
  /** In pixels; by default, of the content. */
  width?: number | undefined
  className?: string | undefined
  /** When the popup closes; true by default. */
  returnFocus?: boolean
  children: ReactNode
}

/** The focus stays inside until the dialog closes. */
export function Popup(props: DialogProps) {
  return useWasOpened(props.popup.isOpen) && <PopupDialog {...props} />
}

export interface MenuEntry {
  key: string
  label: string
  href?: string
  as?: 'tab' | 'download'
  danger?: boolean | undefined
  onSelect?: () => void
}

export interface ListProps {
  popup: PopupProps
  position: FloatingPosition
  entries: readonly MenuEntry[]
}

export function PopupMenu(props: ListProps) {
  return useWasOpened(props.popup.isOpen) && <PopupList {...props} />
}
