import type { ReactNode } from 'react'
import classes from './sticky-bar.module.css'

interface StickyBarProps {
  /** Whether the bar is above the tab bar. */
  isAboveTabs?: boolean
  children: ReactNode
}

/** A bar with the main action of a screen. It stays at the bottom of the phone. */
export function StickyBar({ isAboveTabs, children }: StickyBarProps) {
  return (
    <div className={classes.bar} data-sticky-bar data-above-tabs={isAboveTabs || undefined}>
      {children}
    </div>
  )
}
