// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { defineFonts, routerTo } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { address } from '@/lib/address/example'
import { orderItem, orderPreview } from '@/lib/order/example'
import { store } from '@/lib/store/example'
import { Checkout } from './checkout'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })

let replaced: string[] = []
const shortage = { sku_id: 2, requested: 3, available: 0 }

beforeEach(() => {
  replaced = []
  notifications.clean()
  writeLogin({ token: 'of a customer' })
})
afterEach(() => {
  cleanup()
  notifications.clean()
  writeLogin(undefined)
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const problem = (code: string, status: number, members = {}) =>
  new Response(JSON.stringify({ code, detail: '', request_id: 'r-1', ...members }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })

function open(preview: object, place: () => Response) {
  vi.stubGlobal('fetch', async (path: string) => (path === '/v1/order' ? place() : Response.json(preview)))
  render(<Screen />)
}

const Screen = () => (
  <Shown path="/checkout" router={{ ...routerTo(), replace: (path) => void replaced.push(path) }}>
    <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
      <Notifications />
      <Checkout basket={{ items: [{ sku_id: 2, count: 2 }], from_cart: true }} intent="0123456789abcdef" />
    </CustomerProvider>
  </Shown>
)
const submit = async () => fireEvent.click(await screen.findByRole('button', { name: 'Place order' }))
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

test('the note to the shop is there again after a reload', async () => {
  open(orderPreview, () => problem('cart_changed', 409))
  const note = () => screen.findByRole<HTMLTextAreaElement>('textbox')
  fireEvent.change(await note(), { target: { value: '请在周末送' } })
  cleanup()
  open(orderPreview, () => problem('cart_changed', 409))
  expect((await note()).value).toBe('请在周末送')
})

test('the chosen address is there again after a reload, until it is deleted', async () => {
  const sent: unknown[] = []
  const known = new Set([2])
  const show = () => {
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      if (path === '/v1/address') return Response.json([{ ...address, id: 2, name: '林二', is_default: false }])
      const { address_id } = JSON.parse(String(init?.body))
      sent.push(address_id)
      if (address_id === undefined) return Response.json(orderPreview)
      if (known.has(address_id))
        return Response.json({ ...orderPreview, address_id, receiver: { ...address, name: '林二' } })
      const invalid_params = [{ in: 'body', name: 'address_id', code: 'not_found', reason: '' }]
      return problem('invalid_request', 400, { invalid_params })
    })
    render(<Screen />)
  }
  show()
  fireEvent.click(await screen.findByRole('button', { name: /林晚/ }))
  fireEvent.click(await screen.findByRole('button', { name: /^Ship here 林二/ }))
  const isTo = (name: string) =>
    waitFor(() => expect(screen.getByText(/^Total, to/).textContent).toBe(`Total, to ${name}`))
  await isTo('林二')
  cleanup()
  show()
  await isTo('林二')
  expect(sent).toEqual([undefined, 2, 2])
  cleanup()
  known.clear()
  show()
  await isTo('林晚')
  expect(sessionStorage.getItem('kept.address.0123456789abcdef')).toBe('""')
})

const [first, second] = [store, { ...store, id: 2, name: '西湖店' }]

/**
 * Shows the screen with a stubbed server, which answers previews, orders and the list of stores. Returns the sent paths
 * and bodies, except of the list of stores.
 */
function answer({
  stores = [first, second],
  deliveries = ['express', 'pickup'] as string[],
  place = () => problem('x', 500),
}) {
  const sent: { path: string; body: Record<string, unknown> }[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/v1/store') return Response.json(stores)
    const body = JSON.parse(String(init?.body))
    sent.push({ path, body })
    if (path === '/v1/order') return place()
    const collected = { store_id: body.store_id, address_id: null, receiver: null, freight: [] }
    return Response.json({ ...orderPreview, deliveries, ...(body.store_id !== undefined && collected) })
  })
  render(<Screen />)
  return sent
}
const chooseWay = async (name: string) => fireEvent.click(await screen.findByRole('radio', { name }))

test('goods are collected at a store by the person of the address, and the choice is there after a reload', async () => {
  const sent = answer({ place: () => problem('cart_changed', 409) })
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Collect at a store' }).disabled).toBe(false),
  )
  await chooseWay('Collect at a store')
  expect((await screen.findByLabelText<HTMLInputElement>(/Collected by/)).value).toBe(orderPreview.receiver.name)
  expect(screen.queryByRole('button', { name: /林晚/ })).toBeNull()
  fireEvent.change(screen.getByLabelText('Store'), { target: { value: '2' } })
  fireEvent.change(screen.getByLabelText(/Phone number/), { target: { value: '13900001111' } })
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ store_id: 2 }))
  cleanup()
  const later = answer({ place: () => problem('cart_changed', 409) })
  expect((await screen.findByLabelText<HTMLInputElement>(/Phone number/)).value).toBe('13900001111')
  await submit()
  await screen.findByRole('heading', { name: 'Your cart has changed' })
  const { body } = later.find(({ path }) => path === '/v1/order') ?? {}
  expect(body).toMatchObject({ store_id: 2, contact: { name: orderPreview.receiver.name, mobile: '13900001111' } })
  expect(body).not.toHaveProperty('address_id')
})

test('an order to collect needs a name and a phone number', async () => {
  const invalid_params = [{ in: 'body', name: 'contact.mobile', code: 'invalid_format', reason: '' }]
  const sent = answer({ deliveries: ['pickup'], place: () => problem('invalid_request', 400, { invalid_params }) })
  const name = await screen.findByLabelText<HTMLInputElement>(/Collected by/)
  expect(screen.queryByRole('radio')).toBeNull()
  fireEvent.change(name, { target: { value: ' ' } })
  await submit()
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  expect(sent.some(({ path }) => path === '/v1/order')).toBe(false)
  fireEvent.change(name, { target: { value: '林晚' } })
  fireEvent.change(screen.getByLabelText(/Phone number/), { target: { value: '1391111' } })
  await submit()
  expect(await screen.findByText(/^Enter an 11-digit mobile number/)).toBeTruthy()
  expect(sent.some(({ path }) => path === '/v1/order')).toBe(false)
  fireEvent.change(screen.getByLabelText(/Phone number/), { target: { value: '13900001111' } })
  await submit()
  expect(await screen.findByText(/^Enter an 11-digit mobile number/)).toBeTruthy()
  expect(screen.queryByText('Enter a name.')).toBeNull()
})

test('a store that was closed meanwhile is told, and the goods are sent again', async () => {
  const invalid_params = [{ in: 'body', name: 'store_id', code: 'not_found', reason: '' }]
  sessionStorage.setItem('kept.store.0123456789abcdef', '"7"')
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/v1/store') return Response.json([first])
    const { store_id } = JSON.parse(String(init?.body))
    return store_id === undefined ? Response.json(orderPreview) : problem('invalid_request', 400, { invalid_params })
  })
  render(<Screen />)
  expect(await screen.findByText(/^That store does not hand over orders/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: /林晚/ })).toBeTruthy()
})

test('without an enabled store there is no choice', async () => {
  answer({ deliveries: ['express'] })
  await screen.findByRole('button', { name: /林晚/ })
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a cart that was ordered in another tab is not ordered again', async () => {
  open(orderPreview, () => problem('cart_changed', 409))
  await submit()
  expect(await screen.findByRole('heading', { name: 'Your cart has changed' })).toBeTruthy()
  expect([links(), screen.queryByRole('button', { name: 'Place order' })]).toEqual([['/cart', '/order'], null])
})

test('after a lost answer, no message says that nothing was ordered', async () => {
  open(orderPreview, () => {
    throw new TypeError('the connection was lost')
  })
  await submit()
  expect((await screen.findByText(/^We don’t know whether the order was placed/)).textContent).toContain('Try again')
  expect([links(), screen.queryByText('The order was not placed')]).toEqual([['/order'], null])
})

test('an order that is already placed stays unchanged, with a message', async () => {
  open(orderPreview, () => problem('idempotency_key_reused', 422))
  await submit()
  expect(await screen.findByText(/What you changed afterwards was not applied/)).toBeTruthy()
  expect(replaced).toEqual(['/order'])
})

test('without anything to buy, no total of 0 is shown', async () => {
  open({ ...orderPreview, items: [], shortages: [shortage] }, () => problem('out_of_stock', 409))
  expect(await screen.findByRole('heading', { name: 'This item is not available' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull()
})

const coupon = {
  id: 5,
  promotion_id: 2,
  label: '满50减5',
  ends_at: '2026-12-01T09:12:30.000Z',
  off_amount: 500,
  usable: true,
  reason: null,
}
const larger = { ...coupon, id: 6, label: '满99减12', off_amount: 1_200 }
const short = {
  ...coupon,
  id: 7,
  label: '满300减50',
  off_amount: 0,
  usable: false,
  reason: 'below',
  missing_amount: 4_400,
}

/** Returns a preview of the order. `used`: the coupon that the preview applies; undefined: no coupon. */
const previewWith = (used: typeof coupon | undefined) => ({
  ...orderPreview,
  coupons: [coupon, larger, short],
  discounts: used
    ? [{ promotion_id: 2, coupon_id: used.id, gives: 'reduction', label: used.label, amount: used.off_amount }]
    : [],
  discount_amount: used?.off_amount ?? 0,
  total_amount: 25_600 - (used?.off_amount ?? 0),
})

interface Sent {
  coupon_id?: number
  best_coupon?: boolean
  expected_amount?: number
}

/**
 * Shows the screen to a customer with coupons. `refusal`: returns the error response for a coupon and a path;
 * undefined: the request succeeds. Returns the coupon fields and expected amounts that were sent.
 */
function openWithCoupons(refusal: (coupon_id: number | undefined, path: string) => Response | undefined) {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const { coupon_id, best_coupon, expected_amount }: Sent = JSON.parse(String(init?.body))
    sent.push({ coupon_id, best_coupon, expected_amount })
    const refused = refusal(coupon_id, path)
    if (refused) return refused
    return Response.json(previewWith(best_coupon ? larger : [coupon, larger].find(({ id }) => id === coupon_id)))
  })
  render(<Screen />)
  return sent
}
const row = () => screen.findByRole('button', { name: /^Coupon/ })
const rowIs = async (text: string) => waitFor(async () => expect((await row()).textContent).toBe(`Coupon${text}`))
const noOrder = (_: number | undefined, path: string) =>
  path === '/v1/order' ? problem('cart_changed', 409) : undefined

test('the best coupon is chosen at first, and is sent with the order', async () => {
  const sent = openWithCoupons(noOrder)
  await rowIs('满99减12: ¥12.00 off')
  expect(screen.getByRole('region', { name: 'Costs' }).textContent).toContain('满99减12-¥12.00')
  await submit()
  await screen.findByRole('heading', { name: 'Your cart has changed' })
  expect(sent).toEqual([{ best_coupon: true }, { coupon_id: 6, expected_amount: 24_400 }])
})

test('another coupon, or none, can be chosen, and is still chosen after a reload', async () => {
  openWithCoupons(noOrder)
  fireEvent.click(await row())
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^满99减12-¥12\.00Until Dec 1, 2026, 5:12/),
    expect.stringMatching(/^满50减5-¥5\.00Until/),
    '满300减50¥44.00 more',
  ])
  expect(screen.getByRole('button', { name: /^满99减12/ }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: /^满50减5/ }))
  await rowIs('满50减5: ¥5.00 off')
  cleanup()
  const sent = openWithCoupons(noOrder)
  await rowIs('满50减5: ¥5.00 off')
  fireEvent.click(await row())
  fireEvent.click(await screen.findByRole('button', { name: 'No coupon' }))
  await rowIs('2 can be used')
  await submit()
  await screen.findByRole('heading', { name: 'Your cart has changed' })
  expect(sent).toEqual([{ coupon_id: 5 }, {}, { expected_amount: 25_600 }])
})

test('an order whose coupon does not apply is not placed: the screen says why, and takes the best coupon', async () => {
  openWithCoupons((_, path) =>
    path === '/v1/order' ? problem('coupon_unusable', 409, { coupon_id: 6, reason: 'held' }) : undefined,
  )
  await submit()
  expect((await screen.findByText(/^The coupon does not apply/)).textContent).toContain('“In an unpaid order”')
  expect(replaced).toEqual([])
  await rowIs('满99减12: ¥12.00 off')
})

test.each([
  [problem('coupon_unusable', 409, { coupon_id: 5, reason: 'below', missing_pieces: 2 }), '“2 more pieces”'],
  [problem('invalid_request', 400, { invalid_params: [{ in: 'body', name: 'coupon_id', code: 'not_found' }] }), ''],
])('a chosen coupon that does not apply any more gives way to the best one', async (refusal, reason) => {
  sessionStorage.setItem('kept.coupon.0123456789abcdef', '"5"')
  openWithCoupons((coupon_id) => (coupon_id === 5 ? refusal.clone() : undefined))
  await rowIs('满99减12: ¥12.00 off')
  expect(sessionStorage.getItem('kept.coupon.0123456789abcdef')).toBe('""')
  expect(screen.queryByRole('alert')?.textContent ?? '').toContain(reason)
})

test('without a coupon there is no row', async () => {
  open(orderPreview, () => problem('cart_changed', 409))
  await screen.findByRole('button', { name: 'Place order' })
  expect(screen.queryByRole('button', { name: /^Coupon/ })).toBeNull()
})

test.each([
  ['sold_out', 0, ' has the regular price: the deal has run out.'],
  ['limit', 0, ' has the regular price: you have bought all that the deal allows you.'],
  ['limit', 1, ': 1 at the deal price, 1 at the regular price, because the deal allows you no more.'],
])(
  'after a deal no longer applies (%s, to all but %d), the regular price and the reason are shown',
  async (reason, dealt, text) => {
    const { name, spec_text, sku_id, count } = orderItem
    let isChanged = false
    vi.stubGlobal('fetch', async (path: string) => {
      if (path !== '/v1/order')
        return Response.json(
          isChanged ? { ...orderPreview, refused_deals: [{ sku_id, reason, pieces: count - dealt }] } : orderPreview,
        )
      isChanged = true
      return problem('price_changed', 409)
    })
    render(<Screen />)
    await submit()
    expect(await screen.findByText(/^A price has changed/)).toBeTruthy()
    expect(screen.getByText(/regular price[,:]/).textContent).toBe(`${name} ${spec_text}${text}`)
  },
)

const closing = (hours: number) => ({
  from: '2026-11-20T00:00:00.000Z',
  until: new Date(Date.now() + hours * 3_600_000).toISOString(),
  message: '春节休息，初七起发货',
})

test('while the shop is closed, the button says until when, and the costs are shown', async () => {
  open({ ...orderPreview, closed: closing(1) }, () => problem('shop_closed', 409))
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Closed until / })
  expect(button.disabled).toBe(true)
  expect(screen.getByRole('region', { name: 'Costs' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull()
})

test('an order can be placed again when the closing of the preview is over', async () => {
  open({ ...orderPreview, closed: closing(-1) }, () => problem('cart_changed', 409))
  await submit()
  expect(await screen.findByRole('heading', { name: 'Your cart has changed' })).toBeTruthy()
})

test('without an address, the amount due is said to be without shipping', async () => {
  const unknown = { freight_amount: null, is_estimate: true, freight: [], address_id: null, receiver: null }
  open({ ...orderPreview, ...unknown }, () => problem('cart_changed', 409))
  expect((await screen.findByText('To pay, without shipping')).parentElement?.textContent).toContain('¥256.00')
  const costs = within(screen.getByRole('region', { name: 'Costs' }))
  expect(costs.getByText('Total without shipping').nextSibling?.textContent).toBe('¥256.00')
})

test('a shop that closes during checkout tells why nothing was ordered', async () => {
  let isClosed = false
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/v1/order') return Response.json({ ...orderPreview, closed: isClosed ? closing(1) : null })
    isClosed = true
    const { until, message } = closing(1)
    return problem('shop_closed', 409, { until, message })
  })
  render(<Screen />)
  await submit()
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toBe(
    'The shop has closed in the meantime. Nothing was ordered, and your cart stays as it is.春节休息，初七起发货',
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Closed until / }).disabled).toBe(true)
  expect(replaced).toEqual([])
})
