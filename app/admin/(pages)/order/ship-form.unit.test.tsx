// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import type { Route } from '@/lib/menu/routes'
import { partShippedOrder } from '@/lib/order/ship/cms-example'
import type { Order } from './record'
import ShipForm from './ship-form'

const routes: Route[] = [
  {
    id: 1,
    type: 'page',
    name: 'after_sale',
    title: '售后',
    title_en: 'Returns',
    path: '/admin/after_sale',
    icon: '',
    hidden: false,
    permission_code: null,
    children: [],
    elements: [],
  },
]

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

const entry = (value: string, label: string) =>
  ({ value, label, style: 'info', is_default: false, is_disabled: false }) as const
const carrier = [entry('SF', 'SF Express'), entry('YTO', 'YTO Express')]
const [line] = partShippedOrder.items
const [parcel] = partShippedOrder.shipments
if (!line || !parcel) throw new Error('The example has a line and a parcel.')
const tea = { ...line, id: 1, name: 'Tea', count: 2, shipped_count: 0, kept_count: 0, open_case_id: null }
const cup = { ...tea, id: 2, name: 'Cup', count: 1 }
const fresh: Order = {
  ...partShippedOrder,
  fulfilment: 'none',
  shipments: [],
  items: [tea, cup],
}

/**
 * Shows the form of an order. `remembered`: the carrier in the cookie. `others`: orders that the search finds. Returns
 * the sent bodies and the set cookies.
 */
function show(order: Order, remembered?: string, others: Order[] = []) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'GET')
      return Response.json(
        path.includes('?') ? { items: others } : others.find(({ id }) => path === `/cms/order/${id}`),
      )
    sent.push(JSON.parse(String(body)))
    return Response.json(order)
  })
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(
    `theme=dark; ${remembered === undefined ? '' : `admin.carrier.1=${remembered}`}`,
  )
  const stored = vi.spyOn(document, 'cookie', 'set')
  render(
    inAdmin(
      <>
        <Notifications />
        <ShipForm order={order} onClose={() => undefined} />
      </>,
      { admin: { dictionaries: { carrier }, routes } },
    ),
  )
  return { sent, cookies: () => stored.mock.calls.map(([cookie]) => cookie.split(';')[0]) }
}

const chosen = async () => (await screen.findByRole<HTMLInputElement>('combobox', { name: /Carrier/ })).value

test('the carrier is that of the previous parcel, else the last choice of this user, if still offered', async () => {
  show({ ...fresh, shipments: [{ ...parcel, carrier: 'SF', revoked_at: null }] }, 'YTO')
  expect(await chosen()).toBe('SF Express')
  cleanup()
  show(fresh, 'YTO')
  expect(await chosen()).toBe('YTO Express')
  cleanup()
  show(fresh, 'GONE')
  expect(await chosen()).toBe('')
})

test('the form shows what the customer and the shop have noted about the order', async () => {
  show({
    ...fresh,
    remark: '放门卫，勿放快递柜',
    pinned_notes: [{ id: 1, text: 'Fragile', actor: null, created_at: fresh.created_at }],
  })
  expect(await screen.findByText('放门卫，勿放快递柜')).toBeTruthy()
  expect(screen.getByText('Fragile')).toBeTruthy()
})

test('the carrier of a shipped parcel is remembered, and the message names the order', async () => {
  const { sent, cookies } = show(fresh, 'YTO')
  fireEvent.change(await screen.findByRole('textbox', { name: /Tracking number/ }), { target: { value: 'YT12345678' } })
  fireEvent.click(screen.getByRole('button', { name: 'Ship' }))
  await vi.waitFor(() => expect(cookies()).toEqual(['admin.carrier.1=YTO']))
  expect(await screen.findByText(`Order ${fresh.order_no} is shipped`)).toBeTruthy()
  expect(sent).toMatchObject([
    { method: 'express', carrier: 'YTO', items: [{ order_item_id: 1 }, { order_item_id: 2 }] },
  ])
})

test('lines with an open case are listed with a link to it, and are not in the parcel', async () => {
  const { sent } = show({ ...fresh, items: [tea, { ...cup, open_case_id: 7 }] }, 'YTO')
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain('Cup')
  expect(note.textContent).not.toContain('Tea')
  expect(within(note).getByRole('link').getAttribute('href')).toBe('/admin/after_sale/7')
  fireEvent.change(await screen.findByRole('textbox', { name: /Tracking number/ }), { target: { value: 'YT12345678' } })
  fireEvent.click(screen.getByRole('button', { name: 'Ship' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toMatchObject([{ items: [{ order_item_id: 1, count: 2 }] }])
  expect(sent).not.toMatchObject([{ items: [{}, {}] }])
})

test('chosen orders go in the same parcel, which then takes everything that is left', async () => {
  const ships_with = [
    { id: 8, order_no: 'B8', version: 3 },
    { id: 9, order_no: 'B9', version: 5 },
  ]
  const { sent } = show({ ...fresh, ships_with }, 'YTO')
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Ship order B9 in the same parcel' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /Tracking number/ }), { target: { value: 'YT12345678' } })
  fireEvent.click(screen.getByRole('button', { name: 'Ship' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([
    {
      method: 'express',
      carrier: 'YTO',
      tracking_no: 'YT12345678',
      together: [{ id: 9, version: 5 }],
      version: fresh.version,
    },
  ])
})

describe('a tracking number of another order', () => {
  const elsewhere = { ...fresh.receiver, name: 'Zhou' }
  const used = { ...parcel, tracking_no: 'YT12345678', revoked_at: null }
  const other = { ...fresh, id: 70, order_no: 'B70', receiver: elsewhere, shipments: [used] }
  const ship = async () => {
    const input = await screen.findByRole('textbox', { name: /Tracking number/ })
    fireEvent.change(input, { target: { value: 'YT12345678' } })
    fireEvent.click(screen.getByRole('button', { name: 'Ship' }))
  }

  test('for another receiver is sent only after a question', async () => {
    const { sent } = show(fresh, 'YTO', [other])
    await ship()
    const dialog = within(await screen.findByRole('dialog', { name: 'Number already used' }))
    expect(dialog.getByText(/^YT12345678 is also the tracking number of order B70 \(Zhou\)/)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Number already used' })).toBeNull())
    expect(sent).toEqual([])
    const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Ship' })
    await vi.waitFor(() => expect(again.disabled).toBe(false))
    fireEvent.click(again)
    fireEvent.click(await screen.findByRole('button', { name: 'Ship all the same' }))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
  })

  test.each([
    ['the same receiver', { ...other, receiver: fresh.receiver }],
    ['a revoked parcel', { ...other, shipments: [{ ...used, revoked_at: fresh.created_at }] }],
    ['another number', { ...other, shipments: [{ ...used, tracking_no: 'YT1' }] }],
  ])('is sent at once for %s', async (_, found) => {
    const { sent } = show(fresh, 'YTO', [found])
    await ship()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
  })
})
