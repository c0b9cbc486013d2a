import { expect, it } from 'vitest'
import * as schema from '@/lib/cart/schema'
import { amount, areAllChecked, type CartLine, invalid, maxCount, orderable, pieces } from './cart-sums'

const line = (sku_id: number, changes: Partial<CartLine> = {}): CartLine => ({
  sku_id,
  product_id: sku_id,
  count: 2,
  checked: true,
  name: '茶',
  spec_text: '',
  image_url: null,
  deal: null,
  price: 1_999,
  stock: 9,
  problem: null,
  ...changes,
})

const lines = [
  line(1),
  line(2, { checked: false }),
  line(3, { problem: 'short', stock: 1 }),
  line(4, { problem: 'off_sale' }),
  line(5, { problem: 'withdrawn' }),
]

it('knows the most pieces in a line', () => {
  expect(maxCount).toBe(schema.maxCount)
})

it('orders and sums what is chosen and can be bought', () => {
  expect(orderable(lines).map(({ sku_id }) => sku_id)).toEqual([1])
  expect(amount(orderable(lines))).toBe(3_998)
  expect(pieces(lines)).toBe(10)
  expect(invalid(lines).map(({ sku_id }) => sku_id)).toEqual([4, 5])
})

it('sums the prices of deals', () => {
  const deal = { price: 1_500, ends_at: '2026-12-01T00:00:00Z', pieces: 1 }
  expect(amount([line(1, { deal }), line(2)])).toBe(1_500 + 1_999 + 3_998)
})

it('is all chosen when everything that can be bought is', () => {
  expect(areAllChecked(lines)).toBe(false)
  expect(areAllChecked(lines.filter(({ sku_id }) => sku_id !== 2))).toBe(true)
  expect(areAllChecked([])).toBe(false)
  expect(areAllChecked([line(4, { problem: 'off_sale' })])).toBe(false)
})
