import type { ReactNode } from 'react'
import classes from './sticky-bar.module.css'

interface StickyBarProps {
  /** Whether the bar is above the tab bar. */
  isAboveTabs?: boolean
  children: ReactNode
}

/** The main action of a screen, always within reach at the bottom of the phone. */
export function StickyBar({ isAboveTabs, children }: StickyBarProps) {
  return (
    <div className={classes.bar} data-sticky-bar data-above-tabs={isAboveTabs || undefined}>
      {children}
    </div>
  )
}
