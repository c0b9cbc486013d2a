import { expect, test } from 'vitest'
import { daysOf, parametersOf, rangeIn } from './start-ranges'

test.each([
  ['today', '2026-03-01', { from: '2026-03-01', to: '2026-03-02' }],
  ['yesterday', '2026-03-01', { from: '2026-02-28', to: '2026-03-01' }],
  ['7', '2026-03-03', { from: '2026-02-25', to: '2026-03-04' }],
  ['30', '2024-03-01', { from: '2024-02-01', to: '2024-03-02' }],
  ['90', '2026-12-31', { from: '2026-10-03', to: '2027-01-01' }],
  ['year', '2026-11-30', { from: '2025-12-01', to: '2026-12-01' }],
  ['year', '2026-12-31', { from: '2026-01-01', to: '2027-01-01' }],
] as const)('%s on %s', (range, today, days) => {
  expect(daysOf(range, today)).toEqual(days)
})

test('custom days are read from the URL if they are a valid range', () => {
  const own = { from: '2026-11-01', to: '2026-11-15' }
  expect(rangeIn({ ...own, range: '7' })).toEqual(own)
  expect(daysOf(rangeIn(own), '2026-12-31')).toEqual(own)
  expect(rangeIn({ from: '2026-11-15', to: '2026-11-15' })).toBe('30')
  expect(rangeIn({ from: 'yesterday', to: '2026-11-15', range: '7' })).toBe('7')
  expect(rangeIn({ range: 'century' })).toBe('30')
})

test.each(['today', '30', { from: '2026-11-01', to: '2026-11-15' }] as const)('a URL preserves %o', (shown) => {
  expect(rangeIn(parametersOf(shown))).toEqual(shown)
})
