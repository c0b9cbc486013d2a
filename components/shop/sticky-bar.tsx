import type { ReactNode } from 'react'
import classes from './sticky-bar.module.css'

interface StickyBarProps {
  isAboveTabs?: boolean
  children: ReactNode
}

export function StickyBar({ isAboveTabs, children }: StickyBarProps) {
  return (
    <div className={classes.bar} data-sticky-bar data-above-tabs={isAboveTabs || undefined}>
      {children}
    </div>
  )
}
