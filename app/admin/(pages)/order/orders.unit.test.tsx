// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { orderRow } from '@/lib/order/desk/cms-example'
import { Orders } from './orders'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const carrier = [
  { value: 'SF', label: 'SF Express', style: 'info', is_default: false, is_disabled: false },
  { value: 'YTO', label: 'YTO Express', style: 'info', is_default: false, is_disabled: false },
] as const

const items: RowOf<'GET /cms/order'>[] = [
  { ...orderRow, id: 1, order_no: 'A1', version: 4 },
  { ...orderRow, id: 2, order_no: 'A2', version: 6 },
  { ...orderRow, id: 3, order_no: 'A3', status: 'completed', fulfilment: 'all' },
]

/** Shows the list. Returns the pushed paths and the sent requests. */
function show(shown = items, query = '') {
  const pushed: string[] = []
  const sent: [path: string, body: unknown][] = []
  // The menu of a row reads this before it offers the clipboard.
  vi.stubGlobal('isSecureContext', false)
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push([path, JSON.parse(String(body))])
    return Response.json({})
  })
  render(
    inAdmin(<Orders page={{ items: shown, size: 20, total: shown.length }} stores={[]} />, {
      query,
      path: '/admin/order',
      admin: { dictionaries: { carrier: [...carrier] } },
      push: (path) => void pushed.push(path),
    }),
  )
  return { pushed, sent }
}

async function menuOf(name: string) {
  fireEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

test('the menu of an order has the possible actions', async () => {
  const { pushed } = show()
  expect(await menuOf('A1')).toEqual(expect.arrayContaining(['Ship', 'Edit', 'Print']))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Print' }))
  expect(pushed).toEqual(['/admin/order/print?ids=1'])
  cleanup()
  show()
  expect(await menuOf('A3')).not.toContain('Ship')
})

test('several orders are shipped at once, each with its tracking number; shipped orders are left out', async () => {
  const { sent } = show()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  const bar = await screen.findByRole('group', { name: 'Actions for the selection' })
  fireEvent.click(within(bar).getByRole('button', { name: 'Ship' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('1 selected row is skipped')
  fireEvent.click(await within(dialog).findByRole('combobox', { name: 'Carrier' }))
  fireEvent.click(await screen.findByRole('option', { name: /^YTO/ }))
  const ship = within(dialog).getByRole('button', { name: 'Ship' })
  fireEvent.change(within(dialog).getByRole('textbox', { name: /A1/ }), { target: { value: ' YT0000000001' } })
  expect(ship).toHaveProperty('disabled', true)
  fireEvent.change(within(dialog).getByRole('textbox', { name: /A2/ }), { target: { value: 'YT0000000002' } })
  expect(within(dialog).queryByRole('textbox', { name: /A3/ })).toBeNull()
  fireEvent.click(ship)
  await within(dialog).findByText('2 of 2 done')
  expect(sent).toEqual([
    ['/cms/order/1/ship', { method: 'express', carrier: 'YTO', tracking_no: 'YT0000000001', version: 4 }],
    ['/cms/order/2/ship', { method: 'express', carrier: 'YTO', tracking_no: 'YT0000000002', version: 6 }],
  ])
})

async function bulkShip() {
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  const bar = await screen.findByRole('group', { name: 'Actions for the selection' })
  fireEvent.click(within(bar).getByRole('button', { name: 'Ship' }))
  return screen.findByRole('dialog')
}

test('a reminder is noted on orders to collect, and on no others', async () => {
  const store = { id: 1, name: '青梧路店' }
  const { sent } = show([...items, { ...orderRow, id: 4, order_no: 'A4', store }])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  const bar = await screen.findByRole('group', { name: 'Actions for the selection' })
  fireEvent.click(within(bar).getByRole('button', { name: 'Note a reminder' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('3 selected rows are skipped')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Note a reminder' }))
  await within(dialog).findByText('1 of 1 done')
  expect(sent).toEqual([['/cms/order/4/note', { text: 'Reminded the customer to collect the order' }]])
})

test('an order that waits is named once, with the reason of the server, and the other orders are shipped', async () => {
  const waiting = [
    { ...orderRow, id: 4, order_no: 'A4', is_held_back: true, is_address_asked: true },
    { ...orderRow, id: 5, order_no: 'A5', is_address_asked: true },
  ]
  show([...items.map((row) => ({ ...row, is_held_back: row.id === 1 })), ...waiting])
  const dialog = await bulkShip()
  const warning = await within(dialog).findByRole('alert')
  const reasons = within(warning).getAllByRole('listitem')
  expect(reasons.map(({ textContent }) => textContent)).toEqual([
    'A1 Waiting for a return request. Open the order to ship its other items.',
    'A4 The customer asks for another address. Accept or refuse it first.',
    'A5 The customer asks for another address. Accept or refuse it first.',
  ])
  expect(dialog.textContent).toContain('1 selected row is skipped')
  await within(dialog).findByRole('textbox', { name: /A2/ })
  expect(within(dialog).queryByRole('textbox', { name: /A1/ })).toBeNull()
})

test('the rest of several orders is refunded by the amounts of the preview, and what it refuses stays selected', async () => {
  const reasons = [{ value: 'other', label: 'Other', style: 'info', is_default: false, is_disabled: false }] as const
  const sent: [path: string, body: unknown, key: string | null][] = []
  vi.stubGlobal('fetch', async (path: string, { method, body, headers }: RequestInit) => {
    if (method === 'POST') sent.push([path, JSON.parse(String(body)), new Headers(headers).get('idempotency-key')])
    const common = { version: 4, status: 'paid', items: [{ order_item_id: 5, count: 2 }], freight_amount: 0 }
    return Response.json({
      amount: 1250,
      items: [
        { ...common, id: 1, order_no: 'A1', reason: null, amount: 1250 },
        { ...common, id: 2, order_no: 'A2', reason: 'after_sale_open', amount: 0 },
      ],
    })
  })
  const paid = items.slice(0, 2).map((row) => ({ ...row, paid_amount: 1250, promised_amount: 0 }))
  const held = { ...orderRow, id: 4, order_no: 'A4', is_held_back: true, paid_amount: 900, promised_amount: 0 }
  render(
    inAdmin(<Orders page={{ items: [...paid, held], size: 20, total: 3 }} stores={[]} />, {
      path: '/admin/order',
      admin: { dictionaries: { refund_reason: [...reasons] } },
    }),
  )
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  const bar = await screen.findByRole('group', { name: 'Actions for the selection' })
  fireEvent.click(within(bar).getByRole('button', { name: 'Refund the rest' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('1 order, ¥12.50 goes back')
  const why = within(dialog).getAllByRole('alert')
  expect(why.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('A4 A return request is open.'),
    expect.stringContaining('A2 A return request is open.'),
  ])
  const refund = within(dialog).getByRole('button', { name: 'Refund the rest' })
  expect(refund).toHaveProperty('disabled', true)
  fireEvent.click(within(dialog).getByRole('combobox', { name: /Reason for the refund/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Other' }))
  expect(within(dialog).getByText('¥12.50')).toBeTruthy()
  fireEvent.click(refund)
  await within(dialog).findByText('1 of 2 done, 1 failed')
  const body = { reason_code: 'other', expected_amount: 1250, version: 4, freight_amount: 0 }
  expect(sent).toEqual([
    [
      '/cms/order/1/refund',
      { ...body, items: [{ order_item_id: 5, count: 2 }] },
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ],
  ])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Done' }))
  expect(await screen.findByText('1 selected')).toBeTruthy()
})

test('a pasted column of numbers fills this field and the following ones', async () => {
  show()
  const dialog = await bulkShip()
  const numberOf = (name: RegExp) => within(dialog).findByRole('textbox', { name })
  const paste = async (text: string) =>
    fireEvent.paste(await numberOf(/A1/), { clipboardData: { getData: () => text } })
  await paste('YT1\r\nYT2\r\nYT3\r\n')
  expect(await numberOf(/A1/)).toHaveProperty('value', 'YT1')
  expect(await numberOf(/A2/)).toHaveProperty('value', 'YT2')
})

test('a hint says that a part of a number is too short to be found', () => {
  show([], 'q=123')
  expect(screen.getByText(/at least/).textContent).toMatch(/last 4 characters/)
  cleanup()
  show([], 'q=123456')
  expect(screen.queryByText(/last 4 characters/)).toBeNull()
})

test('a partly refunded order says so, with the number of pieces left', () => {
  const paid = { ...orderRow, paid_amount: 23_400, promised_amount: 7800, piece_count: 3 }
  show([
    { ...paid, id: 1, order_no: 'A1', refunded_amount: 7800, refunded_count: 1 },
    { ...paid, id: 2, order_no: 'A2', promised_amount: 0, refunded_amount: 0 },
    { ...paid, id: 3, order_no: 'A3', status: 'refunded', refunded_amount: 7800, refunded_count: 3 },
  ])
  const [, first, second, third] = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(first).toContain('Partially refunded')
  expect(first).toContain('2 of 3 pieces left')
  for (const other of [second, third]) {
    expect(other).not.toContain('Partially refunded')
    expect(other).toContain('3 pieces')
  }
})
