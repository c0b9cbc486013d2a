import { expect, test } from 'vitest'
import { completedOrder } from '@/lib/order/example'
import { firstDraft, itemsIn, linesIn, type OrderItem } from './draft'

const [example] = completedOrder.items
if (!example) throw new Error('The example has no item.')
const item = (id: number, change: Partial<OrderItem>): OrderItem => ({ ...example, id, ...change })
const one = { count: 1, refundable_count: 1, returnable_count: 1 }

test.each([
  ['a shipped order starts as a return', 'all', [item(1, one)], 'return_refund'],
  ['an order that is not shipped starts as a refund', 'none', [item(1, one)], 'refund'],
  [
    'an order without returnable pieces starts as a refund',
    'all',
    [item(1, { ...one, returnable_count: 0 })],
    'refund',
  ],
] as const)('%s', (_, fulfilment, items, kind) =>
  expect(firstDraft({ ...completedOrder, fulfilment, items: [...items] }).kind).toBe(kind),
)

test('only a single piece is preselected', () => {
  const countsOf = (...items: OrderItem[]) => firstDraft({ ...completedOrder, items }).counts
  expect(countsOf(item(1, one))).toEqual({ 1: 1 })
  expect(countsOf(item(1, { ...one, refundable_count: 2 }))).toEqual({})
  expect(countsOf(item(1, one), item(2, one))).toEqual({})
})

test('pieces that were not shipped can be refunded, but not returned', () => {
  const order = { items: [item(1, { count: 3, refundable_count: 3, returnable_count: 1 })] }
  expect(linesIn(order, { kind: 'refund', counts: { 1: 2 } })).toMatchObject([{ most: 3, count: 2 }])
  expect(linesIn(order, { kind: 'return_refund', counts: { 1: 2 } })).toMatchObject([{ most: 1, count: 1 }])
})

test('a request has the chosen pieces, and as a refund also remaining money', () => {
  const refunded = item(2, { refundable_count: 0, returnable_count: 0, refundable_amount: 500 })
  const order = { items: [item(1, { ...one, refundable_count: 2 }), refunded, item(3, one)] }
  const itemsOf = (kind: 'refund' | 'return_refund') =>
    itemsIn(linesIn(order, { kind, counts: { 1: 1 } }), { kind, rest: { 2: true, 3: true } })
  expect(itemsOf('refund')).toEqual([
    { order_item_id: 1, count: 1 },
    { order_item_id: 2, count: 0 },
  ])
  expect(itemsOf('return_refund')).toEqual([{ order_item_id: 1, count: 1 }])
})
