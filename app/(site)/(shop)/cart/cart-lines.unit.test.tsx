// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CartProvider } from '@/components/shop/cart'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { orderItem, orderPreview } from '@/lib/order/example'
import { CartScreen } from './cart-screen'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })

const line = {
  sku_id: 2,
  product_id: 1,
  count: 3,
  checked: false,
  name: '雨前绿茶',
  spec_text: '100 克罐装',
  image_url: null,
  price: 12_800,
  deal: null,
  stock: 9,
  problem: null,
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

type Line = Omit<typeof line, 'problem' | 'deal'> & { problem: string | null; deal: object | null }

/** Shows a cart. `preview`: answers `POST /v1/order/preview`, and receives the items of the request. */
async function showLines(lines: Line[], preview: (items: object[]) => Response | Promise<Response> = unavailable) {
  let shown = lines
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    const input = body && JSON.parse(body)
    if (path === '/v1/order/preview') return preview(input.items)
    if (method === 'DELETE') return new Response(null, { status: 204 })
    if (input) {
      sent.push(input)
      const changed = new Map<number, object>(input.items.map((one: { sku_id: number }) => [one.sku_id, one]))
      shown = shown.map((one) => ({ ...one, ...changed.get(one.sku_id) }))
    }
    return Response.json(shown)
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
const unavailable = () => Response.json({ code: 'limit_reached', detail: '', request_id: 'r-1' }, { status: 409 })
const show = (problem: string | null, changes = {}) => showLines([{ ...line, problem, ...changes }])
const sum = () => screen.getByText(/^Subtotal/).parentElement?.textContent

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
  await show(null, { checked: true, deal: { price: 9_900, ends_at: '2026-12-01T08:00:10Z', pieces: 3 } })
  expect(screen.getByText('¥99.00').textContent).toBe('Regular price ¥128.00 ¥99.00')
  expect(sum()).toBe('Subtotal without shipping¥297.00')
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(sum()).toBe('Subtotal without shipping¥384.00')
  expect(screen.queryByText(/Regular price/)).toBeNull()
})

const cup = { ...line, sku_id: 3, product_id: 4, name: '青釉杯', count: 1, price: 5_000 }
const hint = {
  promotion_id: 2,
  label: '满200减30',
  scope_names: ['绿茶', '红茶'],
  scope_count: 2,
  missing_amount: 1_200,
  off_amount: 3_000,
}

const choose = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(`^Choose ${name}`) }))

/** Returns the preview of an order whose only line is reduced by `discount_amount`. */
const reducedBy = (discount_amount: number, hints: object[] = []) => {
  const paid_amount = orderItem.amount - discount_amount
  const discount = { promotion_id: 7, coupon_id: null, gives: 'reduction', label: '满减', amount: discount_amount }
  const ofFreight = { ...discount, promotion_id: 8, gives: 'freight', label: '包邮', amount: 800 }
  return Response.json({
    ...orderPreview,
    items: [{ ...orderItem, discount_amount, paid_amount }],
    hints,
    discounts: [discount, ofFreight],
    freight_amount: 1_000,
    total_amount: paid_amount + 200,
  })
}

test('the sum is that of the goods after reductions, above which are the next tiers', async () => {
  const asked: object[][] = []
  await showLines(
    [{ ...line, checked: true }, cup, { ...cup, sku_id: 5, checked: true, problem: 'short' }],
    (items) => {
      asked.push(items)
      return reducedBy(3_000, [
        hint,
        { ...hint, promotion_id: 3, scope_count: 3 },
        { ...hint, promotion_id: 4, scope_names: [], scope_count: 0, off_amount: null },
      ])
    },
  )
  await waitFor(() => expect(sum()).toBe('Subtotal without shipping¥226.00¥30.00 off'))
  expect(screen.getAllByText(/more for/).map(({ textContent }) => textContent)).toEqual([
    '¥12.00 more of 绿茶, 红茶 for ¥30.00 off See products',
    '¥12.00 more of 绿茶, 红茶 and others for ¥30.00 off See products',
    '¥12.00 more for 满200减30 See products',
  ])
  const reductions = ['满减', '包邮'].map((label) => screen.getByText(label).parentElement?.textContent)
  expect(reductions).toEqual(['满减-¥30.00', '包邮-¥8.00'])
  expect(asked).toEqual([[{ sku_id: 2, count: 3 }]])
})

test.each([
  ['since the cart was read', { price: 9_900, ends_at: '2099-12-01T08:00:10Z', pieces: 3 }],
  ['as the cart says', null],
])('a line to which its deal does not apply, %s, has the regular price, and says why', async (_, deal) => {
  await showLines([{ ...line, checked: true, deal }], () =>
    Response.json({ ...orderPreview, refused_deals: [{ sku_id: 2, reason: 'limit', pieces: 3 }] }),
  )
  expect(await screen.findByText('Regular price: you have bought all that the deal allows you.')).toBeTruthy()
  expect([screen.queryByText(/Regular price ¥/), screen.queryByText('¥99.00')]).toEqual([null, null])
})

test('a line with pieces beyond its deal has both prices', async () => {
  const deal = { price: 9_900, ends_at: '2099-12-01T08:00:10Z', pieces: 2 }
  await showLines([{ ...line, checked: true, deal }], () =>
    Response.json({
      ...orderPreview,
      items: [{ ...orderItem, deal_pieces: 2 }],
      refused_deals: [{ sku_id: 2, reason: 'sold_out', pieces: 1 }],
    }),
  )
  const text = `2 × ¥99.00 + 1 × ¥${line.price / 100}.00: only 2 pieces are left at the deal price.`
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByText('¥99.00').textContent).toBe('Regular price ¥128.00 ¥99.00')
})

test('a line that is not delivered to the default address says so, and what is missing for free shipping', async () => {
  const [group] = orderPreview.freight
  const undeliverable = [{ sku_id: 2, name: '', reason: 'region' }]
  await showLines([{ ...line, checked: true }], () =>
    Response.json({
      ...orderPreview,
      undeliverable,
      freight_amount: 800,
      freight: [{ ...group, amount: 800, free: null, missing_amount: 1_200, missing_pieces: 2 }],
    }),
  )
  expect(await screen.findByText('Not delivered to your default address')).toBeTruthy()
  expect(screen.getByText('¥12.00 or 2 pieces more for free shipping')).toBeTruthy()
})

test('after a failed preview, the sum is that of the prices', async () => {
  await showLines([{ ...line, checked: true }, cup], (items) =>
    items.length === 1 ? reducedBy(3_000, [hint]) : unavailable(),
  )
  expect(await screen.findByText(/more for/)).toBeTruthy()
  choose('青釉杯')
  await waitFor(() => expect(screen.queryByText(/more for/)).toBeNull())
  expect(sum()).toBe('Subtotal without shipping¥434.00')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the preview of an earlier selection is ignored, and nothing is asked without a selection', async () => {
  const answers: ((response: Response) => void)[] = []
  await showLines([{ ...line, checked: true }, cup], () => new Promise((resolve) => answers.push(resolve)))
  await waitFor(() => expect(answers).toHaveLength(1))
  choose('青釉杯')
  await waitFor(() => expect(answers).toHaveLength(2))
  const answer = (at: number, response: Response) => act(async () => answers[at]?.(response))
  await answer(0, reducedBy(1_000, [hint]))
  expect([sum(), screen.queryByText(/more for/)]).toEqual(['Subtotal without shipping¥434.00', null])
  await answer(1, reducedBy(2_000))
  await waitFor(() => expect(sum()).toBe('Subtotal without shipping¥236.00¥20.00 off'))
  choose('青釉杯')
  await waitFor(() => expect(answers).toHaveLength(3))
  expect(sum()).toBe('Subtotal without shipping¥384.00')
  choose('雨前绿茶')
  await waitFor(() => expect(sum()).toBe('Subtotal without shipping¥0.00'))
  await answer(2, reducedBy(1_000))
  expect([sum(), answers.length]).toEqual(['Subtotal without shipping¥0.00', 3])
})

test.each([
  [null, 'Subtotal without shipping¥256.00'],
  [800, 'Subtotal without shipping¥256.00'],
  [0, 'Subtotal¥256.00'],
])('the sum is said to be without shipping, unless the fee is known to be 0: %s', async (freight_amount, text) => {
  await showLines([{ ...line, checked: true }], () =>
    Response.json({ ...orderPreview, freight_amount, is_estimate: freight_amount === null }),
  )
  await waitFor(() => expect(sum()).toBe(text))
})
