import type { z } from 'zod'
import { TopQuery } from '@/lib/dashboard/schema'

/** `to`: the day after the last one. */
export type Days = Pick<z.output<typeof TopQuery>, 'from' | 'to'>

/** All except `yesterday` and `last_month` end with today. */
export const ranges = ['today', 'yesterday', '7', '30', '90', 'month', 'last_month', 'quarter', 'year'] as const
export type Range = (typeof ranges)[number]

const usualRange: Range = '30'

/** Named, or from the calendar. */
export type Shown = Range | Days

/** From the URL parameters; the default range if invalid. */
export function rangeIn({ range, from, to }: Record<string, unknown>): Shown {
  const own = TopQuery.safeParse({ from, to, by: 'pieces' })
  if (own.success) return { from: own.data.from, to: own.data.to }
  return ranges.find((one) => one === range) ?? usualRange
}

/** Empty for the default range. */
export const parametersOf = (shown: Shown): Record<string, string> => {
  if (typeof shown !== 'string') return { ...shown }
  return shown === usualRange ? {} : { range: shown }
}

/** `day`: such as `2026-11-20`. `days` may be negative. */
export function dayAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** The first day of the month, `months` before that of `day`. */
function monthBefore(day: string, months: number): string {
  const moment = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  moment.setUTCMonth(moment.getUTCMonth() - months)
  return moment.toISOString().slice(0, 10)
}

const days = { today: 1, '7': 7, '30': 30, '90': 90 } as const

/** Calendar `month`, `last_month` and `quarter`; `year`: this month and the eleven before. */
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
