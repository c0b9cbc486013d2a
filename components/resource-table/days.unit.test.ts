import { describe, expect, test } from 'vitest'
import { dayOf, endOf, startOf } from './days'

describe('days of a time zone', () => {
  test.each([
    ['2026-11-20', 'Asia/Shanghai', '2026-11-19T16:00:00.000Z', '2026-11-20T16:00:00.000Z'],
    ['2026-12-31', 'Asia/Shanghai', '2026-12-30T16:00:00.000Z', '2026-12-31T16:00:00.000Z'],
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    // Clocks go forward on this day: it has 23 hours.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ])('%s in %s', (day, zone, from, until) => {
    expect([startOf(day, zone), endOf(day, zone)]).toEqual([from, until])
    expect(dayOf(from, zone)).toBe(day)
    expect(dayOf(new Date(Date.parse(until) - 1).toISOString(), zone)).toBe(day)
  })
})
