import type { ReactNode } from 'react'
import classes from './api-reference.module.css'

interface PageHeadProps {
  /** A link to the parent page. */
  within?: ReactNode
  title: string
  lead: ReactNode
  /** Content below the lead, such as the version and links. */
  children?: ReactNode
}

/** The head of a page of the API reference: the title, a lead, and a line below the lead. */
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
