// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { readLogin, writeLogin } from '@/components/shop/customer/store'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { orderCount } from '@/lib/order/example'
import { MeScreen } from './me-screen'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      id: 34,
      kind: 'customer',
      nickname: '',
      avatar_url: null,
      username: null,
      mobile: null,
      order_counts: { ...orderCount, after_sale: 2 },
    }),
  )
})
afterEach(() => {
  cleanup()
  writeLogin(undefined)
  vi.unstubAllGlobals()
})

async function open(openid: string) {
  writeLogin({ token: 'of a customer', openid })
  render(
    <Shown path="/me">
      <CustomerProvider ways={{ hasPlatform: true, hasDemonstration: true }} origin="http://localhost:3000">
        <MeScreen />
      </CustomerProvider>
    </Shown>,
  )
  return screen.findByRole('button', { name: 'Sign out' })
}

test('the name and the number of open requests are shown', async () => {
  await open('guest-1')
  expect(screen.getByText('WeChat user #34')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Returns/ }).textContent).toBe('Returns22 open')
})

test.each([
  ['a guest of the simulated phone', 'guest-1', /^This is a simulated phone\. In this browser you can come back/],
  ['who can come back', 'demo-customer', 'You can sign in again at any time.'],
])('%s is asked before signing out', async (_, openid, text) => {
  fireEvent.click(await open(openid))
  expect(await screen.findByText(text)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(readLogin()).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await screen.findByRole('dialog')
  fireEvent.click(screen.getAllByRole('button', { name: 'Sign out' }).at(-1) ?? document.body)
  await waitFor(() => expect(readLogin()).toBeUndefined())
})

test('a nickname of spaces is not saved, and a typed nickname survives leaving the screen', async () => {
  await open('guest-1')
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Nickname' })
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  fireEvent.change(field(), { target: { value: '   ' } })
  expect(save().disabled).toBe(true)
  fireEvent.change(field(), { target: { value: '阿青' } })
  expect(save().disabled).toBe(false)
  cleanup()
  await open('guest-1')
  expect(field().value).toBe('阿青')
})
