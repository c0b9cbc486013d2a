// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { orderDetail } from '@/lib/order/example'
import { OrderButtons } from './order-buttons'
import { type Order, useOrderActions } from './use-order-actions'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(cleanup)

function Buttons({ order }: { order: Order }) {
  const [perform, dialog] = useOrderActions({ onChanged: () => undefined, onRemoved: () => undefined })
  return (
    <>
      <OrderButtons order={order} onAct={perform} />
      {dialog}
    </>
  )
}

const discount = { promotion_id: 2, coupon_id: null, gives: 'reduction', label: '满50减5', amount: 500 } as const

test.each([
  ['with a coupon', 5, 'It cannot be paid afterwards. Its coupon can be used again until the coupon ends.'],
  ['with another discount', null, 'It cannot be paid afterwards.'],
])('before an order %s is canceled, the dialog says what follows', async (_, coupon_id, text) => {
  render(
    <Shown path="/order/9">
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <Buttons order={{ ...orderDetail, discounts: [discount, { ...discount, promotion_id: 3, coupon_id }] }} />
      </CustomerProvider>
    </Shown>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
  await screen.findByRole('dialog', { name: 'Cancel this order?' })
  expect(screen.getByText(/^It cannot be paid/).textContent).toBe(text)
})
