'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import classes from './chart.module.css'

interface ChartValue {
  /** In the tooltip. */
  hint: string
  /** From 0 to 1. */
  height: number
}

interface ValuesProps {
  /** Points without a known value follow after these. */
  values: readonly ChartValue[]
  count: number
}

/** Under the mouse or the finger, or selected with the arrow keys. */
export function Values({ values, count }: ValuesProps) {
  const t = useTranslations('chart')
  const [at, setAt] = useState<number>()
  const last = values.length - 1
  if (last < 0) return null
  const shown = at === undefined ? undefined : values[at]
  const within = (point: number) => Math.min(Math.max(point, 0), last)
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(within(Math.floor(((clientX - left) / width) * count)))
  }
  const move = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: (at ?? last) - 1,
      ArrowDown: (at ?? last) - 1,
      ArrowRight: (at ?? last) + 1,
      ArrowUp: (at ?? last) + 1,
      Home: 0,
      End: last,
    }[event.key]
    if (event.key === 'Escape') setAt(undefined)
    if (next === undefined) return
    event.preventDefault()
    setAt(within(next))
  }
  const chosen = at ?? last
  const x = `${((chosen + 0.5) / count) * 100}%`
  return (
    <div
      className={classes.values}
      role="slider"
      tabIndex={0}
      aria-label={t('values')}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={chosen}
      aria-valuetext={values[chosen]?.hint}
      onPointerDown={point}
      onPointerMove={point}
      // A lifted finger keeps the value visible.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setAt(undefined)}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setAt(chosen)}
      onBlur={() => setAt(undefined)}
      onKeyDown={move}
    >
      {shown && (
        <>
          <span className={classes.marker} style={{ left: x }} />
          <span className={classes.dot} style={{ left: x, bottom: `${shown.height * 100}%` }} />
          <span className={classes.value} data-side={chosen < count / 2 ? 'right' : 'left'} style={{ left: x }}>
            {shown.hint}
          </span>
        </>
      )}
    </div>
  )
}
