'use client'

import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Entry, useDictionary } from '../shell/office-context'
import classes from './tag.module.css'

/** How an entry may look, by the colours of the theme. */
const colours: Record<Entry['style'], string> = {
  default: 'gray',
  primary: 'accent',
  success: 'green',
  info: 'blue',
  warning: 'orange',
  danger: 'red',
}

/** A word with a colour. The colour only repeats what the word says. */
export function Tag({ style, children }: { style: Entry['style']; children: ReactNode }) {
  return (
    <Badge variant="light" radius="sm" color={colours[style]} className={classes.tag} data-style={style}>
      {children}
    </Badge>
  )
}

/** The entry of a dictionary for this value, as its tag; the value itself where there is none. */
export function DictionaryTag({ type, value }: { type: string; value: string }) {
  const entry = useDictionary(type).find((one) => one.value === value)
  return <Tag style={entry?.style ?? 'default'}>{entry?.label ?? value}</Tag>
}

/** What a select offers of a dictionary: what is in use, and what is chosen already. */
export function useDictionaryOptions(type: string, chosen?: string): { value: string; label: string }[] {
  return useDictionary(type).filter(({ is_disabled, value }) => !is_disabled || value === chosen)
}
