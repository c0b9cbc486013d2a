// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import type { Route } from '@/lib/menu/routes'
import { cmsCoupon } from '@/lib/promotion/example'
import { type Coupon, Coupons } from './coupons'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const routes = ['customer', 'promotion', 'order'].map(
  (name, id): Route => ({
    id,
    name,
    title: name,
    title_en: name,
    path: `/admin/${name}`,
    type: 'page',
    icon: '',
    hidden: false,
    permission_code: null,
    children: [],
    elements: [],
  }),
)

const show = (items: Coupon[], query = '', admin: object = { routes }) =>
  render(inAdmin(<Coupons page={{ items, size: 20, next_cursor: null }} />, { path: '/admin/coupon', query, admin }))

const links = () =>
  screen.getAllByRole('link').flatMap((link) => {
    const href = link.getAttribute('href') ?? ''
    return href.startsWith('/admin/') ? [[link.textContent, href]] : []
  })

test('a coupon links to its customer, promotion and order', () => {
  show([{ ...cmsCoupon, state: 'used', order_id: 12, order_no: '26112000000000001024' }])
  expect(links()).toEqual(
    expect.arrayContaining([
      ['晚晚', '/admin/customer?customer=7'],
      ['补偿券', '/admin/promotion?promotion=2'],
      ['26112000000000001024', '/admin/order/12'],
    ]),
  )
})

test('records that the user may not open are no links', () => {
  show([{ ...cmsCoupon, order_id: 12, order_no: '26112000000000001024' }], '', { routes: [] })
  expect(screen.getAllByText('26112000000000001024').length).toBeGreaterThan(0)
  expect(screen.queryAllByRole('link')).toEqual([])
})

test.each<[Partial<Coupon>, boolean]>([
  [{ state: 'usable' }, true],
  [{ state: 'upcoming' }, true],
  [{ state: 'held' }, false],
  [{ state: 'used' }, false],
  [{ state: 'expired' }, false],
  [{ state: 'revoked' }, false],
  [{ state: 'usable', source: 'customer' }, false],
  [{ state: 'usable', source: 'registration' }, false],
])('%j can be revoked: %s', (fields, isRevocable) => {
  show([{ ...cmsCoupon, ...fields }])
  expect(screen.queryAllByRole('button', { name: /^Actions/ }).length > 0).toBe(isRevocable)
})

test('a coupon is revoked with a reason', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    sent.push([path, JSON.parse(String(body))])
    return Response.json(cmsCoupon)
  })
  show([cmsCoupon])
  fireEvent.click(screen.getByRole('button', { name: /^Actions/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Revoke' }))
  const form = within(await screen.findByRole('form', { name: 'Revoke “补偿券” of 晚晚' }))
  fireEvent.click(form.getByRole('button', { name: 'Revoke' }))
  await form.findByText('This is required.')
  fireEvent.change(form.getByRole('textbox', { name: /^Reason/ }), { target: { value: '重复补偿' } })
  fireEvent.click(form.getByRole('button', { name: 'Revoke' }))
  await vi.waitFor(() => expect(sent).toEqual([['/cms/coupon/5/revoke', { note: '重复补偿' }]]))
})

test('the filter of a link from another page has the name of the customer', async () => {
  show([cmsCoupon], 'user_id=7')
  expect(await screen.findByRole('button', { name: /Customer.*晚晚/ })).toBeTruthy()
})

test('an empty list says what coupons are', () => {
  show([])
  expect(screen.getByText(/A coupon is a customer’s right to one promotion/)).toBeTruthy()
})
