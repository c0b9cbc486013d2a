// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { address } from '@/lib/address/example'
import { requested, withdrawn } from '@/lib/after_sale/example'
import { completedOrder, orderDetail, orderItem, receiverFreight } from '@/lib/order/example'
import { store } from '@/lib/store/example'
import type { Case } from '../../after_sale/case-card'
import { OrderFacts } from './order-facts'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
let changed: OrderDetail[] = []
afterEach(() => {
  cleanup()
  changed = []
  writeLogin(undefined)
  vi.unstubAllGlobals()
})

const show = (order: OrderDetail, cases: Case[]) =>
  render(
    <Shown path="/order/9">
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <OrderFacts order={order} cases={cases} onExpired={() => undefined} onChanged={(next) => changed.push(next)} />
      </CustomerProvider>
    </Shown>,
  )
const caseLinks = () => screen.queryAllByRole('link', { name: /return/i }).map((link) => link.textContent)
const withItem = (change: Partial<OrderDetail['items'][number]>, order: Partial<OrderDetail> = {}): OrderDetail => ({
  ...completedOrder,
  ...order,
  items: completedOrder.items.map((item) => ({ ...item, ...change })),
})

test('the line and the status of an order link to its open case', () => {
  show(completedOrder, [requested])
  expect(screen.getByText('Return requested')).toBeTruthy()
  expect(caseLinks()).toEqual(['A return request is open', 'Returns for this order'])
})

test('a closed case leaves only the link to the cases, which an order without cases lacks', () => {
  show(completedOrder, [withdrawn])
  expect([screen.queryByText('Return requested'), caseLinks()]).toEqual([null, ['Returns for this order']])
  cleanup()
  show(completedOrder, [])
  expect(caseLinks()).toEqual([])
})

const pickup = { store, code: '482109375516', ready_at: null, collected_at: null }

test('a paid order to collect shows its code at its store, as digits and as a barcode, and no address to change', async () => {
  const order: OrderDetail = { ...orderDetail, status: 'paid', store_id: store.id, pickup, actions: [] }
  show(order, [])
  expect(screen.getByText('4821 0937 5516')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'To collect' })).toBeTruthy()
  expect(screen.getByText(/^The shop is preparing/)).toBeTruthy()
  expect(screen.getByText(store.name)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Ship to' })).toBeNull()
  await waitFor(() => expect(document.querySelector('svg path')).toBeTruthy())
  cleanup()
  show({ ...order, pickup: { ...pickup, ready_at: order.created_at } }, [])
  expect(screen.getByText(/^Your order is ready/)).toBeTruthy()
  cleanup()
  show({ ...order, status: 'completed', pickup: { ...pickup, code: null, collected_at: order.created_at } }, [])
  expect(screen.queryByText('4821 0937 5516')).toBeNull()
})

const refund: OrderDetail['refunds'][number] = {
  refund_no: 'R1',
  amount: 14_800,
  freight_amount: 800,
  postage_amount: 1_200,
  status: 'processing',
  created_at: '2026-11-24T03:12:40.250Z',
  succeeded_at: null,
  items: [{ order_item_id: orderItem.id, count: 1, amount: 12_800 }],
}

test('a refund is shown from its start, with what it is made up of, and its pieces as refunded once it is paid', () => {
  const refunded = { refunded_count: 1, refundable_count: 1 }
  show(withItem(refunded, { refunds: [refund] }), [])
  const section = within(screen.getByRole('region', { name: 'Refunds' }))
  expect(section.getByText('Refund of ¥148.00 under way')).toBeTruthy()
  expect(section.getByText(/^Started:/).textContent).toContain('2026')
  expect(section.getAllByRole('term').map((term) => term.textContent)).toEqual([
    '雨前绿茶 100 克罐装 × 1',
    'Shipping fee',
    'Return postage',
  ])
  expect(section.getAllByRole('definition').map((sum) => sum.textContent)).toEqual(['¥128.00', '¥8.00', '¥12.00'])
  expect(screen.queryByText('Refunded × 1')).toBeNull()
  cleanup()
  const succeeded = { ...refund, status: 'succeeded', succeeded_at: '2026-11-24T03:15:02.110Z' } as const
  show(withItem(refunded, { refunds: [succeeded] }), [])
  expect(screen.getByText('¥148.00 refunded')).toBeTruthy()
  expect(screen.getByText(/^Paid back:/)).toBeTruthy()
  expect(screen.getByText('Refunded × 1')).toBeTruthy()
  expect(screen.queryByText(/each is refunded at the average/)).toBeNull()
  cleanup()
  show(withItem({ ...refunded, deal_pieces: 1 }, { refunds: [refund] }), [])
  expect(screen.getByText(/each is refunded at the average/)).toBeTruthy()
})

test('a refund that failed says that the shop is working on it, and a closed one is not shown', () => {
  show({ ...completedOrder, refunds: [{ ...refund, status: 'refused' }] }, [])
  expect(screen.getByText(/^WeChat Pay could not pay this refund/)).toBeTruthy()
  cleanup()
  show({ ...completedOrder, refunds: [{ ...refund, status: 'closed' }] }, [])
  expect(screen.queryByRole('region', { name: 'Refunds' })).toBeNull()
})

test('each line of a partly shipped order says how many pieces are still to come', () => {
  const change = { shipped_count: 1, refundable_count: 2, returnable_count: 1 }
  show(withItem(change, { status: 'paid', fulfilment: 'part' }), [])
  expect(screen.getByText('1 shipped, 1 to come')).toBeTruthy()
  expect(screen.getByText(/^A part of your order is on its way/)).toBeTruthy()
})

test('an order whose pieces are all in an open case is not said to be packed', () => {
  const change = { shipped_count: 0, refundable_count: 0, refundable_amount: 0, returnable_count: 0 }
  show(withItem(change, { status: 'paid', fulfilment: 'none' }), [requested])
  expect(screen.getByText('Nothing is shipped while the shop looks at your request.')).toBeTruthy()
})

test('the address of an unpaid order is changed, that of another one is not', async () => {
  writeLogin({ token: 'of a customer' })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/v1/address') return Response.json([{ ...address, id: 2, name: '林二' }])
    sent.push([init?.method, path, JSON.parse(String(init?.body))])
    return Response.json(orderDetail)
  })
  show(orderDetail, [])
  fireEvent.click(screen.getByRole('button', { name: 'Change' }))
  fireEvent.click(await screen.findByRole('button', { name: /^Ship here / }))
  await waitFor(() => expect(changed).toHaveLength(1))
  expect(sent).toEqual([['PUT', `/v1/order/${orderDetail.id}/receiver`, { address_id: 2 }]])
  cleanup()
  show(completedOrder, [])
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
})

test('a paid order shows the address that its customer asks for, and takes the question back', async () => {
  writeLogin({ token: 'of a customer' })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    sent.push([init?.method, path, JSON.parse(String(init?.body))])
    return Response.json(completedOrder)
  })
  const asked_receiver = { ...completedOrder.receiver, name: '林二' }
  show({ ...completedOrder, status: 'paid', actions: ['readdress'], asked_receiver }, [])
  expect(screen.getByText(/You asked the shop/)).toBeTruthy()
  expect(screen.getByText(/林二/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ask for another' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Take the request back' }))
  await waitFor(() => expect(changed).toHaveLength(1))
  expect(sent).toEqual([['PUT', `/v1/order/${completedOrder.id}/receiver`, { address_id: null }]])
})

test('the customer of a paid order is told of another fee, and of what is not delivered, before the shop is asked', async () => {
  writeLogin({ token: 'of a customer' })
  const sent: unknown[] = []
  const asked = { name: 'Ask for this address?' }
  let freight: object = receiverFreight
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/v1/address') return Response.json([{ ...address, id: 2 }])
    if (path.includes('/receiver/freight')) return Response.json(freight)
    sent.push([init?.method, path])
    return Response.json(completedOrder)
  })
  show({ ...completedOrder, status: 'paid', actions: ['readdress'] }, [])
  const choose = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Ask for another' }))
    fireEvent.click(await screen.findByRole('button', { name: /^Ship here / }))
    return screen.findByRole('dialog', asked)
  }
  const otherFee = await choose()
  expect(otherFee.textContent).toContain('Shipping there costs ¥15.00, and ¥8.00 to the present address.')
  fireEvent.click(within(otherFee).getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('dialog', asked)).toBeNull())
  expect(sent).toEqual([])
  freight = {
    ...receiverFreight,
    freight_amount: null,
    undeliverable: [{ sku_id: 2, name: '紫砂壶', reason: 'region' }],
  }
  const notDelivered = await choose()
  expect(notDelivered.textContent).toContain('Not delivered there: 紫砂壶.')
  fireEvent.click(within(notDelivered).getByRole('button', { name: 'Ask for another' }))
  await waitFor(() => expect(sent).toEqual([['PUT', `/v1/order/${completedOrder.id}/receiver`]]))
})

test('a canceled order has the reason of the shop', () => {
  const canceled = { ...completedOrder, status: 'cancelled' as const, cancel_reason: '缺货' }
  show(canceled, [])
  expect(screen.getByText('缺货')).toBeTruthy()
  cleanup()
  show({ ...canceled, cancel_reason: 'expired' }, [])
  expect(screen.queryByText(/expired/)).toBeNull()
})

test('the history names the parcel of each shipment', () => {
  const [shipment] = completedOrder.shipments
  if (!shipment) throw new Error('The example has a parcel.')
  const shipped = (at: string) => ({ action: 'ship', from_status: 'paid', to_status: 'paid', created_at: at }) as const
  const second = { ...shipment, id: shipment.id + 1, tracking_no: 'SF2', shipped_at: '2026-11-21T02:15:04.120Z' }
  const log = [shipped(shipment.shipped_at), shipped(second.shipped_at), shipped('2026-11-22T02:15:04.120Z')]
  show({ ...completedOrder, shipments: [shipment, second], log }, [])
  const entries = screen.getAllByRole('listitem').map((entry) => entry.textContent ?? '')
  const named = [shipment.tracking_no, 'SF2', 'SF'].map((number) => entries.filter((text) => text.includes(number)))
  expect(named.map((texts) => texts.length)).toEqual([1, 1, 2])
})
