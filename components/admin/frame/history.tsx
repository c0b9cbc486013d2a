'use client'

import { Timeline } from '@mantine/core'
import type { ReactNode } from 'react'
import { Moment } from '@/components/ui/moment'
import classes from './record-page.module.css'

export interface HistoryEntry {
  key: string
  title: string
  /** Below the title. */
  detail: ReactNode
  actor: string
  at: string
}

export function History({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <Timeline bulletSize={12} lineWidth={2} className={classes.history}>
      {entries.map(({ key, title, detail, actor, at }) => (
        <Timeline.Item key={key} title={title}>
          {detail && <span className={classes.detail}>{detail}</span>}
          <small className={classes.by}>
            {actor} · <Moment at={at} exact />
          </small>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}
