// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import type { RefundStatus } from '@/db/enums'
import type { ElementCode } from '@/lib/menu/elements'
import type { Route } from '@/lib/menu/routes'
import { refundedOrder } from '@/lib/order/change/cms-example'
import { qrCodeOf } from '@/lib/order/desk/barcode'
import { partShippedOrder } from '@/lib/order/ship/cms-example'
import { OrderRecord } from './record'

let asked: string[] = []

beforeAll(defineFonts)
beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json(refundedOrder)
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const [refund] = refundedOrder.refunds
const withRefund = (status: RefundStatus) => ({
  ...refundedOrder,
  refunds: refund ? [{ ...refund, status }] : [],
})

test('an order is polled while a refund is being processed', async () => {
  render(inAdmin(<OrderRecord order={withRefund('processing')} cases={[]} />))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(asked).toEqual([`/cms/order/${refundedOrder.id}`])
  cleanup()
  render(inAdmin(<OrderRecord order={withRefund('succeeded')} cases={[]} />))
  await act(() => vi.advanceTimersByTimeAsync(600_000))
  expect(asked).toHaveLength(1)
})

test('what an order costs is paid only once it is paid', () => {
  const column = (name: string) => screen.queryByRole('columnheader', { name })
  render(inAdmin(<OrderRecord order={refundedOrder} cases={[]} />))
  expect([column('Paid') !== null, column('To pay') !== null]).toEqual([true, false])
  cleanup()
  render(
    inAdmin(<OrderRecord order={{ ...refundedOrder, status: 'unpaid', paid_at: null, paid_amount: 0 }} cases={[]} />),
  )
  expect([column('Paid') !== null, column('To pay') !== null]).toEqual([false, true])
})

test('a discount by a coupon links to the coupons of the customer, any other one to its promotion', () => {
  const discount = { promotion_id: 1, coupon_id: null, gives: 'reduction', label: '满200减30', amount: 3_000 } as const
  const byCoupon = { ...discount, promotion_id: 2, coupon_id: 5, label: '满50减5', amount: 500 } as const
  const order = { ...refundedOrder, discounts: [discount, byCoupon] }
  const [page] = menuWith([])
  const showTo = (path: string) => {
    cleanup()
    const routes = page ? [{ ...page, path }] : []
    render(inAdmin(<OrderRecord order={order} cases={[]} />, { admin: { routes } }))
  }
  showTo('/admin/coupon')
  const link = screen.getByRole('link', { name: 'Coupon: 满50减5' })
  expect(link.getAttribute('href')).toBe(`/admin/coupon?user_id=${order.customer.id}&promotion_id=2`)
  expect(screen.queryByRole('link', { name: /满200减30/ })).toBeNull()
  showTo('/admin/promotion')
  expect(screen.getByRole('link', { name: '满200减30' }).getAttribute('href')).toBe('/admin/promotion?promotion=1')
  expect(screen.getByText('Coupon: 满50减5').closest('a')).toBeNull()
})

/** The menu of a staff member who sees these page elements on the page of orders. */
const menuWith = (elements: string[]): Route[] => [
  {
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
    elements,
  },
]
const ofOrders = [
  ...(['order.update', 'order.note', 'order.ship', 'order.print', 'order.cancel', 'order.refund'] as const),
] satisfies ElementCode[]
const buttons: Record<string, string[]> = {
  'order.update': ['Edit'],
  'order.note': ['Add a note'],
  'order.ship': ['Ship', 'Correct', 'Revoke'],
  'order.print': ['Print'],
  'order.cancel': ['Cancel'],
  'order.refund': ['Refund'],
}

test.each(Object.entries(buttons))('hiding %s hides its buttons on the page, and no other', (code, hidden) => {
  const user = { id: 2, name: 'Lin', account: 'lin', is_root: false, groups: [] }
  const actions = partShippedOrder.actions.map((one) => ({ ...one, allowed: true, reason: null }))
  const shown = (elements: string[]) => {
    const admin = { user, routes: menuWith(elements) }
    render(inAdmin(<OrderRecord order={{ ...partShippedOrder, actions }} cases={[]} />, { admin }))
    const names = [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')].map((one) => one.textContent)
    cleanup()
    return Object.values(buttons)
      .flat()
      .filter((name) => names.includes(name))
  }
  const all = shown(ofOrders)
  expect(all.filter((name) => hidden.includes(name)).length).toBeGreaterThan(0)
  expect(shown(ofOrders.filter((one) => one !== code))).toEqual(all.filter((name) => !hidden.includes(name)))
})

test('a parcel names the other orders in it, and says why it cannot be undone any more', () => {
  const [parcel] = partShippedOrder.shipments
  const other = { shipment_id: parcel?.id ?? 0, id: 12, order_no: '20261120000012', version: 2 }
  const admin = { routes: menuWith([...ofOrders]) }
  render(inAdmin(<OrderRecord order={{ ...partShippedOrder, parcel_with: [other] }} cases={[]} />, { admin }))
  expect(screen.getByRole('link', { name: other.order_no }).getAttribute('href')).toBe('/admin/order/12')
  expect(screen.queryByRole('button', { name: 'Cancel shipment' })).not.toBeNull()
  cleanup()
  const shipments = partShippedOrder.shipments.map((one) => ({ ...one, tried_at: one.shipped_at }))
  render(inAdmin(<OrderRecord order={{ ...partShippedOrder, shipments }} cases={[]} />, { admin }))
  expect(screen.queryByRole('button', { name: 'Cancel shipment' })).toBeNull()
  expect(screen.queryByText(/WeChat knows this parcel/)).not.toBeNull()
})

test('an unpaid order shows its link for the customer, also as a QR code', () => {
  const order = { ...refundedOrder, status: 'unpaid' as const, paid_at: null, paid_amount: 0 }
  const link = 'https://shop.example/order/9'
  render(inAdmin(<OrderRecord order={order} cases={[]} toPay={{ link, code: qrCodeOf(link) }} />))
  expect(screen.queryByText(link)).not.toBeNull()
  const code = screen.getByRole('img', { name: 'QR code of the link for the customer' })
  expect(code.querySelector('svg')).not.toBeNull()
})
