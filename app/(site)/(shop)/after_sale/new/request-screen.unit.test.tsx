// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { defineFonts, holdUploads } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { completedOrder } from '@/lib/order/example'
import { Request, RequestScreen } from './request-screen'

beforeAll(defineFonts)
afterEach(() => {
  cleanup()
  writeLogin(undefined)
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

type Item = (typeof completedOrder.items)[number]

const show = (change: Partial<Item>) =>
  render(
    <Shown path="/after_sale/new">
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <Request
          order={{ ...completedOrder, items: completedOrder.items.map((item) => ({ ...item, ...change })) }}
          reasons={[{ value: 'other', label: 'Other' }]}
        />
      </CustomerProvider>
    </Shown>,
  )
const rest = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: /Ask for the ¥5.00 not refunded yet$/ })

test('the remaining money of items that were refunded for less than was paid can be requested', () => {
  show({ refundable_count: 0, returnable_count: 0, refundable_amount: 500 })
  const box = rest()
  if (!box) throw new Error('There is no such choice.')
  fireEvent.click(box)
  expect(box.checked).toBe(true)
})

test('pieces of refundable items can be chosen', () => {
  show({ refundable_count: 2, returnable_count: 2, refundable_amount: 500 })
  expect(rest()).toBeNull()
  expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy()
})

test('the amount of chosen pieces under a discount is explained', () => {
  const discounted = { price: 9800, count: 2, amount: 19_600, discount_amount: 2190, paid_amount: 17_410 }
  show({ ...discounted, refundable_count: 2, returnable_count: 2, refundable_amount: 17_410 })
  expect(screen.queryByText(/−/)).toBeNull()
  fireEvent.click(screen.getAllByRole('button', { name: 'One more' })[0] ?? document)
  expect(screen.getByText('¥98.00 − ¥10.95 discount = ¥87.05')).toBeTruthy()
})

test('pieces of a line that only partly had the price of a deal are said to be refunded at the average', () => {
  const dealt = { price: 5600, count: 3, amount: 16_800, discount_amount: 3220, paid_amount: 13_580 }
  const chosen = (deal_pieces: number) => {
    show({ ...dealt, deal_pieces, refundable_count: 3, returnable_count: 3, refundable_amount: 13_580 })
    fireEvent.click(screen.getAllByRole('button', { name: 'One more' })[0] ?? document)
    const isSaid = screen.queryByText(/each is refunded at the average/) !== null
    cleanup()
    sessionStorage.clear()
    return isSaid
  }
  expect([0, 2, 3].map(chosen)).toEqual([false, true, false])
})

test('an order with nothing left to refund offers no choice, and links to its cases', () => {
  show({ refundable_count: 0, returnable_count: 0, refundable_amount: 0 })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/after_sale?order_id=${completedOrder.id}`)
})

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const count = () => screen.getByRole('group').querySelector('output')?.textContent

test('a completely shipped order starts as a return, and a single piece needs no choice', () => {
  show({ count: 1, refundable_count: 1, returnable_count: 1 })
  expect([radio('Return and refund').checked, count()]).toEqual([true, '1'])
  cleanup()
  show({ refundable_count: 2, returnable_count: 2 })
  expect(count()).toBe('0')
})

test('no reason is preselected', () => {
  const { container } = show({ count: 1, refundable_count: 1, returnable_count: 1 })
  const form = container.querySelector('form')
  if (!form) throw new Error('There is no form.')
  const reason = screen.getByRole<HTMLSelectElement>('combobox', { name: /^Reason/ })
  expect(reason.value).toBe('')
  fireEvent.submit(form)
  expect([screen.queryByText('This is required.') !== null, document.activeElement === reason]).toEqual([true, true])
  fireEvent.change(reason, { target: { value: 'other' } })
  expect(screen.queryByText('This is required.')).toBeNull()
})

test.each([
  [
    'pieces',
    { refundable_count: 2, returnable_count: 2 },
    () => screen.getAllByRole('button', { name: 'One more' })[0],
  ],
  ['money', { refundable_count: 0, returnable_count: 0, refundable_amount: 500 }, rest],
])('that items are to be chosen is said until %s are chosen', (_, change, choice) => {
  const { container } = show(change)
  const form = container.querySelector('form')
  const box = choice()
  if (!form || !box) throw new Error('There is nothing to choose.')
  fireEvent.submit(form)
  expect(screen.getByText('Choose at least one item.')).toBeTruthy()
  fireEvent.click(box)
  expect(screen.queryByText('Choose at least one item.')).toBeNull()
})

test('a request waits for the upload of its photo, and is sent with it', async () => {
  writeLogin({ token: 'of a customer' })
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    if (path === '/v1/after_sale' && body) sent.push(body)
    return Response.json({})
  })
  const finish = holdUploads({ id: 7, url: 'http://localhost:3000/a.webp' })
  const { container } = show({ count: 1, refundable_count: 1, returnable_count: 1 })
  fireEvent.change(screen.getByRole('combobox', { name: /^Reason/ }), { target: { value: 'other' } })
  const files = [new File(['a photo'], 'leaf.jpg', { type: 'image/jpeg' })]
  fireEvent.change(screen.getByLabelText('Add photo', { selector: 'input' }), { target: { files } })
  const held = await screen.findByRole<HTMLButtonElement>('button', { name: 'Photos are uploading…' })
  expect(held.disabled).toBe(true)
  fireEvent.submit(container.querySelector('form') ?? document)
  finish()
  fireEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent.map((body) => JSON.parse(body).image_ids)).toEqual([[7]])
})

test('what was entered is there again after a reload, until it is sent', async () => {
  writeLogin({ token: 'of a customer' })
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    if (path === '/v1/after_sale' && body) sent.push(body)
    return Response.json({})
  })
  const change = { refundable_count: 2, returnable_count: 2 }
  const description = () => screen.getByRole<HTMLTextAreaElement>('textbox')
  const reason = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /^Reason/ })
  show(change)
  fireEvent.click(screen.getAllByRole('button', { name: 'One more' })[0] ?? document)
  fireEvent.click(radio('Refund only'))
  fireEvent.change(reason(), { target: { value: 'other' } })
  fireEvent.change(description(), { target: { value: '杯口有裂纹' } })
  cleanup()
  show(change)
  expect([count(), radio('Refund only').checked, reason().value, description().value]).toEqual([
    ...['1', true, 'other', '杯口有裂纹'],
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(description().value).toBe(''))
  cleanup()
  show(change)
  expect([count(), description().value]).toEqual(['0', ''])
})

test.each(['', 'null', '{"kind":"refund"}', '{"photos":[]}', '[]'])('a stored draft %s is ignored', (stored) => {
  sessionStorage.setItem(`kept.case.${completedOrder.id}`, stored)
  show({ refundable_count: 2, returnable_count: 2 })
  expect(count()).toBe('0')
})

test('the order of another customer is not found, with a way to the own orders', async () => {
  writeLogin({ token: 'of a customer' })
  const headers = { 'content-type': 'application/problem+json' }
  const problem = { code: 'not_found', detail: 'There is no such order.', request_id: 'r-12345678' }
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith('/v1/order/')
      ? new Response(JSON.stringify(problem), { status: 404, headers })
      : Response.json([{ type: 'after_sale_reason', value: 'other', label: '其他', label_en: 'Other' }]),
  )
  render(
    <Shown path="/after_sale/new">
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <RequestScreen order_id={7} />
      </CustomerProvider>
    </Shown>,
  )
  expect(await screen.findByRole('heading', { name: 'Order not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'My orders' }).getAttribute('href')).toBe('/order')
})
