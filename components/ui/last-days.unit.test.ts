import { expect, test } from 'vitest'
import { countOfLastDays, isRelative, lastDays, resolveRelative } from '@/lib/kit/last-days'
import { dayOf, startOfDay } from './zone'

const dayMs = 86_400_000

test('the last days begin at a midnight of the zone, also where clocks are changed', () => {
  for (const zone of ['Asia/Shanghai', 'America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland'])
    for (const day of ['2026-01-01', '2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-11-25'])
      for (const hour of [0, 1, 2, 7, 16, 23])
        for (const count of [1, 7, 30]) {
          const now = Date.parse(`${day}T${String(hour).padStart(2, '0')}:30:00Z`)
          const today = dayOf(new Date(now).toISOString(), zone)
          const first = new Date(Date.parse(`${today}T00:00:00Z`) - (count - 1) * dayMs).toISOString().slice(0, 10)
          expect(resolveRelative(lastDays(count), zone, now), `${zone} ${day} ${hour}`).toBe(startOfDay(first, zone))
        }
})

test('months begin at the midnight of their first day, also in another year', () => {
  const at = (text: string, now: string, zone = 'Asia/Shanghai') => resolveRelative(text, zone, Date.parse(now))
  expect(at('0m', '2026-11-25T03:00:00Z')).toBe(startOfDay('2026-11-01', 'Asia/Shanghai'))
  expect(at('1m', '2026-11-25T03:00:00Z')).toBe(startOfDay('2026-10-01', 'Asia/Shanghai'))
  // In Shanghai it is already the first day of January.
  expect(at('0m', '2025-12-31T17:00:00Z')).toBe(startOfDay('2026-01-01', 'Asia/Shanghai'))
  expect(at('1m', '2025-12-31T17:00:00Z')).toBe(startOfDay('2025-12-01', 'Asia/Shanghai'))
  expect(at('1m', '2026-03-31T22:30:00Z', 'Europe/Berlin')).toBe(startOfDay('2026-03-01', 'Europe/Berlin'))
})

test('anything else stays as it is', () => {
  for (const text of ['', '0d', 'm', '100m', '-1m', '7', 'd', '7 d', '1000d', '2026-11-25T00:00:00.000Z']) {
    expect(countOfLastDays(text)).toBeUndefined()
    expect(isRelative(text)).toBe(false)
    expect(resolveRelative(text, 'UTC')).toBe(text)
  }
})
