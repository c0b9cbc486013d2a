// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { coupon } from '@/lib/promotion/example'
import type { Promotion } from '../use-terms'
import { CenterScreen } from './center-screen'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })

const { promotion } = coupon

beforeEach(() => notifications.clean())
afterEach(() => {
  cleanup()
  notifications.clean()
  writeLogin(undefined)
  vi.unstubAllGlobals()
})

const problem = (code: string, status: number, members = {}, headers = {}) =>
  new Response(JSON.stringify({ code, detail: '', request_id: 'r-1', ...members }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })

/**
 * Shows the screen. `own`: the coupons of the customer; undefined: the customer is signed out. `take`: returns the
 * response to a POST request that takes a coupon.
 */
function open(promotions: Promotion[], own: object[] | undefined, take: () => Response) {
  const sent: unknown[] = []
  if (own) writeLogin({ token: 'of a customer' })
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json({ items: own, page: 1, size: 100, total: 0, next_cursor: null })
    sent.push(JSON.parse(String(init.body)))
    return take()
  })
  render(
    <Shown path="/coupon/center">
      <CustomerProvider ways={{ hasPlatform: true, hasDemonstration: false }} origin="http://localhost:3000">
        <Notifications />
        <CenterScreen promotions={promotions} />
      </CustomerProvider>
    </Shown>,
  )
  return sent
}
const take = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Take 满50减5' })
const created = (changes = {}) => Response.json({ ...coupon, ...changes }, { status: 201 })

test('a coupon says what it gives, and is taken once', async () => {
  const sent = open([promotion], [], created)
  expect(screen.getByRole('listitem').textContent).toContain(
    '满50减5¥5.00 off for orders of ¥50.00 or moreAll products; valid for 7 days',
  )
  fireEvent.click(await take())
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Taken 满50减5' })).disabled).toBe(true)
  expect(await screen.findByText('Coupon added to yours')).toBeTruthy()
  expect(sent).toEqual([{ promotion_id: 2 }])
})

test('coupons that the customer has count, also when just taken', async () => {
  open([{ ...promotion, per_customer: 3 }], [coupon], () => created({ id: 6 }))
  fireEvent.click(await take())
  await screen.findByText('Coupon added to yours')
  expect((await take()).disabled).toBe(false)
  cleanup()
  open([{ ...promotion, per_customer: 2 }], [coupon], () => created({ id: 6 }))
  fireEvent.click(await take())
  await screen.findByRole('button', { name: 'Taken 满50减5' })
})

test.each([
  ['total', 'All of these coupons are gone.', 'All gone 满50减5'],
  ['per_customer', 'You have already taken as many of these as allowed.', 'Take 满50减5'],
])('the limit %s is in words', async (of, text, button) => {
  open([{ ...promotion, left: 3 }], [], () => problem('limit_reached', 409, { of }))
  expect(screen.getByText('Only 3 left')).toBeTruthy()
  fireEvent.click(await take())
  expect(await screen.findByText(text)).toBeTruthy()
  expect(await screen.findByRole('button', { name: button })).toBeTruthy()
})

test('the last coupon that is taken is gone for everyone else', async () => {
  open([{ ...promotion, left: 0 }], [], created)
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'All gone 满50减5' })).disabled).toBe(true)
})

test('a signed-out customer is asked to sign in', async () => {
  const sent = open([promotion], undefined, created)
  fireEvent.click(await take())
  expect(await screen.findByRole('dialog', { name: 'Sign in' })).toBeTruthy()
  expect(sent).toEqual([])
})

test.each([
  [problem('not_found', 404), /^This code is wrong, used or over/],
  [problem('coupon_unusable', 409, { reason: 'first_order' }), 'This coupon is only for a first order.'],
  [problem('payer_missing', 409), /^Coupons are for customers who sign in with WeChat/],
  [problem('too_many_requests', 429, {}, { 'retry-after': '3590' }), 'Too many attempts. Try again in 60 minutes.'],
])('a refused code stays, with the reason: %#', async (refusal, text) => {
  const sent = open([], [], () => refusal)
  expect(screen.getByRole('heading', { name: 'No coupons to take right now' })).toBeTruthy()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Redeem a code' })
  fireEvent.change(field, { target: { value: 'abcd 1234 efgh' } })
  fireEvent.click(screen.getByRole('button', { name: 'Redeem' }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['abcd 1234 efgh', 'true'])
  expect(sent).toEqual([{ code: 'abcd 1234 efgh' }])
})

test('a refused code leads to the coupons of the customer, which may have it already', async () => {
  open([], [], () => problem('not_found', 404))
  fireEvent.change(screen.getByRole('textbox', { name: 'Redeem a code' }), { target: { value: 'ABCD1234EFGH' } })
  fireEvent.click(screen.getByRole('button', { name: 'Redeem' }))
  expect((await screen.findByRole('link', { name: 'your coupons' })).getAttribute('href')).toBe('/coupon')
})

test('a right code gives a coupon, and the field is empty again', async () => {
  open([], [], created)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Redeem a code' })
  fireEvent.change(field, { target: { value: 'ABCD1234EFGH' } })
  fireEvent.click(screen.getByRole('button', { name: 'Redeem' }))
  await screen.findByText('Coupon added to yours')
  await waitFor(() => expect(field.value).toBe(''))
})
