import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { RecordCrumb } from './record-crumb'
import classes from './record-page.module.css'

interface RecordHeadProps {
  title: string
  /** What it is now, such as its status. */
  tags: ReactNode
  /** The buttons of what can be done with it. */
  children: ReactNode
}

/** The head of the page of a record. */
export function RecordHead({ title, tags, children }: RecordHeadProps) {
  return (
    <div className={classes.head}>
      <RecordCrumb name={title} />
      <div>
        <Title order={2} size="h4" className={classes.title}>
          {title}
        </Title>
        <div className={classes.tags}>{tags}</div>
      </div>
      <div className={classes.commands}>{children}</div>
    </div>
  )
}

/** The sections of the page of a record in two columns, of which the second is narrower; on small screens below the first. */
export function RecordColumns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{children}</div>
      <div className={classes.column}>{side}</div>
    </div>
  )
}
