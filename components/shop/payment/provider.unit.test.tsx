// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { defineFonts, routerTo } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { PaymentProvider, usePayment, usePayments } from './provider'

configure({ asyncUtilTimeout: 10_000 })

let status: 'unpaid' | 'paid'
/** Whether the provider's callback is lost. */
let isLost = false
/** Whether the server refuses another payment. */
let isRefused = false
const push = vi.fn()
const scrollTo = vi.fn()

beforeEach(() => {
  defineFonts()
  notifications.clean()
  status = 'unpaid'
  isLost = false
  isRefused = false
  push.mockClear()
  scrollTo.mockClear()
  writeLogin({ token: 'a token' })
  vi.stubGlobal('scrollTo', scrollTo)
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/sandbox/control') {
      if (String(init?.body).includes('"pay"')) status = isLost ? 'unpaid' : 'paid'
      return Response.json({})
    }
    if (path === '/v1/pay/pre_order' && isRefused) {
      status = 'paid'
      const headers = { 'content-type': 'application/problem+json' }
      return Response.json({ code: 'order_state', detail: '', request_id: 'r-1' }, { status: 409, headers })
    }
    return Response.json(path === '/v1/order/7' ? { id: 7, status } : { payment_no: 'P1' })
  })
})
afterEach(() => {
  cleanup()
  notifications.clean()
  writeLogin(undefined)
  vi.unstubAllGlobals()
})

function PayButton() {
  const pay = usePayment()
  const { confirming } = usePayments()
  return (
    <button type="button" onClick={() => void pay({ id: 7, total_amount: 100 })}>
      Check out{confirming.has(7) && ': confirming'}
    </button>
  )
}

const payAt = (path: string) => {
  window.history.replaceState(null, '', path)
  const at = (shown: string) => (
    <Shown router={routerTo(push)} path={shown}>
      <CustomerProvider ways={{ hasPlatform: true, hasDemonstration: false }} origin="http://localhost:3000">
        <Notifications />
        <PaymentProvider>
          <main id="main" tabIndex={-1}>
            <PayButton />
          </main>
        </PaymentProvider>
      </CustomerProvider>
    </Shown>
  )
  const { rerender } = render(at(path))
  const go = (to: string) => rerender(at(to))
  const begin = () => fireEvent.click(screen.getByRole('button', { name: /^Check out/, hidden: true }))
  const choose = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
  return { begin, choose, go }
}

test('the page of a paid order is seen from the top, and says that the payment was successful', async () => {
  const { begin, choose } = payAt('/order/7')
  begin()
  await choose('Pay')
  await waitFor(() => expect(scrollTo).toHaveBeenCalledWith(0, 0))
  expect(push).not.toHaveBeenCalled()
  expect((await screen.findByRole('alert')).textContent).toContain('Payment successful')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('an order that is paid from the list leads to its page', async () => {
  const { begin, choose } = payAt('/order')
  begin()
  await choose('Pay')
  await waitFor(() => expect(push).toHaveBeenCalledWith('/order/7'))
})

test('that a payment failed is not said over the next one any more', async () => {
  const { begin, choose } = payAt('/order/7')
  begin()
  await choose('Let it fail')
  const text = 'Payment failed'
  await screen.findByText(text)
  expect(scrollTo).not.toHaveBeenCalled()
  begin()
  await screen.findByRole('button', { name: 'Pay' })
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
})

test('leaving for another screen cancels the payment, except from the checkout to the order', async () => {
  const { begin, go } = payAt('/checkout')
  begin()
  await screen.findByRole('button', { name: 'Pay' })
  go('/order/7')
  expect(screen.getByRole('button', { name: 'Pay' })).toBeDefined()
  go('/me')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(push).not.toHaveBeenCalled()
})

test('a canceled payment is no failure', async () => {
  const { begin, choose } = payAt('/order/7')
  begin()
  await choose('Cancel')
  expect(await screen.findByText('Payment canceled. The order is kept.')).toBeTruthy()
  expect(screen.queryByText('Payment failed')).toBeNull()
})

test('who signs out in another tab takes the payment off the screen', async () => {
  const { begin } = payAt('/order/7')
  begin()
  await screen.findByRole('button', { name: 'Pay' })
  act(() => writeLogin(undefined))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a paid order whose callback is late is being confirmed, until it has arrived', async () => {
  isLost = true
  const { begin, choose } = payAt('/order/7')
  begin()
  await screen.findByRole('button', { name: 'Pay' })
  // The pauses before the order is read again, up to 8 s. The limits of the test are longer.
  const wait = setTimeout.bind(window)
  vi.stubGlobal('setTimeout', (then: () => void, milliseconds = 0) =>
    wait(then, milliseconds <= 8_000 ? milliseconds / 50 : milliseconds),
  )
  await choose('Pay')
  expect(await screen.findByRole('button', { name: 'Check out: confirming' })).toBeTruthy()
  isRefused = true
  begin()
  expect((await screen.findByText('Payment successful')).textContent).toBeTruthy()
})
