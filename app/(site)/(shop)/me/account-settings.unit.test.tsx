// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { keepGuest, lastGuest } from '@/components/shop/customer/sign-in'
import { type Login, readLogin, writeLogin } from '@/components/shop/customer/store'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { orderCount } from '@/lib/order/example'
import { MeScreen } from './me-screen'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })

const stored = {
  id: 34,
  kind: 'customer',
  nickname: '小满',
  avatar_url: null,
  username: null,
  email: null,
  mobile: null,
  has_password: false,
  order_counts: orderCount,
}
const coupons = { items: [], page: 1, size: 1, next_cursor: null }
const problem = (status: number, code: string, invalid_params?: object[]) =>
  new Response(JSON.stringify({ code, detail: code, request_id: 'r-12345678', invalid_params }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })

/**
 * `sent`: the sent requests other than GET, each as method with path, and body. `answers`: functions that return the
 * responses, by method and path.
 */
let sent: [string, unknown][] = []
let answers: Record<string, (body: unknown) => Response> = {}

beforeEach(() => {
  notifications.clean()
  sent = []
  answers = {
    'GET /v1/user?counts=true': () => Response.json(stored),
    'GET /v1/coupon?state=usable&size=1': () => Response.json({ ...coupons, total: 0 }),
    'POST /sandbox/control': () => Response.json({ code: `code-${sent.length}`, openid: 'guest-1' }),
  }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: string }) => {
    const request = `${method} ${path}`
    const value = body === undefined ? undefined : JSON.parse(body)
    if (method !== 'GET') sent.push([request, value])
    return answers[request]?.(value) ?? new Response(null, { status: 204 })
  })
})
afterEach(() => {
  cleanup()
  writeLogin(undefined)
  keepGuest(undefined)
  vi.unstubAllGlobals()
})

async function open(setting: RegExp, login: Omit<Login, 'token'> = { openid: 'guest-1' }, hasPlatform = true) {
  writeLogin({ token: 'of a customer', ...login })
  render(
    <Shown path="/me">
      <CustomerProvider ways={{ hasPlatform, hasDemonstration: false }} origin="http://localhost:3000">
        <MeScreen />
      </CustomerProvider>
      <Notifications />
    </Shown>,
  )
  fireEvent.click(await screen.findByRole('button', { name: setting }))
  return screen.findByRole('dialog')
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const set = /^Phone/

test('the phone number is confirmed by the platform, and shown', async () => {
  answers['POST /v1/user/mobile'] = () => Response.json({ ...stored, mobile: '13800001024', dropped: [] })
  await open(set)
  type('Phone number', '138 0000 1024')
  press('Confirm the number')
  expect(await screen.findByRole('button', { name: 'Phone 13800001024' })).toBeTruthy()
  expect(sent).toEqual([
    ['POST /sandbox/control', { action: 'phone_code', phone: '13800001024', openid: 'guest-1' }],
    ['POST /v1/user/mobile', { code: 'code-1', merge: false }],
  ])
})

test('a number that is none is not sent', async () => {
  await open(set)
  type('Phone number', '1380000')
  press('Confirm the number')
  expect(await screen.findByText('Enter the 11 digits of a mobile number.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('the number of another account is taken only after a question, with a new code', async () => {
  answers['POST /v1/user/mobile'] = (body) =>
    body && typeof body === 'object' && 'merge' in body && body.merge
      ? Response.json({ ...stored, mobile: '13800001024', dropped: [] })
      : problem(409, 'already_exists')
  await open(set)
  type('Phone number', '13800001024')
  press('Confirm the number')
  expect(await screen.findByText(/^If that account has no sign-in of its own/)).toBeTruthy()
  press('Use it here')
  expect(await screen.findByRole('button', { name: 'Phone 13800001024' })).toBeTruthy()
  expect(sent.at(-1)).toEqual(['POST /v1/user/mobile', { code: 'code-3', merge: true }])
})

test('without the simulated platform, the number is set in the mini-program', async () => {
  await open(set, {}, false)
  expect(screen.getByText('The phone number is set in the mini-program of this shop.')).toBeTruthy()
})

test('a first password is proven by a code of the platform', async () => {
  await open(/^Password/)
  expect(screen.getByText(/^To sign in with a password, set a phone number, too\./)).toBeTruthy()
  expect(screen.queryByLabelText('Current password')).toBeNull()
  type('New password', '听雨的时候想喝茶')
  press('Save password')
  expect(await screen.findByRole('button', { name: 'Password Set' })).toBeTruthy()
  expect(sent).toEqual([
    ['POST /sandbox/control', { action: 'login_code', openid: 'guest-1' }],
    ['PUT /v1/user/password', { code: 'code-1', new_secret: '听雨的时候想喝茶' }],
  ])
})

test('a wrong password is reported at its field', async () => {
  answers['GET /v1/user?counts=true'] = () => Response.json({ ...stored, has_password: true, mobile: '13800001024' })
  answers['PUT /v1/user/password'] = () =>
    problem(400, 'invalid_request', [{ in: 'body', name: 'old_secret', reason: 'wrong', code: 'wrong' }])
  await open(/^Password/)
  expect(screen.getByText(/^Sign in with 13800001024\./)).toBeTruthy()
  type('Current password', 'wrong')
  type('New password', '听雨的时候想喝茶')
  press('Save password')
  expect(await screen.findByText('This is wrong.')).toBeTruthy()
  expect(sent).toEqual([['PUT /v1/user/password', { old_secret: 'wrong', new_secret: '听雨的时候想喝茶' }]])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('closing says what is lost, and signs out for good', async () => {
  keepGuest('guest-1')
  await open(/^Close account/)
  const button = await screen.findByRole('button', { name: 'Close permanently' })
  expect(screen.getByText(/^Your profile, addresses, cart and all ways to sign in are deleted\./)).toBeTruthy()
  fireEvent.click(button)
  await waitFor(() => expect(readLogin()).toBeUndefined())
  expect(sent).toEqual([
    ['POST /sandbox/control', { action: 'login_code', openid: 'guest-1' }],
    ['DELETE /v1/user', { code: 'code-1' }],
  ])
  expect(lastGuest()).toBeUndefined()
})

test('without the platform, closing needs the password; open orders refuse it', async () => {
  answers['DELETE /v1/user'] = () => problem(409, 'in_use')
  await open(/^Close account/, {}, false)
  await screen.findByRole('button', { name: 'Close permanently' })
  type('Your password', 'mini-shop-demo')
  press('Close permanently')
  expect(await screen.findByText(/^First finish your orders/)).toBeTruthy()
  expect(sent).toEqual([['DELETE /v1/user', { secret: 'mini-shop-demo' }]])
  expect(readLogin()).toBeDefined()
})

test('closing says first what is open, with links, and which coupons are lost', async () => {
  answers['GET /v1/user?counts=true'] = () =>
    Response.json({ ...stored, order_counts: { ...orderCount, unpaid: 1, paid: 2, after_sale: 0 } })
  answers['GET /v1/coupon?state=usable&size=1'] = () => Response.json({ ...coupons, total: 3 })
  await open(/^Close account/)
  await screen.findByText('Still open')
  const links = within(screen.getByRole('dialog')).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1 order to pay', '/order?status=unpaid'],
    ['2 orders to be shipped', '/order?status=paid'],
    ['3 unused coupons', '/coupon'],
  ])
  expect(screen.getByText('The account can be closed when your orders and returns are finished.')).toBeTruthy()
  expect(screen.getByText('Coupons that you have not used are lost.')).toBeTruthy()
})

test('closing is offered without what is open if that cannot be read', async () => {
  answers['GET /v1/coupon?state=usable&size=1'] = () => problem(503, 'unavailable')
  await open(/^Close account/)
  expect(await screen.findByRole('button', { name: 'Close permanently' })).toBeTruthy()
  expect(screen.queryByText('Still open')).toBeNull()
})
