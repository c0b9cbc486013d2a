'use client'

import type { ReactNode } from 'react'
import { useDictionary } from '@/components/admin/frame/admin-context'
import type { Entry } from '@/lib/server/admin/admin'
import classes from './tag.module.css'

interface TagProps {
  style: Entry['style']
  children: ReactNode
  /** Written into the HTML for browser tests. */
  dictionary?: string
}

/** The color adds no information. A long text is wrapped, never cut off. */
export function Tag({ style, children, dictionary }: TagProps) {
  return (
    <span className={classes.tag} data-style={style} data-dictionary={dictionary}>
      {children}
    </span>
  )
}

export function Tags({ children, title }: { children: ReactNode; title?: string | undefined }) {
  return (
    <span className={classes.tags} title={title}>
      {children}
    </span>
  )
}

/** Of a record, as staff have written them. */
export const Labels = ({ tags }: { tags: readonly string[] }) => (
  <Tags>
    {tags.map((tag) => (
      <Tag key={tag} style="default">
        {tag}
      </Tag>
    ))}
  </Tags>
)

/** Without an entry, shows the value. */
export function DictionaryTag({ type, value }: { type: string; value: string }) {
  const entry = useDictionary(type).find((one) => one.value === value)
  return (
    <Tag style={entry?.style ?? 'default'} dictionary={type}>
      {entry?.label ?? value}
    </Tag>
  )
}
