import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { BackIcon } from './back-link'
import classes from './record-page.module.css'

interface RecordHeadProps {
  /** The list of the record. */
  list: { href: string; name: string }
  title: string
  /** Its state, such as its status. */
  tags?: ReactNode
  /** The buttons of its actions. */
  children?: ReactNode
}

/**
 * The head of the page of a record, in one line if there is room: the link back, its name, its state, its actions. The
 * page has no other title.
 */
export function RecordHead({ list, title, tags, children }: RecordHeadProps) {
  return (
    <div className={classes.head}>
      <BackIcon href={list.href}>{list.name}</BackIcon>
      <Title order={1} size="h4" className={classes.title}>
        {title}
      </Title>
      {tags && <div className={classes.tags}>{tags}</div>}
      {children && <div className={classes.commands}>{children}</div>}
    </div>
  )
}

/**
 * The sections of the page of a record in two columns, of which the second is narrower; on small screens it is below
 * the first.
 */
export function RecordColumns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{children}</div>
      <div className={classes.column}>{side}</div>
    </div>
  )
}
