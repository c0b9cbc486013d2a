import { expect, test } from 'vitest'
import { rounds } from '@/lib/server/testing/races'
import { randomOf } from '@/lib/server/testing/random'
import { freightLeft, goodsLeft, shareOfPieces, spread } from './shares'

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

test.each([
  { amount: 100, weights: [1, 1, 1], shares: [34, 33, 33] },
  { amount: 10, weights: [1, 2, 4], shares: [1, 3, 6] },
  { amount: 1, weights: [0, 5], shares: [0, 1] },
  { amount: 0, weights: [3, 4], shares: [0, 0] },
  { amount: 0, weights: [0, 0], shares: [0, 0] },
  // Amount times weight exceeds the exact integers of a number.
  { amount: 99_900_000_001, weights: [99_900_000_000, 99_900_000_000], shares: [49_950_000_001, 49_950_000_000] },
])('$amount over $weights is $shares', ({ amount, weights, shares }) => {
  expect(spread(amount, weights)).toEqual(shares)
})

test('an amount cannot be spread over parts without weight', () => {
  expect(() => spread(1, [0, 0])).toThrow('without weight')
})

test('in random orders all shares sum exactly, none is negative, and the last piece takes the rest', () => {
  for (let seed = 1; seed <= rounds(10_000); seed++) checkOrder(randomOf(seed), `the order of seed ${seed}`)
}, 60_000)

/** Discounts an order and refunds it in parts, with all numbers chosen by `randomInt`. */
function checkOrder(randomInt: (limit: number) => number, which: string): void {
  const lines = Array.from({ length: 1 + randomInt(6) }, () => {
    const price = randomInt(4) === 0 ? randomInt(3) : randomInt(1_000_000)
    const count = 1 + randomInt(randomInt(100) === 0 ? 999 : 12)
    return { count, amount: price * count }
  })
  const amounts = lines.map(({ amount }) => amount)
  const total = sum(amounts)
  const discount = total === 0 ? 0 : randomInt(Math.min(total, 2 ** 40) + 1)
  const discounts = spread(discount, amounts)
  expect(sum(discounts), which).toBe(discount)
  for (const [at, { count, amount }] of lines.entries()) {
    const paid_amount = amount - (discounts[at] ?? 0)
    expect(paid_amount, which).toBeGreaterThanOrEqual(0)
    expect(paid_amount, which).toBeLessThanOrEqual(amount)
    let [refunded_count, refunded_amount] = [0, 0]
    while (refunded_count < count) {
      // Money alone, which leaves less for the pieces.
      if (randomInt(4) === 0) refunded_amount += randomInt(paid_amount - refunded_amount + 1)
      const pieces = 1 + randomInt(count - refunded_count)
      const share = shareOfPieces({ count, paid_amount, refunded_count, refunded_amount }, pieces)
      // Staff may refund less than the share.
      const given = randomInt(10) === 0 ? randomInt(share + 1) : share
      const isLast = refunded_count + pieces === count
      if (isLast) expect(share, which).toBe(paid_amount - refunded_amount)
      expect(share, which).toBeGreaterThanOrEqual(0)
      refunded_count += pieces
      refunded_amount += isLast ? share : given
    }
    expect(refunded_amount, which).toBe(paid_amount)
  }
}

test('the freight that is left is what was paid beyond the lines, less what was refunded of it', () => {
  const lines = [{ paid_amount: 300 }, { paid_amount: 0 }]
  expect(freightLeft({ paid_amount: 1000, promised_freight: 0 }, lines)).toBe(700)
  expect(freightLeft({ paid_amount: 1000, promised_freight: 700 }, lines)).toBe(0)
})

test('the goods that are left are what was paid for the lines, less what was refunded of it', () => {
  const lines = [{ paid_amount: 800 }]
  expect(goodsLeft({ promised_amount: 0, promised_freight: 0 }, lines)).toBe(800)
  expect(goodsLeft({ promised_amount: 900, promised_freight: 400 }, lines)).toBe(300)
})
