import { expect, test } from 'vitest'
import { reprice } from './reprice'

/** An order of 25.00 and a shipping fee of 6.00, which a promotion reduces by 3.00. */
const order = {
  lines: [
    { id: 1, price: 1_000, count: 2, is_repriced: false },
    { id: 2, price: 500, count: 1, is_repriced: false },
  ],
  discounts: [
    {
      id: 9,
      promotion_id: 4,
      coupon_id: null,
      gives: 'reduction' as const,
      amount: 300,
      shares: [
        { order_item_id: 1, amount: 200 },
        { order_item_id: 2, amount: 100 },
      ],
    },
  ],
  freight_amount: 600,
  shop_discount: 0,
}

test('a promotion keeps its shares when a price rises', () => {
  const lines = order.lines.map((line) => ({ ...line, price: line.price * 3 }))
  const { amounts, discounts } = reprice({ ...order, lines })
  expect(discounts).toEqual(order.discounts)
  expect(amounts).toMatchObject({ items_amount: 7_500, promotion_amount: 300, total_amount: 7_800 })
})

test('the discount by staff is spread by what promotions have left of the lines', () => {
  const { amounts, lines } = reprice({ ...order, shop_discount: 100 })
  // 81.8 and 18.2 of 100 fen, by 1,800 and 400 fen.
  expect(lines.map(({ discount_amount }) => discount_amount)).toEqual([200 + 82, 100 + 18])
  expect(amounts).toMatchObject({ promotion_amount: 300, discount_amount: 400, total_amount: 2_700 })
})

test('the part of a discount by staff that is larger than the goods reduces the freight', () => {
  const { amounts, lines } = reprice({ ...order, shop_discount: 2_500 })
  expect(lines.map(({ discount_amount }) => discount_amount)).toEqual([2_000, 500])
  expect(amounts).toMatchObject({ freight_amount: 600, discount_amount: 2_800, total_amount: 300 })
})
