// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { routerTo } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { orderPreview } from '@/lib/order/example'
import { Purchase } from './purchase'

let pushed: string[] = []

beforeEach(() => {
  pushed = []
})
afterEach(() => {
  cleanup()
  writeLogin(undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
  window.history.replaceState(null, '', '/')
})

const sku = (id: number, size: string, price: number, stock: number) => ({
  id,
  sku_no: `S${id}`,
  spec_values: [size],
  price,
  market_price: null,
  stock,
  image_url: id === 3 ? '/cake.webp' : null,
  deal: null,
})

const tea: ComponentProps<typeof Purchase>['product'] = {
  name: '绿茶',
  images: ['/tea.webp'],
  specs: [{ name: '规格', values: ['袋', '罐', '饼'] }],
  skus: [sku(1, '袋', 2_800, 9), sku(2, '罐', 12_800, 0), sku(3, '饼', 8_600, 3)],
  price: 2_800,
  market_price: null,
  sold_count: 7,
  deal: null,
}

const show = (product = tea, search = '') =>
  render(
    <Shown search={search} router={routerTo((path) => void pushed.push(path))}>
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <Purchase product={product} title="绿茶">
          {null}
        </Purchase>
      </CustomerProvider>
    </Shown>,
  )

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const count = () => screen.getByRole('group', { name: 'Quantity' }).querySelector('output')?.textContent

test('shows the lowest price until a value is chosen, then the price of the value', () => {
  show()
  expect(screen.getByText('From').parentElement?.textContent).toBe('From ¥28.00')
  choose('饼')
  expect(screen.getByText('¥86.00')).toBeTruthy()
  expect(screen.queryByText('From')).toBeNull()
})

test('shows how few pieces are left, and does not allow more', () => {
  show()
  expect(screen.queryByText('Only 3 left')).toBeNull()
  choose('饼')
  expect(screen.getByText('Only 3 left')).toBeTruthy()
  // An HTML parser would end the paragraph at the div, so the page would differ from the server's rendering.
  expect(document.querySelector('p div')).toBeNull()
  fireEvent.click(button('One more'))
  fireEvent.click(button('One more'))
  expect(count()).toBe('3')
  expect(button('One more').disabled).toBe(true)
  choose('袋')
  expect(button('One more').disabled).toBe(false)
})

test('reduces the count if another value has fewer pieces', () => {
  show()
  choose('袋')
  for (let press = 0; press < 4; press++) fireEvent.click(button('One more'))
  expect(count()).toBe('5')
  choose('饼')
  expect(count()).toBe('3')
})

test('a value without pieces can be chosen, but not bought', () => {
  show()
  choose('罐 Sold out')
  expect(screen.getByText('¥128.00')).toBeTruthy()
  expect([button('Add to cart').disabled, button('Sold out').disabled]).toEqual([true, true])
  choose('袋')
  expect([button('Add to cart').disabled, button('Buy now').disabled]).toEqual([false, false])
})

test('a product without any pieces cannot be bought', () => {
  show({ ...tea, skus: tea.skus.map((one) => ({ ...one, stock: 0 })) })
  expect([button('Add to cart').disabled, button('Sold out').disabled]).toEqual([true, true])
})

test('a missing spec is reported and focused; a complete choice is bought', () => {
  show()
  fireEvent.click(button('Buy now'))
  expect(screen.getByRole('alert').textContent).toBe('Choose 规格 first')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '袋' }))
  expect(pushed).toEqual([])
  choose('饼')
  expect(screen.getByRole('alert').textContent).toBe('')
  fireEvent.click(button('One more'))
  fireEvent.click(button('Buy now'))
  fireEvent.click(button('Buy now'))
  const form = /^\/checkout\?sku_id=3&count=2&intent=[\da-f]{32}$/
  expect(pushed).toEqual([expect.stringMatching(form), expect.stringMatching(form)])
  // Each tap has a new Idempotency-Key, so it places a new order.
  expect(pushed[0]).not.toBe(pushed[1])
})

test('the choice is written to the URL, and restored from it', () => {
  show()
  choose('饼')
  fireEvent.click(button('One more'))
  expect(window.location.search).toBe('?sku_id=3&count=2')
  cleanup()
  show(tea, '?sku_id=3&count=2')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '饼' }).checked).toBe(true)
  expect(count()).toBe('2')
})

test.each(['?sku_id=3&count=99', '?sku_id=3&count=x', '?sku_id=9&count=2', '?count=2'])(
  'nothing is taken from %s that there is not',
  (search) => {
    show(tea, search)
    expect(count()).toBe(search.endsWith('99') ? '3' : '1')
  },
)

test('choosing a variant shows its picture, which is added if the product lacks it', () => {
  show()
  const pictures = () => [...document.querySelectorAll('section img')].map((image) => image.getAttribute('src'))
  expect(pictures()).toEqual(['/tea.webp'])
  choose('饼')
  expect(pictures()).toEqual(['/tea.webp', '/cake.webp'])
  choose('袋')
  expect(pictures()).toEqual(['/tea.webp'])
})

const deal = {
  promotion_id: 1,
  label: '限时特价',
  price: 1_900,
  ends_at: '2026-12-02T08:00:00Z',
  left: null,
  limit: null,
  exclusive: true,
}
/** Returns the product `tea` with a deal for its first SKU. `changes`: fields of the deal to replace. */
const withDeal = (changes = {}): typeof tea => {
  const skus = tea.skus.map((one, at) => (at === 0 ? { ...one, deal: { ...deal, ...changes } } : one))
  return { ...tea, skus, deal: { price: deal.price, ends_at: deal.ends_at, left: deal.left } }
}

test('a deal lowers the price, also the lowest one, and only of its SKU', () => {
  vi.useFakeTimers({ now: new Date('2026-12-01T04:59:50Z') })
  show(withDeal())
  expect(screen.getByText('From').closest('div')?.textContent).toBe('From ¥19.00Regular price ¥28.00')
  expect(screen.queryByRole('timer')).toBeNull()
  choose('袋')
  expect(screen.getByText('¥19.00').parentElement?.textContent).toBe('¥19.00Regular price ¥28.00')
  expect(screen.getByText('限时特价')).toBeTruthy()
  const timer = screen.getByRole('timer')
  expect([timer.textContent, timer.getAttribute('datetime')]).toEqual(['Ends in 1 day 3:00:10', deal.ends_at])
  choose('饼')
  expect(screen.getByText('¥86.00')).toBeTruthy()
  expect([screen.queryByText('限时特价'), screen.queryByText('¥28.00')]).toEqual([null, null])
})

test('when a deal ends while the screen is open, the regular price is shown again', async () => {
  vi.useFakeTimers({ now: new Date('2026-12-02T07:59:50Z') })
  show(withDeal())
  choose('袋')
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(screen.getByText('¥19.00')).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toBe('Ends in 00:01')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect([screen.queryByText('¥19.00'), screen.queryByRole('timer')]).toEqual([null, null])
  expect(screen.getByText('¥28.00')).toBeTruthy()
})

test.each([
  ['pieces left', { left: 2 }, 'Only 2 left at this price', 'only 2 pieces are left at the deal price.'],
  ['pieces for a customer', { left: 5, limit: 2 }, 'At most 2 per customer', 'the deal price is for 2 more pieces.'],
])('a deal says how many %s there are, and from when on it does not apply', (_, changes, text, why) => {
  vi.useFakeTimers({ now: new Date('2026-12-01T08:00:00Z') })
  show(withDeal(changes))
  choose('袋')
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('Not combined with other offers')).toBeTruthy()
  fireEvent.click(button('One more'))
  const said = () => document.querySelector('p[role=status]')?.textContent
  expect(said()).toBe('')
  fireEvent.click(button('One more'))
  expect(said()).toBe(`2 × ¥19.00 + 1 × ¥28.00: ${why}`)
  expect(screen.getByText('¥19.00')).toBeTruthy()
})

test('a signed-in customer who has bought all that a deal allows sees the regular price', async () => {
  writeLogin({ token: 'one' })
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    asked.push([path, JSON.parse(body)])
    return Response.json({ ...orderPreview, refused_deals: [{ sku_id: 1, reason: 'limit', pieces: 1 }] })
  })
  show(withDeal({ limit: 2, ends_at: '2099-12-01T08:00:10Z' }))
  choose('袋')
  expect(await screen.findByText('Regular price: you have bought all that the deal allows you.')).toBeTruthy()
  expect([screen.queryByText('¥19.00'), screen.queryByText('¥28.00') !== null]).toEqual([null, true])
  expect(asked).toEqual([['/v1/order/preview', { items: [{ sku_id: 1, count: 1 }] }]])
})
