import { expect, test } from 'vitest'
import { isAveraged, isAverageOf, refundSumOf } from './refund-sum'

const line = { price: 9800, count: 2, paid_amount: 17_410, refunded_count: 0, refunded_amount: 0 }

test('the refundable amount of pieces is their price less their share of discounts', () => {
  expect(refundSumOf(line, 1)).toEqual({ price: 9800, discount: 1095, refundable: 8705 })
  expect(refundSumOf(line, 2)).toEqual({ price: 19_600, discount: 2190, refundable: 17_410 })
  expect(refundSumOf({ ...line, refunded_count: 1, refunded_amount: 8705 }, 1)?.discount).toBe(1095)
})

test('the pieces of a line have the fen that their shares have', () => {
  const odd = { ...line, count: 3, paid_amount: 29_000 }
  const [first, last] = [refundSumOf(odd, 1), refundSumOf({ ...odd, refunded_count: 2, refunded_amount: 19_334 }, 1)]
  expect([first?.refundable, last?.refundable]).toEqual([9667, 9666])
})

test('there is no sum without a discount, without pieces, and after a refund of another amount', () => {
  expect(refundSumOf({ ...line, paid_amount: 19_600 }, 1)).toBe(undefined)
  expect(refundSumOf(line, 0)).toBe(undefined)
  expect(refundSumOf({ ...line, refunded_count: 1, refunded_amount: 5000 }, 1)).toBe(undefined)
})

test('only a line of which some pieces, and not all, had the price of a deal is averaged', () => {
  expect([0, 1, 2].map((deal_pieces) => isAveraged({ count: 2, deal_pieces }))).toEqual([false, true, false])
})

test('an amount is the average of such a line only if staff have not paid back another one', () => {
  const averaged = { ...line, count: 3, paid_amount: 29_000, deal_pieces: 2 }
  const isAverage = (amount: number, of = averaged) => isAverageOf(of, { count: 1, amount })
  expect([9_667, 9_666, 9_000].map((amount) => isAverage(amount))).toEqual([true, true, false])
  expect(isAverage(9_667, { ...averaged, deal_pieces: 3 })).toBe(false)
  expect(isAverageOf(averaged, { count: 0, amount: 500 })).toBe(false)
})
