'use client'

import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import { isNewTabClick } from '@/components/admin/resource-form/record-link'
import { useRead } from '@/components/ui/use-read'
import type { Tabs } from './declaration'
import classes from './resource-table.module.css'
import type { TableState } from './state'

/** The server counts no further. */
const cap = 1_000

interface TableTabsProps {
  tabs: Tabs
  state: TableState
  /** When the page changes, the counts are read again. */
  page: object
  labelOf: (value: string) => string
}

/** Keeps the filters, and returns to the first page and the default order. */
export function TableTabs({ tabs, state, page, labelOf }: TableTabsProps) {
  const t = useTranslations('table')
  const format = useFormatter()
  const query = useSearchParams()
  const { value: counts } = useRead(tabs.readCounts, page)
  const textOf = (count: number | undefined) =>
    count !== undefined && (count < cap ? format.number(count) : t('countCapped', { count: cap }))
  const hrefOf = (value: string) => {
    const next = new URLSearchParams(query)
    for (const name of ['page', 'cursor', 'sort', tabs.name]) next.delete(name)
    if (value) next.set(tabs.name, value)
    return `?${next}`
  }
  return (
    <nav className={classes.tabs} aria-label={tabs.label}>
      {['', ...tabs.values].map((value) => (
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
          {labelOf(value)}
          {tabs.readCounts && value !== '' && <span className={classes.count}>{textOf(counts?.[value])}</span>}
        </Link>
      ))}
    </nav>
  )
}
