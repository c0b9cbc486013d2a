// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Order } from '@/components/shop/order/use-order-actions'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { completedOrder, order } from '@/lib/order/example'
import { OrderCard } from './order-card'

beforeAll(defineFonts)
afterEach(cleanup)

const show = (shown: Order) =>
  render(
    <Shown path="/order">
      <OrderCard order={shown} onAct={async () => undefined} />
    </Shown>,
  )

test('a card has one link, to the order, whose area is the card', () => {
  show(order)
  const link = screen.getByRole('link')
  expect([link.getAttribute('href'), link.textContent]).toEqual(['/order/9', `Order ${order.order_no}`])
  expect(link.className).toContain('open')
})

test('an unpaid order does not offer to buy the same again', () => {
  show(order)
  expect(screen.queryByRole('button', { name: /^Buy again/ })).toBeNull()
  cleanup()
  show(completedOrder)
  expect(screen.getByRole('button', { name: /^Buy again/ })).toBeTruthy()
})

test('the buttons of an order name it, because each order of the list has them', () => {
  show(completedOrder)
  const { order_no } = completedOrder
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual([`Delete Order ${order_no}`, `Buy again Order ${order_no}`])
  expect(screen.getByRole('link', { name: `Request refund Order ${order_no}` })).toBeTruthy()
})
