import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closingAhead, closingNow, closingSetting, openAfter, openBefore, openBetween } from './closing'

const closing = { from: '2027-02-04T16:00:00.000Z', until: '2027-02-12T16:00:00.000Z', message: '春节休息' }
const at = (moment: string) => Date.parse(moment)

test.each([
  ['long before', '2026-11-20T00:00:00.000Z', false, true],
  ['just before it begins', '2027-02-04T15:59:59.999Z', false, true],
  ['when it begins', '2027-02-04T16:00:00.000Z', true, true],
  ['just before it ends', '2027-02-12T15:59:59.999Z', true, true],
  ['when it ends', '2027-02-12T16:00:00.000Z', false, false],
])('%s, the shop is closed or open, and the closing is told or over', (_, moment, isClosed, isTold) => {
  expect(closingNow(closing, at(moment))).toBe(isClosed ? closing : null)
  expect(closingAhead(closing, at(moment))).toBe(isTold ? closing : null)
})

test('a shop without a closing is open', () => {
  expect([closingNow(null, 0), closingAhead(null, 0)]).toEqual([null, null])
})

describe('a closing', () => {
  const parse = (value: unknown) => closingSetting().safeParse(value)

  test('is stored in UTC, with its message in one line and as plain text', () => {
    const message = ' <b>春节</b>\n休息 '
    expect(parse({ from: '2027-02-05T00:00:00+08:00', until: '2027-02-13T00:00:00+08:00', message }).data).toEqual({
      ...closing,
      message: '<b>春节</b> 休息',
    })
    expect(parse({ ...closing, message: '' }).success).toBe(true)
    expect(parse(null)).toEqual({ success: true, data: null })
  })

  test('may be longer as texts compare than it is in time', () => {
    const { from, until } = { from: '2027-02-05T00:30:00+08:00', until: '2027-02-04T18:00:00Z' }
    expect(parse({ from, until, message: '' }).success).toBe(true)
  })
})

const hour = (hour: number) => Date.UTC(2027, 1, 1) + hour * 3_600_000
const short = { from: new Date(hour(10)).toISOString(), until: new Date(hour(100)).toISOString(), message: '' }

test.each([
  ['over before the closing', 0, 10, 10],
  ['that the closing interrupts', 0, 48, 138],
  ['from within the closing', 50, 48, 148],
  ['after the closing', 100, 48, 148],
])('a deadline %s', (_, start, hours, end) => {
  const by = hour(hours) - hour(0)
  expect(openAfter(short, hour(start), by)).toBe(hour(end))
  expect(openBetween(short, hour(start), hour(end))).toBe(by)
  expect(openAfter(null, hour(start), by)).toBe(hour(start + hours))
})

test('a start is too early exactly if its deadline is over', () => {
  const moment = fc.integer({ min: -200, max: 300 })
  fc.assert(
    fc.property(moment, moment, fc.integer({ min: 1, max: 100 }), (start, now, hours) => {
      const by = hour(hours) - hour(0)
      const isOver = openAfter(short, hour(start), by) < hour(now)
      expect(hour(start) < openBefore(short, hour(now), by)).toBe(isOver)
    }),
    {
      numRuns: 1_000,
      examples: [
        [5, 11, 5],
        [10, 171, 71],
      ],
    },
  )
})
