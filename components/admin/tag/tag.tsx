'use client'

import type { ReactNode } from 'react'
import { useDictionary } from '@/components/admin/frame/admin-context'
import type { Entry } from '@/lib/server/admin/admin'
import classes from './tag.module.css'

interface TagProps {
  style: Entry['style']
  children: ReactNode
  /** The dictionary whose labels it shows. */
  dictionary?: string
}

/** A colored label. The color only repeats what the text says. A text that is too long is broken into lines, never cut. */
export function Tag({ style, children, dictionary }: TagProps) {
  return (
    <span className={classes.tag} data-style={style} data-dictionary={dictionary}>
      {children}
    </span>
  )
}

/** Several tags of one thing, on as many lines as they need. */
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
