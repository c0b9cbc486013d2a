import { expect, test } from 'vitest'
import { completedOrder } from '@/lib/order/example'
import { isSomethingLeft, piecesOf } from './pieces-of'

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
    },
  ],
})
const pieces = (
  change: Partial<NonNullable<typeof item>>,
  cases: ReturnType<typeof caseOf>[] = [],
  fulfilment: 'all' | 'part' = 'all',
) => {
  if (!item) throw new Error('The example has no item.')
  return piecesOf({ ...item, ...change }, { fulfilment }, cases)
}

test('nothing is said of pieces that have arrived', () => {
  expect(pieces({})).toEqual({ isInOpenCase: false, refunded: 0, shipping: undefined })
})

test('a refund under way is an open case, and no refund yet', () => {
  expect(pieces({ refunded_count: 1 }, [caseOf('refunding')])).toMatchObject({ isInOpenCase: true, refunded: 0 })
  expect(pieces({ refunded_count: 1 }, [caseOf('done')])).toMatchObject({ isInOpenCase: false, refunded: 1 })
  expect(pieces({}, [caseOf('requested')])).toMatchObject({ isInOpenCase: true, refunded: 0 })
})

test('of an order that is shipped in part, it is said how many pieces are to come', () => {
  const shipped = (change: Partial<NonNullable<typeof item>>) => pieces(change, [], 'part').shipping
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
