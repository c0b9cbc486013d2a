// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { defineFonts, routerTo } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { address } from '@/lib/address/example'
import { orderPreview } from '@/lib/order/example'
import { Checkout } from './checkout'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

let replaced: string[] = []
const shortage = { sku_id: 2, requested: 3, available: 0 }

beforeEach(() => {
  replaced = []
  notifications.clean()
  writeLogin({ token: 'of a customer' })
})
afterEach(() => {
  cleanup()
  notifications.clean()
  writeLogin(undefined)
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const problem = (code: string, status: number, members = {}) =>
  new Response(JSON.stringify({ code, detail: '', request_id: 'r-1', ...members }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })

function open(preview: object, place: () => Response) {
  vi.stubGlobal('fetch', async (path: string) => (path === '/v1/order' ? place() : Response.json(preview)))
  render(<Screen />)
}

const Screen = () => (
  <Shown path="/checkout" router={{ ...routerTo(), replace: (path) => void replaced.push(path) }}>
    <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
      <Notifications />
      <Checkout basket={{ items: [{ sku_id: 2, count: 2 }], from_cart: true }} intent="0123456789abcdef" />
    </CustomerProvider>
  </Shown>
)
const submit = async () => fireEvent.click(await screen.findByRole('button', { name: 'Place order' }))
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

test('the note to the shop is there again after a reload', async () => {
  open(orderPreview, () => problem('cart_changed', 409))
  const note = () => screen.findByRole<HTMLTextAreaElement>('textbox')
  fireEvent.change(await note(), { target: { value: '请在周末送' } })
  cleanup()
  open(orderPreview, () => problem('cart_changed', 409))
  expect((await note()).value).toBe('请在周末送')
})

test('the chosen address is there again after a reload, until it is deleted', async () => {
  const sent: unknown[] = []
  const known = new Set([2])
  const show = () => {
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      if (path === '/v1/address') return Response.json([{ ...address, id: 2, name: '林二', is_default: false }])
      const { address_id } = JSON.parse(String(init?.body))
      sent.push(address_id)
      if (address_id === undefined) return Response.json(orderPreview)
      if (known.has(address_id))
        return Response.json({ ...orderPreview, address_id, receiver: { ...address, name: '林二' } })
      const invalid_params = [{ in: 'body', name: 'address_id', code: 'not_found', reason: '' }]
      return problem('invalid_request', 400, { invalid_params })
    })
    render(<Screen />)
  }
  show()
  fireEvent.click(await screen.findByRole('button', { name: /林晚/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Ship here' }))
  const isTo = (name: string) =>
    waitFor(() => expect(screen.getByText(/^Total, to/).textContent).toBe(`Total, to ${name}`))
  await isTo('林二')
  cleanup()
  show()
  await isTo('林二')
  expect(sent).toEqual([undefined, 2, 2])
  cleanup()
  known.clear()
  show()
  await isTo('林晚')
  expect(sessionStorage.getItem('kept.address.0123456789abcdef')).toBe('""')
})

test('a cart that was ordered in another tab is not ordered again', async () => {
  open(orderPreview, () => problem('cart_changed', 409))
  await submit()
  expect(await screen.findByRole('heading', { name: 'Your cart has changed' })).toBeTruthy()
  expect([links(), screen.queryByRole('button', { name: 'Place order' })]).toEqual([['/cart', '/order'], null])
})

test('after a lost answer, no message says that nothing was ordered', async () => {
  open(orderPreview, () => {
    throw new TypeError('the connection was lost')
  })
  await submit()
  expect((await screen.findByText(/^We don’t know whether the order was placed/)).textContent).toContain('Try again')
  expect([links(), screen.queryByText('The order was not placed')]).toEqual([['/order'], null])
})

test('an order that is already placed stays unchanged, with a message', async () => {
  open(orderPreview, () => problem('idempotency_key_reused', 422))
  await submit()
  expect(await screen.findByText(/What you changed afterwards was not applied/)).toBeTruthy()
  expect(replaced).toEqual(['/order'])
})

test('without anything to buy, no total of 0 is shown', async () => {
  open({ ...orderPreview, items: [], shortages: [shortage] }, () => problem('out_of_stock', 409))
  expect(await screen.findByRole('heading', { name: 'This item is not available' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull()
})
