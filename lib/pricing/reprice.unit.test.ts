import { expect, test } from 'vitest'
import { withShopDiscount } from './reprice'

/** An order of 25.00 and a shipping fee of 6.00, which a promotion reduces by 3.00. */
const order = {
  lines: [
    { sku_id: 1, amount: 2_000, discount_amount: 200, paid_amount: 1_800 },
    { sku_id: 2, amount: 500, discount_amount: 100, paid_amount: 400 },
  ],
  items_amount: 2_500,
  freight_amount: 600,
  discount_amount: 300,
  total_amount: 2_800,
}

test('the discount by staff is spread by what promotions have left of the lines', () => {
  const { amounts, lines } = withShopDiscount(order, 100)
  // 81.8 and 18.2 of 100 fen, by 1,800 and 400 fen.
  expect(lines.map(({ discount_amount }) => discount_amount)).toEqual([200 + 82, 100 + 18])
  expect(amounts).toMatchObject({ promotion_amount: 300, discount_amount: 400, total_amount: 2_700 })
})

test('the part of a discount by staff that is larger than the goods reduces the freight', () => {
  const { amounts, lines } = withShopDiscount(order, 2_500)
  expect(lines.map(({ discount_amount }) => discount_amount)).toEqual([2_000, 500])
  expect(amounts).toMatchObject({ freight_amount: 600, discount_amount: 2_800, total_amount: 300 })
})
