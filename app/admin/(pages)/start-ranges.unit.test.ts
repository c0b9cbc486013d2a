import { expect, test } from 'vitest'
import { daysOf } from './start-ranges'

test.each([
  ['today', '2026-03-01', { from: '2026-03-01', to: '2026-03-02' }],
  ['7', '2026-03-03', { from: '2026-02-25', to: '2026-03-04' }],
  ['30', '2024-03-01', { from: '2024-02-01', to: '2024-03-02' }],
  ['90', '2026-12-31', { from: '2026-10-03', to: '2027-01-01' }],
  ['year', '2026-11-30', { from: '2025-12-01', to: '2026-12-01' }],
  ['year', '2026-12-31', { from: '2026-01-01', to: '2027-01-01' }],
] as const)('%s on %s', (range, today, days) => {
  expect(daysOf(range, today)).toEqual(days)
})
