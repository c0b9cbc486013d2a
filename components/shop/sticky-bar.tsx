import type { ReactNode } from 'react'
import classes from './sticky-bar.module.css'

interface StickyBarProps {
  /** Above the bar of tabs. */
  isAboveTabs?: boolean
  children: ReactNode
}

/** What a screen is for, always within reach at the bottom of the phone. */
export function StickyBar({ isAboveTabs, children }: StickyBarProps) {
  return (
    <div className={classes.bar} data-sticky-bar data-above-tabs={isAboveTabs || undefined}>
      {children}
    </div>
  )
}
