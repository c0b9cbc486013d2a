'use client'

import { useFormatter, useTranslations } from 'next-intl'
import classes from './banner.module.css'
import { percentOf, scaleOf, stateAt, type WindowedItem } from './windows'

interface TimeLineProps {
  items: readonly WindowedItem[]
  /** In milliseconds since 1970. */
  moment: number
}

export function TimeLine({ items, moment }: TimeLineProps) {
  const t = useTranslations('banner.timeLine')
  const format = useFormatter()
  const scale = scaleOf(items, moment)
  const precisely = (at: number) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  const windowOf = ({ from, until }: WindowedItem) => {
    if (Number.isFinite(from) && Number.isFinite(until))
      return t('between', { from: precisely(from), until: precisely(until) })
    if (Number.isFinite(from)) return t('from', { from: precisely(from) })
    return Number.isFinite(until) ? t('until', { until: precisely(until) }) : t('always')
  }
  return (
    <ol className={classes.timeLine} aria-label={t('title')}>
      {items.map((item) => {
        const state = stateAt(item, moment)
        const [left, right] = [percentOf(item.from, scale), percentOf(item.until, scale)]
        return (
          <li key={item.place}>
            <span className={classes.itemName}>{item.title || t('untitled', { place: item.place })}</span>
            <span className={classes.itemState}>
              {t(`states.${state}`)} · {windowOf(item)}
            </span>
            <span className={classes.track} aria-hidden="true">
              <span
                className={classes.window}
                data-state={state}
                style={{ left: `${left}%`, width: `${Math.max(0, right - left)}%` }}
              />
              <span className={classes.moment} style={{ left: `${percentOf(moment, scale)}%` }} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}
