// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CartProvider } from '@/components/shop/cart'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { CartScreen } from './cart-screen'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

const line = {
  ...{ sku_id: 2, product_id: 1, count: 3, checked: false, name: '雨前绿茶', spec_text: '100 克罐装' },
  ...{ image_url: null, price: 12_800, deal: null, stock: 9, problem: null },
}
const sent: unknown[] = []

beforeEach(() => {
  sent.length = 0
  notifications.clean()
  writeLogin({ token: 'of a customer' })
})
afterEach(() => {
  cleanup()
  notifications.clean()
  writeLogin(undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function show(problem: string | null, changes = {}) {
  const lines = [{ ...line, problem, ...changes }]
  vi.stubGlobal('fetch', async (_: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'DELETE') return new Response(null, { status: 204 })
    if (body) sent.push(JSON.parse(body))
    return Response.json(lines)
  })
  render(
    <Shown path="/cart">
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <Notifications />
        <CartProvider>
          <CartScreen />
        </CartProvider>
      </CustomerProvider>
    </Shown>,
  )
  return screen.findByRole('button', { name: /^Remove 雨前绿茶/ })
}

async function removeLine(problem: string | null) {
  fireEvent.click(await show(problem))
  await screen.findByText('Your cart is empty')
  await screen.findByText(/Item removed/)
}

test('a line that was removed can be put back as it was', async () => {
  await removeLine(null)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: /^Remove 雨前绿茶/ })).toBeTruthy()
  expect(sent).toEqual([{ items: [{ sku_id: 2, count: 3, checked: false }] }])
})

test('a product that is no longer sold cannot be put back', async () => {
  await removeLine('off_sale')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('the name leads to the product with the SKU of the line', async () => {
  await show('short')
  expect(screen.getByRole('link', { name: '雨前绿茶' }).getAttribute('href')).toBe('/product/1?sku_id=2')
})

test('the price and the sum are those of a deal, until it ends', async () => {
  vi.useFakeTimers({ now: new Date('2026-12-01T07:59:59Z'), shouldAdvanceTime: true })
  await show(null, { checked: true, deal: { price: 9_900, ends_at: '2026-12-01T08:00:10Z' } })
  const sum = () => screen.getByText('Subtotal').parentElement?.textContent
  expect(screen.getByText('¥99.00').textContent).toBe('Regular price ¥128.00 ¥99.00')
  expect(sum()).toBe('Subtotal¥297.00')
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(sum()).toBe('Subtotal¥384.00')
  expect(screen.queryByText(/Regular price/)).toBeNull()
})
