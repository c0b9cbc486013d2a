/** The ranges of days that the start page offers, all of which end with today. */
export const ranges = ['today', '7', '30', '90', 'year'] as const
export type Range = (typeof ranges)[number]

export const usualRange: Range = '30'

/** The day that is so many days after another: `2026-11-20`. */
export function dayAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** The first day of the month that is so many months before that of a day. */
function monthBefore(day: string, months: number): string {
  const moment = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  moment.setUTCMonth(moment.getUTCMonth() - months)
  return moment.toISOString().slice(0, 10)
}

const days = { today: 1, '7': 7, '30': 30, '90': 90 } as const

/** The days of a range: the first one, and the day after the last one. A year is this month and the eleven before it. */
export const daysOf = (range: Range, today: string) => ({
  from: range === 'year' ? monthBefore(today, 11) : dayAfter(today, 1 - days[range]),
  to: dayAfter(today, 1),
})
