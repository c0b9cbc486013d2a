import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { BackIcon } from './back-link'
import classes from './record-page.module.css'

interface RecordHeadProps {
  /** The list that contains the record. */
  list: { href: string; name: string }
  title: string
  /** Such as the status. */
  tags?: ReactNode
  children?: ReactNode
}

/** Replaces the title of the page. */
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

/** `side`: the narrower column, below the first one on small screens. */
export function RecordColumns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{children}</div>
      <div className={classes.column}>{side}</div>
    </div>
  )
}
