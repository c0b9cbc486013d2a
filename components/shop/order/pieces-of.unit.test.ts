import { expect, test } from 'vitest'
import { completedOrder } from '@/lib/order/example'
import { isSomethingLeft, piecesOf } from './pieces-of'
import type { OrderDetail } from './use-order-actions'

const [item] = completedOrder.items
const caseOf = (status: 'requested' | 'refunding' | 'done', count = 1) => ({
  status,
  items: [
    {
      order_item_id: item?.id ?? 0,
      name: '',
      spec_text: '',
      image_url: null,
      count,
      amount: 0,
      discount_amount: 0,
      ordered_count: 2,
      deal_pieces: 0,
    },
  ],
})
const pieces = (
  change: Partial<NonNullable<typeof item>>,
  cases: ReturnType<typeof caseOf>[] = [],
  { fulfilment = 'all', refunds = [] }: { fulfilment?: 'all' | 'part'; refunds?: OrderDetail['refunds'] } = {},
) => {
  if (!item) throw new Error('The example has no item.')
  return piecesOf({ ...item, ...change }, { fulfilment, refunds }, cases)
}
const refundOf = (status: 'processing' | 'refused' | 'succeeded'): OrderDetail['refunds'][number] => ({
  refund_no: status,
  amount: 100,
  freight_amount: 0,
  postage_amount: 0,
  status,
  created_at: completedOrder.created_at,
  succeeded_at: null,
  items: [{ order_item_id: item?.id ?? 0, count: 1, amount: 100 }],
})

test('nothing is said of pieces that have arrived', () => {
  expect(pieces({})).toEqual({ isInOpenCase: false, refunded: 0, shipping: undefined })
})

test('pieces of a case are in an open one until it is done', () => {
  const isInOpenCase = (status: Parameters<typeof caseOf>[0]) => pieces({}, [caseOf(status)]).isInOpenCase
  expect([isInOpenCase('requested'), isInOpenCase('refunding'), isInOpenCase('done')]).toEqual([true, true, false])
})

test('only pieces whose refund has succeeded are said to be refunded', () => {
  const refunds = [refundOf('processing'), refundOf('refused'), refundOf('succeeded')]
  expect(pieces({ count: 3, refunded_count: 3 }, [], { refunds }).refunded).toBe(1)
})

test('of an order that is shipped in part, it is said how many pieces are to come', () => {
  const shipped = (change: Partial<NonNullable<typeof item>>) => pieces(change, [], { fulfilment: 'part' }).shipping
  expect(shipped({ shipped_count: 1, refundable_count: 2, returnable_count: 1 })).toEqual({ shipped: 1, left: 1 })
  // Of two remaining pieces, one is refunded and will not be shipped.
  const refunded = { count: 3, shipped_count: 1, refunded_count: 1, refundable_count: 2, returnable_count: 1 }
  expect(shipped(refunded)).toEqual({ shipped: 1, left: 1 })
  // All pieces are in an open case.
  expect(shipped({ shipped_count: 1, refundable_count: 0, returnable_count: 0 })).toEqual({ shipped: 1, left: 1 })
})

test('something is left while there are pieces or money', () => {
  const of = (refundable_count: number, refundable_amount: number) =>
    isSomethingLeft({ items: completedOrder.items.map((one) => ({ ...one, refundable_count, refundable_amount })) })
  expect([of(1, 100), of(0, 100), of(0, 0)]).toEqual([true, true, false])
})
