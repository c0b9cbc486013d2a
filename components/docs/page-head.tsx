import type { ReactNode } from 'react'
import classes from './api-reference.module.css'

interface PageHeadProps {
  /** A link to the parent page. */
  within?: ReactNode
  title: string
  lead: ReactNode
  children?: ReactNode
}

export function PageHead({ within, title, lead, children }: PageHeadProps) {
  return (
    <header className={classes.head}>
      {within && <p className={classes.within}>{within}</p>}
      <h1>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {children && <p className={classes.facts}>{children}</p>}
    </header>
  )
}
