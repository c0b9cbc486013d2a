// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { cleanup, configure, fireEvent, render, renderHook, screen, within } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { ComponentProps } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { customer } from '@/lib/customer/example'
import { formats } from '@/lib/kit/i18n/formats'
import type { Locale } from '@/lib/kit/i18n/locale'
import { messagesIn } from '@/lib/kit/i18n/messages'
import { permilleOf, rateOf } from '@/lib/kit/off'
import type { Route } from '@/lib/menu/routes'
import { cmsProductRow } from '@/lib/product/example'
import { cmsPromotion, cmsPromotionRow } from '@/lib/promotion/example'
import PromotionForm from './form'
import { Promotions } from './promotions'
import { useSentences } from './use-sentences'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  notifications.clean()
  cleanup()
})

const terms = {
  gives: 'reduction',
  scope: 'all',
  category_ids: [],
  product_ids: [],
  except_product_ids: [],
  repeats: false,
  exclusive: false,
  audience: 'everyone',
  per_customer: null,
  enabled: true,
  starts_at: '2026-11-20T00:00:00.000Z',
  ends_at: '2026-12-20T00:00:00.000Z',
  tiers: [{ from_amount: 20_000, off_amount: 3_000 }],
}

/** Returns the sentences that describe a promotion with these values, in the language `locale`. */
async function sentencesIn(locale: Locale, values: object) {
  const messages = await messagesIn(locale)
  const { result } = renderHook(() => useSentences(), {
    wrapper: ({ children }) => (
      <NextIntlClientProvider locale={locale} messages={messages} formats={formats} timeZone="Asia/Shanghai">
        {children}
      </NextIntlClientProvider>
    ),
  })
  // A browser may separate the time and AM by a narrow space.
  return result.current
    .sentences({ ...terms, ...values }, (id) => (id === 1 ? 3 : 0))
    .map((one) => one.replaceAll('\u202f', ' '))
}

const period = 'From Nov 20, 2026, 8:00 AM to Dec 20, 2026, 8:00 AM'

test.each([
  ['one tier', {}, `${period}, on all products: ¥30.00 off for orders of ¥200.00 or more.`],
  [
    'several tiers, of which one is incomplete',
    {
      tiers: [
        { from_amount: 10_000, off_permille: 125, at_most: 2_000 },
        { from_amount: 20_000, off_permille: 200, off_amount: null, at_most: '' },
        { from_amount: 30_000, off_amount: '' },
      ],
    },
    `${period}, on all products: 12.5% off (at most ¥20.00) for orders of ¥100.00 or more; 20% off for orders of ¥200.00 or more.`,
  ],
  ['a repeated tier', { repeats: true }, `${period}, on all products: ¥30.00 off for every ¥200.00.`],
  [
    'pieces of chosen categories',
    {
      scope: 'categories',
      category_ids: [3],
      except_product_ids: [7, 8],
      tiers: [{ from_amount: null, from_pieces: 2, off_permille: 100 }],
    },
    `${period}, on the products of 1 category except 2 products: 10% off for orders of 2 pieces or more.`,
  ],
  [
    'free shipping for products',
    { gives: 'freight', scope: 'products', product_ids: [1, 2], tiers: [{ from_amount: 1, off_permille: 1000 }] },
    `${period}, on 2 products: free shipping for orders of ¥0.01 or more.`,
  ],
  [
    'a lower shipping fee for each piece',
    { gives: 'freight', repeats: true, tiers: [{ from_pieces: 1, off_amount: 500 }] },
    `${period}, on all products: ¥5.00 off shipping for every piece.`,
  ],
])('the sentence about %s', async (_, values, sentence) => {
  expect(await sentencesIn('en', values)).toEqual([sentence])
})

test.each([
  [
    'en',
    { nth: 2, off_permille: 500 },
    [
      `${period}, on all products: 50% off the cheapest of every 2 pieces.`,
      'For example, 3 pieces at ¥36.00: 50% off the 2nd piece, a reduction of ¥18.00.',
    ],
  ],
  [
    'en',
    { nth: 4, off_permille: 125, per_product: true, at_most: 900, off_amount: '' },
    [
      `${period}, on all products: 12.5% off the cheapest of every 4 pieces of the same product.`,
      'For example, 5 pieces at ¥36.00: 12.5% off the 4th piece, a reduction of ¥4.50.',
    ],
  ],
  [
    'zh-CN',
    { nth: 2, off_permille: 500, per_product: true },
    [
      '2026年11月20日 08:00至2026年12月20日 08:00，全部商品按单个商品计，每 2 件中最低价的一件打 5 折。',
      '例如 3 件 ¥36.00：第 2 件 5 折，减 ¥18.00。',
    ],
  ],
] as const)('in %s, the sentences about every n-th piece %j have an example', async (locale, tier, sentences) => {
  expect(await sentencesIn(locale, { tiers: [tier] })).toEqual(sentences)
})

test('the other terms are sentences of their own', async () => {
  const values = { audience: 'first_order', per_customer: 1, exclusive: true, enabled: false }
  expect((await sentencesIn('en', values)).slice(1)).toEqual([
    'Only for customers who have not paid for an order yet.',
    'At most 1 order per customer.',
    'Not combined with other promotions.',
    'It is stopped: no new order gets it.',
  ])
})

test.each([
  [
    { coupon_source: 'customer', per_customer: 1, total: 1_000, valid_days: 7 },
    'With a coupon that customers take: at most 1 per customer, 1,000 in all, valid for 7 days.',
  ],
  [
    { coupon_source: 'staff', per_customer: '', total: null, valid_days: null },
    'With a coupon that staff grant: valid until the promotion ends.',
  ],
])('the sentence about coupons %j', async (values, sentence) => {
  expect((await sentencesIn('en', values)).slice(1)).toEqual([sentence])
})

test('without coupons, their terms are not in the sentences', async () => {
  expect(await sentencesIn('en', { coupon_source: null, total: 5, valid_days: 7 })).toHaveLength(1)
})

test('a stopped promotion with coupons gives out no more of them', async () => {
  const values = { coupon_source: 'code', per_customer: 2, enabled: false }
  expect((await sentencesIn('zh-CN', values)).slice(1)).toEqual([
    '使用凭兑换码获得的优惠券：每位顾客最多 2 张，有效期到促销结束。',
    '已停止，不再发放优惠券。',
  ])
})

test('the sentence in Chinese', async () => {
  const tiers = [...terms.tiers, { from_amount: 40_000, off_permille: 200, at_most: 10_000 }]
  expect(await sentencesIn('zh-CN', { tiers, except_product_ids: [1] })).toEqual([
    '2026年11月20日 08:00至2026年12月20日 08:00，全部商品（1 款除外）满 ¥200.00 减 ¥30.00，满 ¥400.00 打 8 折（最多 ¥100.00）。',
  ])
})

const skus = [
  { sku_id: 1, price: 4_900, quota: 10 },
  { sku_id: 2, price: 9_900, quota: null },
]

test('the sentences about a deal', async () => {
  const deal = { gives: 'deal', skus, per_customer: 2, exclusive: true, tiers: [] }
  expect(await sentencesIn('en', deal)).toEqual([
    `${period}: 2 SKUs at a lower price, from ¥49.00.`,
    '1 SKU has 10 pieces at this price in all, of which 7 are left.',
    'At most 2 pieces of each per customer.',
    'Not combined with other promotions.',
  ])
  expect(await sentencesIn('zh-CN', { ...deal, skus: [skus[0]], per_customer: null, enabled: false })).toEqual([
    '2026年11月20日 08:00至2026年12月20日 08:00，1 个 SKU 特价 ¥49.00。',
    '1 个 SKU 限量，共 10 件，还剩 7 件。',
    '不与其他促销同享。',
    '已停止，新订单不再享受。',
  ])
})

test.each([
  ['a deal without a price', { gives: 'deal', skus: [{ sku_id: 1, price: '', quota: null }] }],
  ['no period', { ends_at: null }],
  ['no tier', { tiers: [] }],
  ['a tier without a value', { tiers: [{ from_amount: 100, off_amount: '' }] }],
  ['a value that is no number', { tiers: [{ from_amount: 'much', off_amount: 1 }] }],
])('there is no sentence with %s', async (_, values) => {
  expect(await sentencesIn('en', values)).toEqual([])
})

test.each([
  ['12.5', 125],
  ['20%', 200],
  ['２０', 200],
  [' 100 % ', 1000],
  ['8.', 80],
  ['0.05', undefined],
  ['-5', undefined],
  ['1/5', undefined],
  ['', undefined],
])('%j percent are %j thousandths', (text, permille) => {
  expect(permilleOf(text, 'en')).toBe(permille)
  if (permille !== undefined) expect(permilleOf(String(rateOf(permille, 'en')), 'en')).toBe(permille)
})

test.each([
  ['8.5', 150],
  ['5折', 500],
  ['８．７５ 折', 125],
  ['0', 1000],
  ['9.999', undefined],
  ['10.5', undefined],
])('%j tenths of the price are %j thousandths off', (text, permille) => {
  expect(permilleOf(text, 'zh-CN')).toBe(permille)
  if (permille !== undefined) expect(permilleOf(String(rateOf(permille, 'zh-CN')), 'zh-CN')).toBe(permille)
})

/**
 * Shows the form. Returns the bodies of the sent requests. `answers`: the responses to POST requests and to the search
 * for customers.
 */
function show(
  record: ComponentProps<typeof PromotionForm>['record'],
  answers: Record<string, unknown> = {},
  read = async () => record,
  user?: NonNullable<NonNullable<Parameters<typeof inAdmin>[1]>['admin']>['user'],
) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'PUT' || method === 'POST') sent.push(JSON.parse(String(body)))
    if (path.includes('/history')) return Response.json({ items: [], page: 1, size: 20, total: 0 })
    const answer = Object.entries(answers).find(([part]) => path.includes(part))?.[1]
    if (answer instanceof Response) return answer
    return Response.json(answer ?? (method === 'PUT' ? shown : []))
  })
  const routes = ['customer', 'coupon'].map(
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
  render(
    inAdmin(
      <>
        <PromotionForm record={record} onClose={() => undefined} read={read} />
        <Notifications />
      </>,
      { admin: { dictionaries, routes, ...(user && { user }) } },
    ),
  )
  return sent
}

const entries = (...values: string[]) =>
  values.map((value) => ({ value, label: value, style: 'default', is_default: false, is_disabled: false }) as const)

const dictionaries = {
  promotion_gives: entries('deal', 'reduction', 'freight'),
  promotion_scope: entries('all', 'products'),
  coupon_source: entries('customer', 'code', 'staff', 'registration'),
}

const shown = { ...cmsPromotion, gives: 'reduction', scope: 'all', audience: 'everyone', state: 'running' } as const

const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })
const row = (number: number) => within(screen.getByRole('group', { name: `Row ${number}` }))
const choose = async (element: HTMLElement, name: string) => {
  fireEvent.click(element)
  fireEvent.click(await screen.findByRole('option', { name }))
}

test('a tier has one threshold and one value, of which another kind replaces the former', async () => {
  show({ ...shown, starts_at: '2999-01-01T00:00:00.000Z', ends_at: '2999-02-01T00:00:00.000Z' })
  await screen.findByRole('group', { name: 'Row 2' })
  expect(row(1).queryByRole('textbox', { name: /^At most/ })).toBeNull()
  await choose(row(1).getByRole('combobox', { name: 'Reduction' }), 'Percentage')
  const percent = await row(1).findByRole('textbox', { name: /^Off \(%\)/ })
  await vi.waitFor(() => expect(document.activeElement).toBe(percent))
  type(percent, '12.5')
  type(row(1).getByRole('textbox', { name: /^At most/ }), '9')
  expect(screen.getByText(/12\.5% off \(at most ¥9\.00\) for orders of ¥100\.00 or more/)).toBeTruthy()
  await choose(row(1).getByRole('combobox', { name: 'Threshold' }), 'Pieces')
  type(await row(1).findByRole('textbox', { name: /^From \(pieces\)/ }), '3')
  expect(screen.getByText(/12\.5% off \(at most ¥9\.00\) for orders of 3 pieces or more/)).toBeTruthy()
})

test('a fault of a tier is at its threshold or value, or at the kind that stands for it', async () => {
  const period = { starts_at: '2999-01-01T00:00:00.000Z', ends_at: '2999-02-01T00:00:00.000Z' }
  const tiers = [
    { from_pieces: 2, off_amount: 1_000 },
    { from_pieces: 1, off_amount: 2_000 },
  ]
  const saved = async (answer: Record<string, Response>, text: RegExp) => {
    show({ ...shown, ...period, tiers }, answer)
    await screen.findByRole('group', { name: 'Row 2' })
    type(screen.getByRole('textbox', { name: /^Name/ }), '秋季')
    save()
    await screen.findByText(text)
  }
  const order = { code: 'tier_order', name: 'tiers.1.from_pieces' }
  await saved(refusing('invalid_request', order, 400), /^Needs a higher threshold/)
  const kind = row(2).getByRole('combobox', { name: 'Threshold' })
  await vi.waitFor(() => expect(document.activeElement).toBe(kind))
  expect(kind.getAttribute('aria-invalid')).toBe('true')
  cleanup()
  const over = { code: 'forbidden', name: 'tiers.0.off_amount' }
  const permission = 'cms.promotion.over'
  await saved(refusing('forbidden', over, 403, { permission }), /^You need the permission .* \(cms\.promotion\.over\)/)
  const value = row(1).getByRole('textbox', { name: /^Off \(¥\)/ })
  await vi.waitFor(() => expect(document.activeElement).toBe(value))
})

test('the sent tiers have only the fields that apply', async () => {
  const sent = show({ ...shown, starts_at: '2999-01-01T00:00:00.000Z', ends_at: '2999-02-01T00:00:00.000Z' })
  await screen.findByRole('group', { name: 'Row 2' })
  await choose(row(1).getByRole('combobox', { name: 'Reduction' }), 'Percentage')
  type(await row(1).findByRole('textbox', { name: /^Off \(%\)/ }), '12.5')
  type(row(1).getByRole('textbox', { name: /^At most/ }), '9')
  await choose(row(1).getByRole('combobox', { name: 'Reduction' }), 'Amount')
  type(await row(1).findByRole('textbox', { name: /^Off \(¥\)/ }), '5')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ tiers: [{ from_amount: 10_000, off_amount: 500 }, shown.tiers[1]], version: 1 })
})

test('a reduction without a threshold is one from the first piece', async () => {
  const period = { starts_at: '2999-01-01T00:00:00.000Z', ends_at: '2999-02-01T00:00:00.000Z' }
  const sent = show({ ...shown, ...period, tiers: [{ from_amount: 10_000, off_amount: 1_000 }] })
  await choose(await screen.findByRole('combobox', { name: 'Threshold' }), 'None')
  expect(screen.queryByRole('textbox', { name: /^From/ })).toBeNull()
  expect(screen.getByText(/¥10\.00 off without a minimum/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ tiers: [{ from_pieces: 1, off_amount: 1_000 }], version: 1 })
  await choose(screen.getByRole('combobox', { name: 'Threshold' }), 'Pieces')
  type(await screen.findByRole('textbox', { name: /^From \(pieces\)/ }), '1')
  expect(screen.getByRole('textbox', { name: /^From \(pieces\)/ })).toBeTruthy()
})

test('a tier of every n-th piece has a percentage, and is sent without the fields of other tiers', async () => {
  const period = { starts_at: '2999-01-01T00:00:00.000Z', ends_at: '2999-02-01T00:00:00.000Z' }
  const sent = show({ ...shown, ...period, tiers: [{ from_amount: 10_000, off_amount: 1_000 }] })
  await choose(await screen.findByRole('combobox', { name: 'Threshold' }), 'Every n-th piece')
  type(await screen.findByRole('textbox', { name: /^Of every \(pieces\)/ }), '2')
  expect(screen.queryByRole('combobox', { name: 'Reduction' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: /^At most/ })).toBeNull()
  type(screen.getByRole('textbox', { name: /^Off the cheapest \(%\)/ }), '50')
  fireEvent.click(screen.getByRole('switch', { name: /^Each product by itself/ }))
  expect(screen.getByText(/^For example, 3 pieces at ¥36\.00: 50% off the 2nd piece/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ tiers: [{ nth: 2, off_permille: 500, per_product: true }], version: 1 })
})

test('another scope clears the chosen products', async () => {
  const bowl = { id: 7, name: 'Bowl', image_url: null, price: 900, status: 'on_sale' } as const
  const period = { starts_at: '2999-01-01T00:00:00.000Z', ends_at: '2999-02-01T00:00:00.000Z' }
  show({ ...shown, ...period, scope: 'products', product_ids: [7], products: [bowl] })
  expect(await screen.findByText('Bowl')).toBeTruthy()
  expect(screen.getByText(/on 1 product:/)).toBeTruthy()
  const scope = screen.getByRole('combobox', { name: /^Applies to/ })
  await choose(scope, 'all')
  expect(screen.getByText(/on all products:/)).toBeTruthy()
  await choose(scope, 'products')
  expect(screen.getByText(/on no product yet:/)).toBeTruthy()
  expect(screen.queryByText('Bowl')).toBeNull()
})

test('a text that is no percentage stays with a fault, and nothing is sent', async () => {
  const sent = show({ ...shown, starts_at: '2999-01-01T00:00:00.000Z', ends_at: '2999-02-01T00:00:00.000Z' })
  await screen.findByRole('group', { name: 'Row 2' })
  await choose(row(2).getByRole('combobox', { name: 'Reduction' }), 'Percentage')
  const input = await row(2).findByRole<HTMLInputElement>('textbox', { name: /^Off \(%\)/ })
  type(input, 'half')
  fireEvent.blur(input)
  expect(input.value).toBe('half')
  expect(row(2).getByText('Enter a percentage with at most one decimal.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  expect(sent).toEqual([])
})

test('once it has begun, only the name, the label, the end, the priority and the stop can be changed', async () => {
  show({ ...shown, starts_at: '2020-01-01T00:00:00.000Z' })
  await screen.findByRole('group', { name: 'Row 2' })
  const open = () =>
    [...document.querySelectorAll<HTMLInputElement>('[data-field]')]
      .filter((element) => element.tagName !== 'FIELDSET' && !element.disabled)
      .map(({ dataset }) => dataset.field)
      .sort()
  await vi.waitFor(() => expect(open()).toEqual(['enabled', 'ends_at', 'label', 'name', 'priority']))
  expect(screen.queryByRole('button', { name: 'Add products' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add a row' })).toBeNull()
})

test('once it has begun, one sentence says why its terms stay, with a way out', async () => {
  show({ ...shown, starts_at: '2020-01-01T00:00:00.000Z' })
  await screen.findByRole('group', { name: 'Row 2' })
  expect(screen.getAllByText(/its terms are fixed/)).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Stop and copy' }))
  expect(await screen.findByRole('button', { name: 'Stop' })).toBeTruthy()
})

const tea = {
  sold: 3,
  product_id: 7,
  sku_no: 'T',
  name: 'Tea',
  spec_text: '100 g',
  image_url: null,
  regular_price: 9_900,
}
const deal = {
  ...shown,
  ...({ gives: 'deal', exclusive: true } as const),
  tiers: [],
  skus: [
    { ...tea, sku_id: 1, price: 4_900, quota: 10 },
    { ...tea, sku_id: 2, price: 5_900, quota: null, spec_text: '200 g' },
  ],
}
const future = { starts_at: '2999-01-01T00:00:00.000Z', ends_at: '2999-02-01T00:00:00.000Z' }
const textbox = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

test('a new deal has prices of the SKUs of a product, and none of the terms of other promotions', async () => {
  const bowl = { ...cmsProductRow, id: 8, name: 'Bowl' }
  const prices = ['Red', 'Blue'].map((color, at) => ({
    id: 31 + at,
    product_id: 8,
    spec_values: [color],
    price: 2_000,
    market_price: null,
  }))
  const sent = show(undefined, { '/cms/product/prices': prices, '/cms/product': { items: [bowl] } })
  await choose(await screen.findByRole('combobox', { name: 'How customers get it' }), 'code')
  await choose(screen.getByRole('combobox', { name: /^Type/ }), 'deal')
  const fields = () => [...document.querySelectorAll<HTMLElement>('[data-field]')].map(({ dataset }) => dataset.field)
  const expected = ['label', 'name', 'gives', 'per_customer', 'starts_at', 'ends_at', 'skus', 'exclusive', 'enabled']
  await vi.waitFor(() => expect(fields()).toEqual(expected))
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Not combined/ }).checked).toBe(true)
  type(textbox('Pieces per customer'), '2')
  fireEvent.click(screen.getByRole('button', { name: 'Add products' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Bowl' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add 1 product' }))
  type(await screen.findByRole('textbox', { name: 'Deal price (¥) of Bowl Red' }), '20')
  expect(screen.getByText('Must be lower than the regular price.')).toBeTruthy()
  type(textbox('Deal price (¥) of Bowl Red'), '15')
  expect(screen.queryByText('Must be lower than the regular price.')).toBeNull()
  type(textbox('Pieces of Bowl Red'), '5')
  fireEvent.click(screen.getByRole('button', { name: 'Remove Bowl Blue' }))
  expect(screen.queryByRole('textbox', { name: 'Pieces of Bowl Blue' })).toBeNull()
  type(screen.getByRole('textbox', { name: /^Label/ }), 'Deal')
  type(screen.getByRole('textbox', { name: /^Name/ }), 'Bowls')
  save()
  const faulty = () =>
    [...document.querySelectorAll<HTMLElement>('[data-field]')]
      .filter((element) => document.getElementById(`${element.id}-error`))
      .map(({ dataset }) => dataset.field)
  await vi.waitFor(() => expect(faulty()).toEqual(['starts_at', 'ends_at']))
  expect(sent).toEqual([])
})

test('a change of a deal is sent without what is only shown', async () => {
  const sent = show({ ...deal, ...future })
  type(await screen.findByRole('textbox', { name: 'Deal price (¥) of Tea 100 g' }), '39')
  fireEvent.click(screen.getByRole('button', { name: 'Remove Tea 200 g' }))
  save()
  await vi.waitFor(() => expect(sent).toEqual([{ skus: [{ sku_id: 1, price: 3_900, quota: 10 }], version: 1 }]))
})

test('the SKUs of a saved deal can be downloaded, and imported', async () => {
  show({ ...deal, ...future })
  const download = await screen.findByRole('link', { name: 'Download the SKUs' })
  expect(download.getAttribute('href')).toBe('/cms/promotion/1/sku?format=xlsx&labels=en')
  const upload = screen.getByRole('link', { name: 'Import SKUs' })
  expect(upload.getAttribute('href')).toBe('/admin/promotion/import?promotion=1')
})

test('a fault of a price is at its input', async () => {
  const sent = show({ ...deal, ...future })
  const input = await screen.findByRole('textbox', { name: 'Deal price (¥) of Tea 200 g' })
  type(input, '')
  save()
  await vi.waitFor(() => expect(document.activeElement).toBe(input))
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

/** Answers a change of promotion 1. `fault`: of the body. */
function refusing(code: string, fault: object, status: number, members = {}) {
  const refusal = {
    code,
    detail: '',
    request_id: 'r-1',
    invalid_params: [{ in: 'body', reason: '', ...fault }],
    ...members,
  }
  const headers = { 'content-type': 'application/problem+json' }
  return { '/cms/promotion/1': new Response(JSON.stringify(refusal), { status, headers }) }
}

const taken = { code: 'already_exists', params: { id: 7, name: '秋茶' } }

test('a SKU that has another deal is named, with that deal', async () => {
  show({ ...deal, ...future }, refusing('already_exists', { ...taken, name: 'skus.1.sku_id' }, 409))
  type(await screen.findByRole('textbox', { name: 'Pieces of Tea 100 g' }), '9')
  save()
  const name = await screen.findByRole('rowheader', { name: 'Tea 200 g “秋茶” (#7) has this already.' })
  await vi.waitFor(() => expect(document.activeElement).toBe(name))
})

test('a shared code that another promotion has is refused with its name', async () => {
  const record = { ...ofCoupons, coupon_source: 'code', shared_code: 'CHAYOU15' } as const
  show(record, refusing('already_exists', { ...taken, name: 'shared_code' }, 409))
  type(await screen.findByRole('textbox', { name: /^Shared code/ }), 'CHAYOU16')
  save()
  expect(await screen.findByText('“秋茶” (#7) has this already.')).toBeTruthy()
})

test('once a deal has begun, its prices stay and its pieces can be raised; the sold pieces are shown', async () => {
  const sent = show({ ...deal, starts_at: '2020-01-01T00:00:00.000Z' })
  const pieces = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Pieces of Tea 100 g' })
  expect([pieces.disabled, textbox('Pieces of Tea 200 g').disabled]).toEqual([false, true])
  expect(textbox('Deal price (¥) of Tea 100 g').disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Add products' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  expect(screen.getByRole('row', { name: /Tea 100 g/ }).lastElementChild?.textContent).toBe('3')
  type(pieces, '12')
  save()
  const [first, second] = deal.skus.map(({ sku_id, price, quota }) => ({ sku_id, price, quota }))
  await vi.waitFor(() => expect(sent).toEqual([{ skus: [{ ...first, quota: 12 }, second], version: 1 }]))
})

test('users who may only read see the prices and the sold pieces of a deal', async () => {
  const user = { id: 2, name: 'Reader', account: 'reader', is_root: false, groups: [] }
  show(deal, {}, undefined, user)
  expect(await screen.findByText('Tea 100 g: ¥49.00, 3 of 10 sold')).toBeTruthy()
  expect(screen.getByText('Tea 200 g: ¥59.00, 3 sold')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test.each([
  ['a deal', deal, ['deal']],
  ['another promotion', shown, ['reduction', 'freight']],
])('%s keeps its kind', async (_, record, types) => {
  show({ ...record, ...future })
  fireEvent.click(await screen.findByRole('combobox', { name: /^Type/ }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(types)
})

test('with coupons, a customer can get one by default, and there is no priority', async () => {
  const sent = show({ ...shown, starts_at: '2999-01-01T00:00:00.000Z', ends_at: '2999-02-01T00:00:00.000Z' })
  const source = await screen.findByRole('combobox', { name: 'How customers get it' })
  expect(screen.getByRole('textbox', { name: 'Orders per customer' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Number of coupons' })).toBeNull()
  await choose(source, 'customer')
  const most = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Coupons per customer/ })
  expect([most.value, most.required]).toEqual(['1', true])
  expect(screen.queryByRole('textbox', { name: 'Orders per customer' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Priority' })).toBeNull()
  type(screen.getByRole('textbox', { name: 'Number of coupons' }), '50')
  type(screen.getByRole('textbox', { name: 'Valid for (days)' }), '7')
  expect(screen.getByText(/customers take: at most 1 per customer, 50 in all, valid for 7 days\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ coupon_source: 'customer', per_customer: 1, total: 50, valid_days: 7 })
})

test('a promotion that applies by itself again has none of the terms of coupons', async () => {
  const terms = { coupon_source: 'code', per_customer: 2, total: 50, valid_days: 7 } as const
  const period = { starts_at: '2999-01-01T00:00:00.000Z', ends_at: '2999-02-01T00:00:00.000Z' }
  const sent = show({ ...shown, ...terms, ...period })
  await choose(await screen.findByRole('combobox', { name: 'How customers get it' }), 'By itself')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ coupon_source: null, per_customer: null, total: null, valid_days: null })
})

test('once customers have coupons, their terms stay, and only a limited number can be raised', async () => {
  const future = { starts_at: '2999-01-01T00:00:00.000Z', ends_at: '2999-02-01T00:00:00.000Z', taken_count: 3 }
  const terms = { coupon_source: 'staff', per_customer: 1, valid_days: 7 } as const
  const isOpen = (name: string) => !screen.getByRole<HTMLInputElement>('textbox', { name }).disabled
  show({ ...shown, ...future, ...terms, total: 10 })
  await screen.findByRole('textbox', { name: 'Number of coupons' })
  expect([isOpen('Number of coupons'), isOpen('Valid for (days)')]).toEqual([true, false])
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'How customers get it' }).disabled).toBe(true)
  cleanup()
  show({ ...shown, ...future, ...terms, total: null })
  await screen.findByRole('textbox', { name: 'Number of coupons' })
  expect(isOpen('Number of coupons')).toBe(false)
})

/** Returns the labels and values of the facts in a section. */
const factsOf = async (section: string) => {
  const region = await screen.findByRole('region', { name: section })
  return [...region.querySelectorAll('dl > div')].map((fact) => [...fact.children].map((part) => part.textContent))
}

test('its numbers are shown, and it cannot be deleted', async () => {
  show(shown)
  expect(await factsOf('Orders with it')).toEqual([
    ['Orders', '12'],
    ['Taken off', '¥360.00'],
    ['Paid', '¥2,540.00'],
    ['Refunded', '¥0.00'],
    ['Customers', '11'],
    ['New customers', '4'],
  ])
  expect(screen.queryByRole('region', { name: 'Coupons' })).toBeNull()
  expect(screen.getByText(/there are orders, coupons or codes/)).toBeTruthy()
})

const ofCoupons = { ...shown, coupon_source: 'code', per_customer: 1, total: 50, taken_count: 6 } as const

test('with coupons, their numbers are shown, with a link to them', async () => {
  show({ ...ofCoupons, held_count: 1, used_count: 2, code_count: 40 })
  expect(await factsOf('Coupons')).toEqual([
    ['Given out', '6 of 50'],
    ['In unpaid orders', '1'],
    ['Used', '2'],
    ['Codes', '40'],
  ])
  const link = screen.getByRole('link', { name: 'All coupons of this promotion' })
  expect(link.getAttribute('href')).toBe(`/admin/coupon?promotion_id=${shown.id}`)
})

test('a promotion that was stopped gives out no coupons', async () => {
  show({ ...ofCoupons, state: 'stopped', enabled: false })
  await screen.findByRole('region', { name: 'Coupons' })
  expect(screen.queryByRole('button', { name: 'Grant coupons' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Create codes' })).toBeNull()
})

test('coupons are granted by file, and downloaded', async () => {
  show(ofCoupons)
  const upload = await screen.findByRole('link', { name: 'Grant by file' })
  expect(upload.getAttribute('href')).toBe('/admin/coupon/import?promotion=1')
  const download = screen.getByRole('link', { name: 'Download the coupons' })
  expect(download.getAttribute('href')).toBe('/cms/coupon?promotion_id=1&format=xlsx&labels=en')
})

test('coupons are granted to chosen customers, and the dialog says why one got none', async () => {
  const customers = [customer, { ...customer, id: 2, nickname: '阿南' }, { ...customer, id: 3, nickname: 'Lin' }]
  const results = [
    { user_id: 1, coupon_id: 5, reason: null },
    { user_id: 2, coupon_id: null, reason: 'limit_reached' },
  ]
  const read = vi.fn(async () => ofCoupons)
  const sent = show(ofCoupons, { '/grant': { results }, '/cms/customer': { items: customers } }, read)
  fireEvent.click(await screen.findByRole('button', { name: 'Grant coupons' }))
  const grant = await screen.findByRole<HTMLButtonElement>('button', { name: 'Grant' })
  expect(grant.disabled).toBe(true)
  fireEvent.click(await screen.findByRole('checkbox', { name: customer.nickname }))
  fireEvent.click(screen.getByRole('checkbox', { name: '阿南' }))
  fireEvent.click(screen.getByRole('button', { name: 'Grant 2 coupons' }))
  const list = await screen.findByRole('list', { name: 'Results' })
  expect([...list.children].map((one) => one.textContent)).toEqual([
    `${customer.nickname}Granted`,
    '阿南Has as many as allowed',
  ])
  expect(screen.getByText('1 of 2 customers have got a coupon.')).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Close'))
  expect(sent).toEqual([{ user_ids: [1, 2] }])
  expect(read).toHaveBeenCalled()
})

test('created codes are shown, and can be downloaded', async () => {
  const read = vi.fn(async () => ofCoupons)
  const sent = show(ofCoupons, { '/code': { codes: ['7K3M9QX2TBWD', 'P4RV8HN6C1ZJ'] } }, read)
  fireEvent.click(await screen.findByRole('button', { name: 'Create codes' }))
  const count = await screen.findByRole('textbox', { name: 'Number of codes' })
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create' })
  type(count, '10001')
  expect(create.disabled).toBe(true)
  type(count, '2')
  fireEvent.click(create)
  const codes = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Codes' })
  expect(codes.value).toBe('7K3M9QX2TBWD\nP4RV8HN6C1ZJ')
  expect(screen.getByText(/^2 unused codes\./)).toBeTruthy()
  const file = screen.getByRole('link', { name: 'Download as CSV' })
  expect(file.getAttribute('download')).toBe(`codes-${shown.id}.csv`)
  const [, content = ''] = file.getAttribute('href')?.split(',') ?? []
  expect(decodeURIComponent(content)).toBe('\uFEFFCode\r\n7K3M9QX2TBWD\r\nP4RV8HN6C1ZJ\r\n')
  await vi.waitFor(() => expect(document.activeElement).toBe(file))
  expect(sent).toEqual([{ count: 2 }])
  expect(read).toHaveBeenCalled()
})

test('unused codes can be shown again', async () => {
  show({ ...ofCoupons, code_count: 2 }, { '/code': { codes: ['7K3M9QX2TBWD'] } }, vi.fn())
  fireEvent.click(await screen.findByRole('button', { name: 'Create codes' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Show the unused codes' }))
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Codes' })).value).toBe('7K3M9QX2TBWD')
  expect(screen.getByText('1 unused code. You can show it here again.')).toBeTruthy()
})

test('says what a promotion would have cost', async () => {
  show(ofCoupons, { '/estimate': { orders: 38, of_orders: 214, amount: 123_400 } }, vi.fn())
  fireEvent.click(await screen.findByRole('button', { name: 'What would it have cost?' }))
  expect(
    await screen.findByText('In the last 30 days, it would have taken ¥1,234.00 off 38 of 214 paid orders.'),
  ).toBeTruthy()
})

const excess = { pieces: 2, product_name: '龙井', amount: 9_600, off_amount: 99_900 }
const free = '2 pieces of 龙井 cost ¥96.00, the reduction is ¥999.00: customers would pay 1 fen a piece.'

test('says in the estimate, on the page and after saving that a reduction makes goods free', async () => {
  show(ofCoupons, { '/estimate': { orders: 0, of_orders: 214, amount: 0, excess } }, vi.fn())
  fireEvent.click(await screen.findByRole('button', { name: 'What would it have cost?' }))
  expect(await screen.findByText(free)).toBeTruthy()
  cleanup()
  show({ ...shown, excess }, { '/cms/promotion/1': { ...shown, excess } })
  expect(await screen.findByText(free)).toBeTruthy()
  type(screen.getByRole('textbox', { name: /^Name/ }), '秋季')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(screen.getAllByText(free)).toHaveLength(2))
})

test('the list says how customers get each promotion', () => {
  const items = [cmsPromotionRow, { ...cmsPromotionRow, id: 2, coupon_source: 'code' as const }]
  render(inAdmin(<Promotions page={{ items, page: 1, size: 20, total: 2 }} />, { path: '/admin/promotion' }))
  const [head, ...rows] = screen.getAllByRole('row')
  const at = [...(head?.children ?? [])].findIndex(({ textContent }) => textContent === 'How customers get it')
  expect(rows.map(({ children }) => children[at]?.textContent)).toEqual(['By itself', 'code'])
})

test('the list says what each promotion gives, and when it starts and ends', () => {
  const items = [
    { ...cmsPromotionRow, gives: 'deal' as const, tiers: [], sku_count: 3, lowest_price: 4_900 },
    { ...cmsPromotionRow, id: 2 },
  ]
  render(inAdmin(<Promotions page={{ items, page: 1, size: 20, total: 2 }} />, { path: '/admin/promotion' }))
  const [head, ...rows] = screen.getAllByRole('row')
  const titles = [...(head?.children ?? [])].map(({ textContent }) => textContent)
  expect(titles).toEqual(expect.arrayContaining(['Starts', 'Ends']))
  const at = titles.indexOf('What it does')
  expect(rows.map(({ children }) => children[at]?.textContent)).toEqual([
    '3 SKUs from ¥49.00',
    '¥10.00 off for orders of ¥100.00 or more; ¥30.00 off for orders of ¥200.00 or more',
  ])
})
