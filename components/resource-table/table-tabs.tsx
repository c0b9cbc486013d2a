'use client'

import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import type { MouseEvent } from 'react'
import { isNewTabClick } from '../resource-form/record-link'
import type { Tabs } from './declaration'
import classes from './resource-table.module.css'
import type { TableState } from './state'

interface TableTabsProps {
  tabs: Tabs
  state: TableState
}

/** The parts of a list, as links: each has its address. Changing the part keeps the filters. */
export function TableTabs({ tabs, state }: TableTabsProps) {
  const query = useSearchParams()
  const hrefOf = (value: string) => {
    const next = new URLSearchParams(query)
    for (const name of ['page', 'cursor', 'sort', tabs.name]) next.delete(name)
    if (value) next.set(tabs.name, value)
    return `?${next}`
  }
  return (
    <nav className={classes.tabs} aria-label={tabs.label}>
      {tabs.options.map(({ value, label, count }) => (
        <Link
          key={value}
          href={hrefOf(value)}
          prefetch={false}
          className={classes.tab}
          aria-current={state.tab === value ? 'page' : undefined}
          onClick={(event: MouseEvent) => {
            if (isNewTabClick(event)) return
            event.preventDefault()
            void state.openTab(value)
          }}
        >
          {label}
          {count !== undefined && <span className={classes.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
