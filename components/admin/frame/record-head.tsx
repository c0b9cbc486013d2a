import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { BackIcon } from './back-link'
import classes from './record-page.module.css'

interface RecordHeadProps {
  /** The name and the URL of the list that contains the record. The head links back to this list. */
  list: { href: string; name: string }
  title: string
  /** Tags for the state of the record, such as its status. */
  tags?: ReactNode
  /** The buttons for actions on the record. */
  children?: ReactNode
}

/**
 * The head of a record's page: the link back to the list, and the name, tags and actions of the record. Replaces the
 * title of the page.
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
 * The sections of a record's page in two columns. `side`: the content of the narrower second column, which is below the
 * first column on small screens.
 */
export function RecordColumns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{children}</div>
      <div className={classes.column}>{side}</div>
    </div>
  )
}
