import type { ReactNode } from 'react'
import classes from './api-reference.module.css'
import { Navigation } from './navigation'
import type { ReferenceSection, SentPlace } from './places'

interface ReferenceFrameProps {
  sections: ReferenceSection<SentPlace>[]
  children: ReactNode
}

export function ReferenceFrame({ sections, children }: ReferenceFrameProps) {
  return (
    <div className={classes.page}>
      <Navigation sections={sections} />
      <div className={classes.content}>{children}</div>
    </div>
  )
}
