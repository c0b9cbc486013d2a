// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { cmsPage, cmsRefunding, cmsRequested, cmsReturned, cmsReturning } from '@/lib/after_sale/example'
import type { Route } from '@/lib/menu/routes'
import ApproveForm from './approve-form'
import { type Case, CaseRecord } from './record'

beforeAll(defineFonts)
afterEach(cleanup)

const order_status = [
  { value: 'shipped', label: 'Shipped', style: 'info', is_default: false, is_disabled: false } as const,
]
const carrier = [{ value: 'SF', label: 'SF Express', style: 'info', is_default: false, is_disabled: false } as const]
const [row] = cmsPage.items
if (!row) throw new Error('The example has a case.')

const returns: Route = {
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
}

function show(others = cmsPage.items, record: Case = cmsRequested) {
  render(
    inAdmin(<CaseRecord record={record} others={others} />, {
      admin: { routes: [returns], dictionaries: { order_status, carrier } },
    }),
  )
  return (name: string) => within(screen.getByRole('region', { name }))
}

test('a case shows the status of its order, and the deadline of the decision', () => {
  const about = show()('Details')
  expect(about.getByText('Shipped')).toBeTruthy()
  expect(about.getByText('Decide by').parentElement?.textContent).toContain('Nov 26, 2026, 11:12 AM')
})

test('a case shows the other cases of the customer, with a link to all of them', () => {
  const others = show()('Other returns')
  expect(others.getByRole('link', { name: row.no }).getAttribute('href')).toBe(`/admin/after_sale/${row.id}`)
  expect(others.getByRole('link', { name: 'All returns of this customer' }).getAttribute('href')).toBe(
    `/admin/after_sale?customer_id=${cmsRequested.customer.id}`,
  )
})

test('the amount of pieces under a discount is explained, in the case and in its forms', async () => {
  const items = cmsRequested.items.map((item) => ({ ...item, amount: 8705, discount_amount: 1095 }))
  const record: Case = { ...cmsRequested, kind: 'refund', items, requested_amount: 8705 }
  show([], record)
  expect(screen.getByText('¥98.00 − ¥10.95 discount = ¥87.05')).toBeTruthy()
  cleanup()
  render(inAdmin(<ApproveForm record={record} onClose={() => undefined} />))
  expect(await screen.findByText(/^At most ¥87.05.* ¥98.00 − ¥10.95 discount = ¥87.05$/)).toBeTruthy()
})

test('only the amount of a line that partly had the price of a deal is said to be an average', async () => {
  const items = cmsRequested.items.map((item) => ({ ...item, amount: 8705, discount_amount: 1095, deal_pieces: 1 }))
  const record: Case = { ...cmsRequested, kind: 'refund', items, requested_amount: 8705 }
  const averaged = /= ¥87.05 Some pieces of this line had the deal price: each is refunded at the average.$/
  show([], record)
  expect(screen.getByText(averaged)).toBeTruthy()
  cleanup()
  render(inAdmin(<ApproveForm record={record} onClose={() => undefined} />))
  expect(await screen.findByText(averaged)).toBeTruthy()
  cleanup()
  show([], { ...record, items: items.map((item) => ({ ...item, deal_pieces: 2 })) })
  expect(screen.queryByText(/average/)).toBeNull()
})

test('a number is a link only if the user may open its page', () => {
  const about = show()('Details')
  expect(about.getByText(cmsRequested.order_no).closest('a')).toBeNull()
  expect(about.queryByRole('link')).toBeNull()
})

test('the only case of a customer says that there are no others', () => {
  const others = show([])('Other returns')
  expect(others.getByText('None.')).toBeTruthy()
  expect(others.queryByRole('link')).toBeNull()
})

test('a return is approved with the usual address, which can be changed', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Approve the return' }))
  const address = await screen.findByRole('textbox', { name: /^Return address/ }, { timeout: 10_000 })
  expect(address).toHaveProperty('value', cmsRequested.usual_return_to)
})

test('goods that the customer has not sent can be accepted, or the return is ended', async () => {
  show([], cmsReturning)
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names.filter((name) => name === 'Reject' || name === 'Accept the goods')).toEqual([
    'Reject',
    'Accept the goods',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Accept the goods' }))
  await screen.findByText(/^The customer has entered no tracking number/, undefined, { timeout: 10_000 })
})

test('staff enter the parcel of the customer beside the return address', async () => {
  const parcel = show([], cmsReturning)('Return shipment')
  fireEvent.click(parcel.getByRole('button', { name: 'Enter tracking number' }))
  const number = await screen.findByRole('textbox', { name: /^Tracking number/ }, { timeout: 10_000 })
  expect(number).toHaveProperty('value', '')
})

test('the correction of a parcel starts with the entered values, and needs permission', async () => {
  const parcel = show([], cmsReturned)('Return shipment')
  fireEvent.click(parcel.getByRole('button', { name: 'Correct tracking number' }))
  const number = await screen.findByRole('textbox', { name: /^Tracking number/ }, { timeout: 10_000 })
  expect(number).toHaveProperty('value', cmsReturned.return_tracking_no)
  expect(screen.getByRole('combobox', { name: /^Carrier/ })).toHaveProperty('value', 'SF Express')
  cleanup()
  expect(show([], { ...cmsReturned, actions: [] })('Return shipment').queryByRole('button', { name: /tracking/ })).toBe(
    null,
  )
})

/** Renders a case. Returns the texts of the history, newest first. */
const entries = (record: Case) => {
  show([], record)
  return [...document.querySelectorAll('.mantine-Timeline-itemBody')].map(({ textContent }) => textContent)
}

test('the history distinguishes a correction of the parcel from its dispatch', () => {
  const told: Case['log'] = cmsReturned.log
  const log = told.flatMap((entry) =>
    entry.action === 'return'
      ? [entry, { ...entry, from_status: entry.to_status, created_at: '2026-11-25T02:00:00.000Z' }]
      : [entry],
  )
  const [newest, next] = entries({ ...cmsReturned, log })
  expect([newest, next]).toEqual([
    expect.stringMatching(/^Return tracking number corrected小李/),
    expect.stringMatching(/^Goods sent back小李/),
  ])
})

test('the history says which pieces of the goods return to stock, and when', () => {
  const [item] = cmsRefunding.items
  const pieces = `${item?.name} · ${item?.spec_text} × 1`
  expect(entries(cmsRefunding)[0]).toContain(`Goods acceptedBack to stock once the refund is paid:\n${pieces}`)
  cleanup()
  const refund = { ...cmsRefunding.refund, status: 'succeeded' } as const
  expect(entries({ ...cmsRefunding, refund })[0]).toContain(`Back to stock:\n${pieces}`)
  cleanup()
  const log = cmsRefunding.log.map((entry) => (entry.restock ? { ...entry, restock: [] } : entry))
  expect(entries({ ...cmsRefunding, log })[0]).toContain('Nothing returns to stock.')
})

test.each<[string, Case, string[]]>([
  ['after_sale.decide', cmsRequested, ['Reject', 'Approve the return']],
  ['after_sale.receive', cmsReturning, ['Accept the goods', 'Enter tracking number']],
  ['after_sale.receive', cmsReturned, ['Refuse the goods', 'Accept the goods', 'Correct tracking number']],
  [
    'after_sale.arbitrate',
    { ...cmsRequested, status: 'disputed', actions: ['decide'] },
    ['Uphold rejection', 'Side with customer'],
  ],
])('hiding %s hides every button of its commands', (code, record, hidden) => {
  const shown = (elements: string[]) => {
    const page = { id: 1, type: 'page' as const, name: 'after_sale', title: '售后', title_en: 'Returns', icon: '' }
    const routes = [
      { ...page, path: '/admin/after_sale', hidden: false, permission_code: null, children: [], elements },
    ]
    const user = { id: 2, name: 'Lin', account: 'lin', is_root: false, groups: [] }
    render(inAdmin(<CaseRecord record={record} others={[]} />, { admin: { user, routes, dictionaries: { carrier } } }))
    const names = screen.queryAllByRole('button').map((button) => button.textContent)
    cleanup()
    return names
  }
  const codes = ['after_sale.decide', 'after_sale.receive', 'after_sale.arbitrate']
  const [all, rest] = [shown(codes), shown(codes.filter((one) => one !== code))]
  expect(all.filter((name) => !rest.includes(name))).toEqual(hidden)
})
