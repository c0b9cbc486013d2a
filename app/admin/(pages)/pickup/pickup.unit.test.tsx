// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import type { Route } from '@/lib/menu/routes'
import { collectedOrder, pickupOrder } from '@/lib/order/ship/cms-example'
import { Pickup, type PickupOrder } from './pickup'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
// Test files share a process. Leftover messages of other files would delay the message of this file.
beforeEach(() => notifications.clean())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  notifications.clean()
  cleanup()
})

const code = '482109375516'
const [line] = pickupOrder.items
if (!line) throw new Error('The example has a line.')
const found: PickupOrder = {
  ...pickupOrder,
  remark: 'By noon',
  items: [
    { ...line, id: 1, name: 'Tea', count: 3, left_count: 2 },
    { ...line, id: 2, name: 'Cup', count: 1, left_count: 1 },
    { ...line, id: 3, name: 'Bowl', count: 1, left_count: 0 },
  ],
}
const stores = [
  { value: '1', label: 'North' },
  { value: '2', label: 'South' },
]

const orders: Route = {
  id: 1,
  type: 'page',
  name: 'order',
  title: '订单',
  title_en: 'Orders',
  path: '/admin/order',
  icon: '',
  hidden: false,
  permission_code: null,
  children: [],
  elements: [],
}

const refused = (status: number, code: string, members = {}) =>
  new Response(JSON.stringify({ code, title: '', status, detail: '', request_id: 'r', ...members }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })

interface Given {
  stores?: typeof stores
  /** The value of the cookie with the last chosen store. */
  remembered?: string
  admin?: NonNullable<Parameters<typeof inAdmin>[1]>['admin']
}

/**
 * Shows the page with a server that answers the requests with `answers`, in this order. Returns the requests and the
 * set cookies.
 */
function show(answers: (object | Response)[], { stores = [], remembered, admin }: Given = {}) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    asked.push(body ? [`${method} ${path}`, JSON.parse(String(body))] : `${method} ${path}`)
    const answer = answers.shift()
    return answer instanceof Response ? answer : Response.json(answer)
  })
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(
    remembered === undefined ? '' : `admin.pickup_store=${remembered}`,
  )
  const stored = vi.spyOn(document, 'cookie', 'set')
  render(
    inAdmin(
      <>
        <Notifications />
        <Pickup stores={stores} />
      </>,
      admin && { admin },
    ),
  )
  return { asked, stored }
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Pick-up code' })
const search = (query: string) => `GET /cms/order/pickup?${query}`
const inGroups = 'code=4821+0937+5516'
const handOver = () => screen.findByRole('button', { name: 'Hand over 3 pieces' })
const isSelected = () => {
  const { value, selectionStart, selectionEnd } = field()
  return document.activeElement === field() && selectionStart === 0 && selectionEnd === value.length
}

/** Types a pick-up code and presses Enter, like a barcode scanner. */
function scan(digits = code) {
  const input = field()
  // Scanners type wherever the focus is.
  for (const key of digits) fireEvent.keyDown(document.activeElement ?? document.body, { key })
  fireEvent.change(input, { target: { value: digits } })
  input.form?.requestSubmit()
}

test('a scanned code finds the order, and Enter hands it over', async () => {
  const { asked } = show([found, collectedOrder, refused(404, 'not_found')], { admin: { routes: [orders] } })
  expect(document.activeElement).toBe(field())
  scan()
  const button = await handOver()
  expect(field().value).toBe('4821 0937 5516')
  await vi.waitFor(() => expect(document.activeElement).toBe(button))
  const { name, mobile } = found.contact
  const card = within(screen.getByRole('region', { name: `${name} ${mobile}` }))
  expect(card.getByText('Ready to collect')).toBeTruthy()
  expect(card.getByText(found.store.name)).toBeTruthy()
  expect(card.getByText('By noon')).toBeTruthy()
  expect(card.getByRole('link', { name: found.order_no }).getAttribute('href')).toBe(`/admin/order/${found.id}`)
  const rows = card.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows.slice(1)).toEqual([expect.stringMatching(/^Tea.*21 refunded$/), expect.stringMatching(/^Cup.*1$/)])
  fireEvent.click(button)
  expect((await screen.findByText(`Order ${found.order_no} was handed over`)).closest('[role=status]')).toBeTruthy()
  expect(asked).toEqual([
    search(inGroups),
    [`POST /cms/order/${found.id}/collect`, { code: '4821 0937 5516', version: found.version }],
  ])
  expect(field().value).toBe('')
  await vi.waitFor(() => expect(document.activeElement).toBe(field()))
  scan('000000000000')
  expect(screen.queryByText(/was handed over$/)).toBeNull()
  await screen.findByRole('alert')
})

test('a code that is scanned before the hand-over is for the next order', async () => {
  show([found, { ...found, order_no: 'next' }])
  scan()
  const button = await handOver()
  await vi.waitFor(() => expect(document.activeElement).toBe(button))
  fireEvent.keyDown(button, { key: '1' })
  expect(isSelected()).toBe(true)
  scan('111111111111')
  expect(screen.queryByText(found.order_no)).toBeNull()
  expect(await screen.findByText('next')).toBeTruthy()
})

test('Enter that is held down does not confirm', async () => {
  show([found])
  scan()
  expect(fireEvent.keyDown(await handOver(), { key: 'Enter', repeat: true })).toBe(false)
  expect(fireEvent.keyDown(await handOver(), { key: 'Enter' })).toBe(true)
})

test('cancel clears the order and the code', async () => {
  const { asked } = show([found])
  scan()
  await handOver()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText(found.order_no)).toBeNull()
  expect(field().value).toBe('')
  await vi.waitFor(() => expect(document.activeElement).toBe(field()))
  expect(asked).toEqual([search(inGroups)])
})

test('an order that cannot be handed over now says why, without a button', async () => {
  show([{ ...found, refusal: 'after_sale_open' }])
  scan()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^An open return request/)
  expect(screen.queryByRole('button', { name: /^Hand over/ })).toBeNull()
  await vi.waitFor(() => expect(isSelected()).toBe(true))
})

test.each([
  ['a wrong code', refused(404, 'not_found'), 'No order has this code. Check the digits.'],
  [
    'an order that was handed over',
    refused(409, 'already_collected', { collected_at: '2026-11-21T23:00:00Z' }),
    'This order was handed over already: 1 hour ago.',
  ],
  [
    'an order of another store',
    refused(409, 'other_store', { store: { id: 2, name: 'South' } }),
    'This order is collected at another store: South.',
  ],
  ['a canceled order', refused(409, 'order_state'), 'This order was canceled or refunded. Hand nothing over.'],
  ['too few digits', refused(400, 'invalid_request'), 'Enter the 12 digits of the code.'],
  ['a server that is busy', refused(503, 'unavailable'), 'The server is busy at the moment. Try again shortly.'],
])('%s is refused beside the input, whose text is selected', async (_, answer, text) => {
  show([answer])
  scan()
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(field().getAttribute('aria-invalid')).toBe('true')
  await vi.waitFor(() => expect(isSelected()).toBe(true))
})

test('an order that has changed is shown again before it is handed over', async () => {
  const changed = { ...found, version: 4, items: found.items.slice(0, 1) }
  const { asked } = show([found, refused(409, 'stale_version'), changed, collectedOrder])
  scan()
  fireEvent.click(await handOver())
  expect(await screen.findByText('The order has changed. Check it again before you hand it over.')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Hand over 2 pieces' }))
  await screen.findByText(`Order ${found.order_no} was handed over`)
  expect(asked).toHaveLength(4)
  expect(asked[3]).toEqual([`POST /cms/order/${found.id}/collect`, { code: '4821 0937 5516', version: 4 }])
})

test('the store of this browser is sent, and remembered when it is chosen', async () => {
  const { asked, stored } = show([found, found], { stores, remembered: '2' })
  const store = screen.getByRole<HTMLInputElement>('combobox', { name: 'Store' })
  expect(store.value).toBe('South')
  scan()
  await handOver()
  fireEvent.click(store)
  fireEvent.click(await screen.findByRole('option', { name: 'North' }))
  expect(stored).toHaveBeenCalledWith(expect.stringContaining('admin.pickup_store=1;'))
  expect(screen.queryByText(found.order_no)).toBeNull()
  scan()
  await handOver()
  expect(asked).toEqual([search(`${inGroups}&store_id=2`), search(`${inGroups}&store_id=1`)])
})

const clerk = { id: 2, name: 'Li', account: 'li', is_root: false, groups: [] }

test('the button is hidden with its page element, and the next code can be scanned', async () => {
  show([found], { admin: { user: clerk, routes: [orders] } })
  scan()
  expect(await screen.findByText(found.order_no)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Hand over/ })).toBeNull()
  await vi.waitFor(() => expect(isSelected()).toBe(true))
})

test.each([
  ['who see the page element', [{ ...orders, elements: ['order.collect'] }]],
  ['without the page of orders', []],
])('staff %s hand orders over', async (_, routes) => {
  show([found], { admin: { user: clerk, routes } })
  scan()
  expect(await handOver()).toBeTruthy()
})

test('with one store there is no choice, and staff who may not read orders get no link', async () => {
  const { asked } = show([found], { stores: stores.slice(0, 1), remembered: '1', admin: { user: clerk } })
  expect(screen.queryByRole('combobox')).toBeNull()
  scan()
  expect((await screen.findByText(found.order_no)).closest('a')).toBeNull()
  expect(asked).toEqual([search(inGroups)])
})
