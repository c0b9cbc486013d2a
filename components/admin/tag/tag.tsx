'use client'

import type { ReactNode } from 'react'
import { useDictionary } from '@/components/admin/frame/admin-context'
import type { Entry } from '@/lib/server/admin/admin'
import classes from './tag.module.css'

interface TagProps {
  style: Entry['style']
  children: ReactNode
  /** The dictionary of the labels, marked for the browser tests. */
  dictionary?: string
}

/** A colored label. The color only repeats the text. A long text is wrapped, never cut. */
export function Tag({ style, children, dictionary }: TagProps) {
  return (
    <span className={classes.tag} data-style={style} data-dictionary={dictionary}>
      {children}
    </span>
  )
}

/** Several tags, wrapped onto as many lines as they need. */
export function Tags({ children, title }: { children: ReactNode; title?: string | undefined }) {
  return (
    <span className={classes.tags} title={title}>
      {children}
    </span>
  )
}

/** The dictionary entry for this value as a tag; the value itself if there is none. */
export function DictionaryTag({ type, value }: { type: string; value: string }) {
  const entry = useDictionary(type).find((one) => one.value === value)
  return (
    <Tag style={entry?.style ?? 'default'} dictionary={type}>
      {entry?.label ?? value}
    </Tag>
  )
}
