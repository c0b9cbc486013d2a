'use client'

import type { ReactNode } from 'react'
import { useDictionary } from '@/components/admin/frame/admin-context'
import type { Entry } from '@/lib/server/admin/admin'
import classes from './tag.module.css'

interface TagProps {
  style: Entry['style']
  children: ReactNode
  /** The name of the dictionary that contains the label. Written into the HTML for browser tests. */
  dictionary?: string
}

/** A colored label. The color adds no information to the text. A long text is wrapped, never cut off. */
export function Tag({ style, children, dictionary }: TagProps) {
  return (
    <span className={classes.tag} data-style={style} data-dictionary={dictionary}>
      {children}
    </span>
  )
}

/** A row of tags that wraps onto several lines. */
export function Tags({ children, title }: { children: ReactNode; title?: string | undefined }) {
  return (
    <span className={classes.tags} title={title}>
      {children}
    </span>
  )
}

/** A value as a tag with the label and color of its dictionary entry. Without an entry, shows the value. */
export function DictionaryTag({ type, value }: { type: string; value: string }) {
  const entry = useDictionary(type).find((one) => one.value === value)
  return (
    <Tag style={entry?.style ?? 'default'} dictionary={type}>
      {entry?.label ?? value}
    </Tag>
  )
}
