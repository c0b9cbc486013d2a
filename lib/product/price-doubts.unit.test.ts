import { expect, test } from 'vitest'
import { doubtsOf } from './price-doubts'

test.each([
  [{ price: 3_000, cost: 3_001 }, undefined, ['below_cost']],
  [{ price: 3_000, cost: 3_000, market_price: 3_000 }, undefined, []],
  [{ price: 3_001, market_price: 3_000 }, undefined, ['above_market_price']],
  // Costs are unknown to users who may not see them.
  [{ price: 1, cost: undefined, market_price: null }, undefined, []],
  [
    { price: 680, cost: 3_100, market_price: 600 },
    { price: 6_800 },
    ['below_cost', 'above_market_price', 'far_change'],
  ],
  [{ price: 3_000, cost: 4_000 }, { price: 3_000, cost: 4_000 }, []],
  [{ price: 3_000, cost: 4_000 }, { price: 3_000, cost: 2_000 }, ['below_cost']],
  [{ price: 'cheap', cost: 4_000 }, { price: 3_000 }, []],
])('%j, stored as %j, is asked about for %j', (sku, stored, kinds) => {
  expect(doubtsOf(sku, stored).map(({ kind }) => kind)).toEqual(kinds)
})

test('a change is far if it is more than half of the earlier price', () => {
  const isFar = (price: number) => doubtsOf({ price }, { price: 1_000 }).length > 0
  expect([500, 499, 1_500, 1_501].map(isFar)).toEqual([false, true, false, true])
})
