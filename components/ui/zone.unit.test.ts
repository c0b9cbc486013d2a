import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dayOf, endOfDay, localOf, momentOf, startOfDay } from './zone'

describe('days of a time zone', () => {
  test.each([
    ['2026-11-20', 'Asia/Shanghai', '2026-11-19T16:00:00.000Z', '2026-11-20T16:00:00.000Z'],
    ['2026-12-31', 'Asia/Shanghai', '2026-12-30T16:00:00.000Z', '2026-12-31T16:00:00.000Z'],
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    // Daylight saving time begins on this day: it has 23 hours.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    // Daylight saving time begins at midnight: the day begins at 01:00.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ])('%s in %s', (day, zone, from, until) => {
    expect([startOfDay(day, zone), endOfDay(day, zone)]).toEqual([from, until])
    expect(dayOf(from, zone)).toBe(day)
    expect(dayOf(new Date(Date.parse(until) - 1).toISOString(), zone)).toBe(day)
  })
})

describe('times of a time zone', () => {
  // In the browser's time zone, 02:00 to 03:00 does not exist on 2026-03-08.
  beforeEach(() => {
    vi.stubEnv('TZ', 'America/New_York')
    expect(new Date('2026-03-08T12:00:00Z').getHours()).toBe(8)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test.each([
    ['2026-11-20 09:30', 'Asia/Shanghai', '2026-11-20T01:30:00.000Z'],
    ['2026-11-20 09:30', 'UTC', '2026-11-20T09:30:00.000Z'],
    ['2026-07-01 00:00', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
    ['2026-03-08 02:30', 'Asia/Shanghai', '2026-03-07T18:30:00.000Z'],
  ])('%s in %s', (local, zone, moment) => {
    expect(momentOf(local, zone)).toBe(moment)
    expect(localOf(moment, zone)).toBe(local)
  })

  test('invalid times are refused', () => {
    expect(() => momentOf('soon', 'UTC')).toThrow(RangeError)
  })
})
