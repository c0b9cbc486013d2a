// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { paidOrder } from '@/lib/order/cms-example'
import type { Order } from './record'
import RefundForm from './refund-form'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const entry = { value: 'damaged', label: 'Damaged', style: 'info', is_default: true, is_disabled: false } as const
const [line] = paidOrder.items
if (!line) throw new Error('The example has a line.')
const tea = { ...line, id: 1, name: 'Tea', spec_text: '', price: 5000, count: 3, amount: 15_000, paid_amount: 15_000 }
const cup = { ...tea, id: 2, name: 'Cup', price: 2000, count: 1, amount: 2000, paid_amount: 2000 }
const order: Order = { ...paidOrder, items: [tea, cup], freight_amount: 800, paid_amount: 17_800 }

/** Shows the form. Returns the bodies that are sent. */
async function show(shown = order) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json(order)
  })
  render(
    inAdmin(<RefundForm order={shown} onClose={() => undefined} />, {
      admin: { dictionaries: { refund_reason: [entry] } },
    }),
  )
  await screen.findByRole('button', { name: 'Refund' })
  return sent
}

const pieces = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name} : Quantity`) })
const freight = () => screen.getByRole('textbox', { name: /^Shipping fee/ })
const total = () => screen.getByText(/^Refund: /).textContent

test('only chosen pieces are refunded, and the sum follows the choice', async () => {
  const sent = await show()
  expect(['Tea', 'Cup'].map((name) => pieces(name).getAttribute('value'))).toEqual(['0', '0'])
  expect(total()).toBe('Refund: ¥0.00')
  fireEvent.change(pieces('Tea'), { target: { value: '1' } })
  expect(total()).toBe('Refund: ¥50.00')
  fireEvent.change(pieces('Cup'), { target: { value: '1' } })
  expect(total()).toBe('Refund: ¥70.00')
  fireEvent.change(freight(), { target: { value: '8' } })
  expect(total()).toBe('Refund: ¥78.00')
  fireEvent.change(pieces('Cup'), { target: { value: '0' } })
  expect(total()).toBe('Refund: ¥58.00')
  fireEvent.click(await screen.findByRole('combobox', { name: /Reason/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Damaged' }))
  fireEvent.click(screen.getByRole('button', { name: 'Refund ¥58.00' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([
    expect.objectContaining({
      items: [{ order_item_id: 1, count: 1 }],
      restock: [{ order_item_id: 1, count: 1 }],
      freight_amount: 800,
    }),
  ])
})

test('the amount of pieces under a discount is explained, and an empty amount says what it is', async () => {
  await show({ ...order, items: [{ ...tea, price: 9800, count: 2, amount: 19_600, paid_amount: 17_410 }, cup] })
  fireEvent.change(pieces('Tea'), { target: { value: '1' } })
  fireEvent.change(pieces('Cup'), { target: { value: '1' } })
  expect(screen.getAllByText(/−/).map(({ textContent }) => textContent)).toEqual(['¥98.00 − ¥10.95 discount = ¥87.05'])
  const amount = screen.getByRole('textbox', { name: 'Tea : Amount (¥)' })
  expect(amount.getAttribute('placeholder')).toBe('If empty: ¥87.05 (paid)')
})

test('only the amount of a line that partly had the price of a deal is said to be an average', async () => {
  const dealt = { ...tea, price: 5600, count: 3, amount: 16_800, paid_amount: 13_580 }
  await show({
    ...order,
    items: [
      { ...dealt, deal_pieces: 2 },
      { ...cup, deal_pieces: 1, paid_amount: 1500 },
    ],
  })
  fireEvent.change(pieces('Tea'), { target: { value: '1' } })
  fireEvent.change(pieces('Cup'), { target: { value: '1' } })
  expect(screen.getAllByText(/−/).map(({ textContent }) => textContent)).toEqual([
    '¥56.00 − ¥10.73 discount = ¥45.27 Some pieces of this line had the deal price: each is refunded at the average.',
    '¥20.00 − ¥5.00 discount = ¥15.00',
  ])
})

test('the remaining money of items that were refunded for less than paid can be refunded', async () => {
  const sent = await show({
    ...order,
    paid_amount: 17_000,
    items: [{ ...tea, refunded_count: 3, refunded_amount: 10_000 }, cup],
  })
  expect(screen.queryByRole('textbox', { name: /^Tea : Quantity/ })).toBe(null)
  expect(screen.getByText('Up to ¥50.00 can be refunded for this item.')).toBeTruthy()
  const amount = screen.getByRole('textbox', { name: 'Tea : Amount (¥)' })
  fireEvent.change(amount, { target: { value: '20' } })
  expect(total()).toBe('Refund: ¥20.00')
  expect(screen.getByText(/^The shop keeps ¥30.00 /)).toBeTruthy()
  fireEvent.change(pieces('Cup'), { target: { value: '1' } })
  expect(total()).toBe('Refund: ¥40.00')
  fireEvent.change(pieces('Cup'), { target: { value: '0' } })
  fireEvent.change(amount, { target: { value: '' } })
  expect(total()).toBe('Refund: ¥0.00')
  fireEvent.change(amount, { target: { value: '50' } })
  expect(screen.queryByText(/^The shop keeps /)).toBe(null)
  fireEvent.click(await screen.findByRole('combobox', { name: /Reason/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Damaged' }))
  fireEvent.click(screen.getByRole('button', { name: /^Refund/ }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([
    expect.objectContaining({ items: [{ order_item_id: 1, count: 0, amount: 5000 }], restock: [] }),
  ])
})

test('money alone is a choice of its own, which names no pieces', async () => {
  const sent = await show()
  fireEvent.change(pieces('Tea'), { target: { value: '2' } })
  fireEvent.click(screen.getByRole('radio', { name: 'Money only' }))
  expect(total()).toBe('Refund: ¥0.00')
  expect(screen.queryByRole('textbox', { name: /Quantity/ })).toBe(null)
  expect(screen.getByText('Up to ¥150.00 can be refunded for this item.')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Tea : Amount (¥)' }), { target: { value: '5' } })
  fireEvent.click(await screen.findByRole('combobox', { name: /Reason/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Damaged' }))
  fireEvent.click(screen.getByRole('button', { name: 'Refund ¥5.00' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([expect.objectContaining({ items: [{ order_item_id: 1, count: 0, amount: 500 }], restock: [] })])
})

test('freight alone can be refunded, up to what was paid of it', async () => {
  const sent = await show({ ...order, promised_freight: 300, promised_amount: 300 })
  expect(screen.getByText(/^Up to ¥5.00 can be refunded/)).toBeTruthy()
  fireEvent.change(freight(), { target: { value: '5.01' } })
  fireEvent.click(await screen.findByRole('combobox', { name: /Reason/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Damaged' }))
  fireEvent.click(screen.getByRole('button', { name: /^Refund/ }))
  await screen.findByText('At most ¥5.00.')
  expect(sent).toEqual([])
  fireEvent.change(freight(), { target: { value: '5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Refund ¥5.00' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([expect.objectContaining({ items: [], freight_amount: 500 })])
})

test('an amount above what is left of its line is refused at its field, in yuan, before it is sent', async () => {
  const sent = await show({ ...order, items: [cup, { ...tea, paid_amount: 9800 }] })
  fireEvent.change(pieces('Cup'), { target: { value: '1' } })
  fireEvent.change(pieces('Tea'), { target: { value: '3' } })
  const amount = screen.getByRole('textbox', { name: 'Tea : Amount (¥)' })
  fireEvent.change(amount, { target: { value: '106.50' } })
  fireEvent.click(await screen.findByRole('combobox', { name: /Reason/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Damaged' }))
  fireEvent.click(screen.getByRole('button', { name: /^Refund/ }))
  await vi.waitFor(() => expect(amount.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText(/At most/).map(({ textContent }) => textContent)).toEqual(['At most ¥98.00.'])
  expect(sent).toEqual([])
})

test('an amount that the server refuses after another refund is reported at its field, too', async () => {
  await show()
  const fault = { in: 'body', name: 'items.0.amount', reason: '', code: 'out_of_range', params: { maximum: 1250 } }
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { code: 'invalid_request', detail: '', request_id: 'r', status: 400, invalid_params: [fault] },
      { status: 400, headers: { 'content-type': 'application/problem+json' } },
    ),
  )
  fireEvent.change(pieces('Tea'), { target: { value: '3' } })
  const amount = screen.getByRole('textbox', { name: 'Tea : Amount (¥)' })
  fireEvent.change(amount, { target: { value: '20' } })
  fireEvent.click(await screen.findByRole('combobox', { name: /Reason/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Damaged' }))
  fireEvent.click(screen.getByRole('button', { name: /^Refund/ }))
  await screen.findByText('At most ¥12.50.')
  expect(amount.getAttribute('aria-invalid')).toBe('true')
})
