import type { z } from 'zod'
import { TopQuery } from '@/lib/dashboard/schema'

/** The first day of a range of days, and the day after its last day. */
export type Days = Pick<z.output<typeof TopQuery>, 'from' | 'to'>

/** The ranges of days that the start page offers. All except `yesterday` and `last_month` end with today. */
export const ranges = ['today', 'yesterday', '7', '30', '90', 'month', 'last_month', 'quarter', 'year'] as const
export type Range = (typeof ranges)[number]

const usualRange: Range = '30'

/** The chosen range: a named range, or the two days of a range from the calendar. */
export type Shown = Range | Days

/**
 * Reads the range of days from the URL parameters. Returns the default range if the parameters contain no valid range.
 */
export function rangeIn({ range, from, to }: Record<string, unknown>): Shown {
  const own = TopQuery.safeParse({ from, to, by: 'pieces' })
  if (own.success) return { from: own.data.from, to: own.data.to }
  return ranges.find((one) => one === range) ?? usualRange
}

/** Returns the URL parameters of a range of days. Empty for the default range. */
export const parametersOf = (shown: Shown): Record<string, string> => {
  if (typeof shown !== 'string') return { ...shown }
  return shown === usualRange ? {} : { range: shown }
}

/** Adds days to a day such as `2026-11-20`. `days` may be negative. */
export function dayAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** Returns the first day of a month. `months`: the number of months before the month of `day`. */
function monthBefore(day: string, months: number): string {
  const moment = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  moment.setUTCMonth(moment.getUTCMonth() - months)
  return moment.toISOString().slice(0, 10)
}

const days = { today: 1, '7': 7, '30': 30, '90': 90 } as const

/**
 * Returns the first day of a range, and the day after the last day. `month`, `last_month` and `quarter` follow the
 * calendar. `year` is this month and the eleven months before.
 */
export function daysOf(range: Shown, today: string): Days {
  if (typeof range !== 'string') return range
  const to = dayAfter(today, 1)
  switch (range) {
    case 'yesterday':
      return { from: dayAfter(today, -1), to: today }
    case 'month':
      return { from: monthBefore(today, 0), to }
    case 'last_month':
      return { from: monthBefore(today, 1), to: monthBefore(today, 0) }
    case 'quarter':
      return { from: monthBefore(today, (Number(today.slice(5, 7)) - 1) % 3), to }
    case 'year':
      return { from: monthBefore(today, 11), to }
    default:
      return { from: dayAfter(today, 1 - days[range]), to }
  }
}
