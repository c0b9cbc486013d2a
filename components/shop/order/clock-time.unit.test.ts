import { expect, test } from 'vitest'
import { clockTime } from './clock-time'

test.each([
  [0, '00:00'],
  [59, '00:59'],
  [2_652, '44:12'],
  [3_600, '1:00:00'],
  [86_399, '23:59:59'],
])('%i seconds are %s', (seconds, text) => {
  expect(clockTime(seconds)).toBe(text)
})
