import { expect, test } from 'vitest'
import { shareOfPieces, spread } from './shares'

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

/** Returns a generator of random integers below a limit, repeatable by seed: two outputs of mulberry32 give 53 bits. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed
  const bits = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return (limit) => Math.floor(((bits() * 2 ** 21 + (bits() >>> 11)) / 2 ** 53) * limit)
}

test('in 10,000 random orders all shares sum exactly, none is negative, and the last piece takes the rest', () => {
  for (let seed = 1; seed <= 10_000; seed++) checkOrder(randomOf(seed), `the order of seed ${seed}`)
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
