'use client'

import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Entry } from '@/lib/admin/admin'
import { useDictionary } from '../shell/admin-context'
import classes from './tag.module.css'

/** Theme colors by the style of a dictionary entry. */
const colours: Record<Entry['style'], string> = {
  default: 'gray',
  primary: 'accent',
  success: 'green',
  info: 'blue',
  warning: 'orange',
  danger: 'red',
}

/** A colored label. The color only repeats what the text says. */
export function Tag({ style, children }: { style: Entry['style']; children: ReactNode }) {
  return (
    <Badge variant="light" radius="sm" color={colours[style]} className={classes.tag} data-style={style}>
      {children}
    </Badge>
  )
}

/** The dictionary entry for this value as a tag; the value itself if there is none. */
export function DictionaryTag({ type, value }: { type: string; value: string }) {
  const entry = useDictionary(type).find((one) => one.value === value)
  return <Tag style={entry?.style ?? 'default'}>{entry?.label ?? value}</Tag>
}

/** The options of a select from a dictionary: all enabled entries, and the one that is already chosen. */
export function useDictionaryOptions(type: string, chosen?: string): { value: string; label: string }[] {
  return useDictionary(type).filter(({ is_disabled, value }) => !is_disabled || value === chosen)
}
