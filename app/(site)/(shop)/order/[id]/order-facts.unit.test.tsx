// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { requested, withdrawn } from '@/lib/after_sale/example'
import { completedOrder } from '@/lib/order/example'
import type { Case } from '../../after_sale/case-card'
import { OrderFacts } from './order-facts'

beforeAll(defineFonts)
afterEach(cleanup)

const show = (order: OrderDetail, cases: Case[]) =>
  render(
    <Shown path="/order/9">
      <OrderFacts order={order} cases={cases} onExpired={() => undefined} />
    </Shown>,
  )
const caseLinks = () => screen.queryAllByRole('link', { name: /return/i }).map((link) => link.textContent)
const withItem = (change: Partial<OrderDetail['items'][number]>, order: Partial<OrderDetail> = {}): OrderDetail => ({
  ...completedOrder,
  ...order,
  items: completedOrder.items.map((item) => ({ ...item, ...change })),
})

test('the line and the status of an order link to its open case', () => {
  show(completedOrder, [requested])
  expect(screen.getByText('Return requested')).toBeTruthy()
  expect(caseLinks()).toEqual(['A return request is open', 'Returns for this order'])
})

test('a closed case leaves only the link to the cases, which an order without cases lacks', () => {
  show(completedOrder, [withdrawn])
  expect([screen.queryByText('Return requested'), caseLinks()]).toEqual([null, ['Returns for this order']])
  cleanup()
  show(completedOrder, [])
  expect(caseLinks()).toEqual([])
})

test('a line counts its refunded pieces', () => {
  show(withItem({ refunded_count: 1, refundable_count: 1 }), [])
  expect(screen.getByText('Refunded × 1')).toBeTruthy()
})

test('each line of a partly shipped order says how many pieces are still to come', () => {
  const change = { shipped_count: 1, refundable_count: 2, returnable_count: 1 }
  show(withItem(change, { status: 'paid', fulfilment: 'part' }), [])
  expect(screen.getByText('1 shipped, 1 to come')).toBeTruthy()
  expect(screen.getByText(/^A part of your order is on its way/)).toBeTruthy()
})

test('an order whose pieces are all in an open case is not said to be packed', () => {
  const change = { shipped_count: 0, refundable_count: 0, refundable_amount: 0, returnable_count: 0 }
  show(withItem(change, { status: 'paid', fulfilment: 'none' }), [requested])
  expect(screen.getByText('Nothing is shipped while the shop looks at your request.')).toBeTruthy()
})
