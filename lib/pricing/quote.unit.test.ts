import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Tier } from '@/db/enums'
import { rounds } from '@/lib/server/testing/races'
import { type Coupon, type Deal, type Promotion, type QuoteLine, quote } from './quote'
import { shareOfPieces } from './shares'

const lineOf = (sku_id: number, price: number, count: number, further: Partial<QuoteLine> = {}): QuoteLine => ({
  sku_id,
  product_id: sku_id,
  category_id: 1,
  price,
  count,
  weight_g: null,
  template_id: 1,
  deal: null,
  ...further,
})

const promotionOf = (id: number, further: Partial<Promotion>): Promotion => ({
  id,
  label: `P${id}`,
  gives: 'reduction',
  exclusive: false,
  priority: 0,
  scope: 'all',
  repeats: false,
  category_ids: [],
  product_ids: [],
  except_product_ids: [],
  tiers: [],
  ...further,
})

const dealOf = (price: number, further: Partial<Deal> = {}): Deal => ({
  promotion_id: 9,
  label: '特价',
  price,
  left: null,
  limit: null,
  bought: 0,
  exclusive: true,
  ...further,
})

const reductions = promotionOf(1, {
  label: '满200减30',
  tiers: [
    { from_amount: 10_000, off_amount: 1_000 },
    { from_amount: 20_000, off_amount: 3_000 },
  ],
})
const fifteenPercent: Coupon = {
  id: 5,
  promotion: promotionOf(2, {
    scope: 'products',
    product_ids: [1, 3],
    tiers: [{ from_amount: 10_000, off_permille: 150, at_most: 2_000 }],
  }),
}
const fee = (amount: number) => () => ({ amount })
const none = fee(0)
const plain = { promotions: [], coupon: null, freight: none }

describe('orders computed by hand', () => {
  test('a reduction, and a coupon for some of the lines', () => {
    const lines = [lineOf(1, 6_800, 2), lineOf(2, 3_990, 1), lineOf(3, 1_000, 3)]
    const order = quote({ lines, promotions: [reductions], coupon: fifteenPercent, freight: none })
    expect(order.lines.map(({ paid_amount }) => paid_amount)).toEqual([9_979, 3_409, 2_202])
    expect(order).toMatchObject({ items_amount: 20_590, discount_amount: 5_000, total_amount: 15_590 })
    expect(
      order.discounts.map(({ layer, amount, shares }) => [layer, amount, shares.map((one) => one.amount)]),
    ).toEqual([
      ['reduction', 3_000, [1_982, 581, 437]],
      ['coupon', 2_000, [1_639, 361]],
    ])
    const [first] = order.lines
    const paid = { count: 2, paid_amount: first?.paid_amount ?? 0, refunded_count: 0, refunded_amount: 0 }
    expect(shareOfPieces(paid, 1)).toBe(4_990)
    expect(shareOfPieces({ ...paid, refunded_count: 1, refunded_amount: 4_990 }, 1)).toBe(4_989)
  })

  test('an exclusive deal takes no part in a reduction or a coupon', () => {
    const lines = [lineOf(1, 9_900, 1, { deal: dealOf(4_900) }), lineOf(2, 6_000, 1)]
    const coupon = { id: 7, promotion: promotionOf(3, { tiers: [{ from_amount: 5_000, off_amount: 500 }] }) }
    const order = quote({ lines, promotions: [reductions], coupon, freight: none })
    expect(order.total_amount).toBe(10_400)
    expect(order.discounts.map(({ layer, amount }) => [layer, amount])).toEqual([
      ['deal', 5_000],
      ['coupon', 500],
    ])
  })

  test('an exclusive deal takes no part in an offer of shipping', () => {
    const free = promotionOf(4, { gives: 'freight', tiers: [{ from_pieces: 1, off_permille: 1_000 }] })
    const lines = [lineOf(1, 9_900, 1, { deal: dealOf(4_900) })]
    const order = quote({ lines, promotions: [free], coupon: null, freight: () => ({ amount: 800 }) })
    expect([order.total_amount, order.discounts.map(({ layer }) => layer)]).toEqual([5_700, ['deal']])
  })

  test('an amount that does not divide by the pieces', () => {
    const coupon = { id: 7, promotion: promotionOf(3, { tiers: [{ from_amount: 1, off_amount: 1_000 }] }) }
    const lines = [1, 2, 3].map((id) => lineOf(id, 1_000, 1))
    const order = quote({ ...plain, lines, coupon })
    expect(order.discounts[0]?.shares.map(({ amount }) => amount)).toEqual([334, 333, 333])
  })

  test('each piece keeps 1 fen', () => {
    const coupon = { id: 7, promotion: promotionOf(3, { tiers: [{ from_amount: 1_000, off_amount: 1_000 }] }) }
    expect(quote({ ...plain, lines: [lineOf(1, 1_000, 1)], coupon })).toMatchObject({
      discount_amount: 999,
      total_amount: 1,
    })
  })

  test('a repeated reduction counts each time, up to its largest reduction', () => {
    const tiers = [{ from_pieces: 2, off_amount: 300, at_most: 700 }]
    const order = quote({
      ...plain,
      lines: [lineOf(1, 1_000, 7)],
      promotions: [promotionOf(1, { repeats: true, tiers })],
    })
    expect(order.discount_amount).toBe(700)
  })
})

describe('of every n pieces, the cheapest ones are reduced', () => {
  const half = { nth: 2, off_permille: 500 }
  const ofProduct = { product_id: 1 }
  test.each<[goods: string, tier: Tier, lines: QuoteLine[], off: number[]]>([
    ['three pieces at one price', half, [lineOf(1, 3_600, 3)], [1_800]],
    ['one piece', half, [lineOf(1, 3_600, 1)], [0]],
    ['four pieces at an odd price', half, [lineOf(1, 3_601, 4)], [3_600]],
    ['every third piece', { nth: 3, off_permille: 300 }, [lineOf(1, 1_000, 7)], [600]],
    ['the cheapest of several products', half, [lineOf(1, 9_000, 3), lineOf(2, 1_000, 1)], [4_500, 500]],
    ['only the cheapest', half, [lineOf(1, 9_000, 1), lineOf(2, 1_000, 1), lineOf(3, 2_000, 1)], [0, 500, 0]],
    ['the first of equal prices', half, [lineOf(1, 1_000, 1), lineOf(2, 1_000, 1)], [500, 0]],
    [
      'each product by itself',
      { ...half, per_product: true },
      [lineOf(1, 9_000, 3), lineOf(2, 1_000, 1), lineOf(3, 2_000, 2)],
      [4_500, 0, 1_000],
    ],
    [
      'the SKUs of a product together',
      { ...half, per_product: true },
      [lineOf(1, 9_000, 1), lineOf(2, 5_000, 1, ofProduct), lineOf(3, 1_000, 1)],
      [0, 2_500, 0],
    ],
    ['pieces at 1 fen', { nth: 2, off_permille: 999 }, [lineOf(1, 1, 2), lineOf(2, 2, 2)], [0, 0]],
    ['pieces that keep 1 fen', { nth: 2, off_permille: 999 }, [lineOf(1, 1_000, 2)], [999]],
  ])('%s', (_, tier, lines, off) => {
    const promotion = promotionOf(1, { tiers: [tier] })
    const automatic = quote({ ...plain, lines, promotions: [promotion] })
    const used = quote({ ...plain, lines, coupon: { id: 7, promotion } })
    for (const order of [automatic, used]) {
      expect(order.lines.map(({ discount_amount }) => discount_amount)).toEqual(off)
      expect(order.discounts.flatMap(({ shares }) => shares)).toEqual(
        lines.flatMap(({ sku_id, count }, at) => (off[at] ? [{ sku_id, pieces: count, amount: off[at] }] : [])),
      )
    }
  })

  test('the pieces of a line come back to the last fen', () => {
    const { lines } = quote({
      ...plain,
      lines: [lineOf(1, 3_599, 3)],
      promotions: [promotionOf(1, { tiers: [half] })],
    })
    const paid = { count: 3, paid_amount: lines[0]?.paid_amount ?? 0, refunded_count: 0, refunded_amount: 0 }
    expect(paid.paid_amount).toBe(8_998)
    expect(shareOfPieces(paid, 1)).toBe(3_000)
    expect(shareOfPieces({ ...paid, refunded_count: 1, refunded_amount: 3_000 }, 2)).toBe(5_998)
  })

  test('cheap goods go to another reduction, where dearer pieces are the cheapest then', () => {
    const cheap = promotionOf(2, {
      scope: 'products',
      product_ids: [2],
      tiers: [{ from_pieces: 1, off_amount: 10 }],
    })
    const lines = [lineOf(1, 9_000, 2), lineOf(2, 100, 2)]
    const order = quote({ ...plain, lines, promotions: [promotionOf(1, { tiers: [half] }), cheap] })
    expect(order.lines.map(({ discount_amount }) => discount_amount)).toEqual([4_500, 10])
  })

  test('goods with too few pieces of a product are left to other reductions', () => {
    const product = promotionOf(1, { tiers: [{ ...half, per_product: true }] })
    const all = promotionOf(2, { tiers: [{ from_amount: 1_000, off_amount: 100 }] })
    const lines = [lineOf(1, 9_000, 2), lineOf(2, 1_000, 1)]
    const order = quote({ ...plain, lines, promotions: [product, all] })
    expect(order.lines.map(({ discount_amount }) => discount_amount)).toEqual([4_500, 100])
  })

  test('a coupon below says how many pieces are missing', () => {
    const missing = (tier: Tier, ...lines: QuoteLine[]) =>
      quote({ ...plain, lines, coupon: { id: 7, promotion: promotionOf(3, { tiers: [tier] }) } }).coupon_refusal
    const third = { nth: 3, off_permille: 500 }
    expect(missing(third, lineOf(1, 900, 1), lineOf(2, 900, 1))).toEqual({ reason: 'below', missing_pieces: 1 })
    expect(missing({ ...third, per_product: true }, lineOf(1, 900, 1), lineOf(2, 900, 1))).toEqual({
      reason: 'below',
      missing_pieces: 2,
    })
  })
})

describe('what does not apply is named', () => {
  const offer = (further: Partial<Promotion>): Coupon => ({ id: 7, promotion: promotionOf(3, further) })
  const tiers = [{ from_amount: 5_000, off_amount: 500 }]
  const one = [lineOf(1, 2_000, 2)]
  test.each([
    ['goods out of its scope', one, offer({ tiers, scope: 'products', product_ids: [2] }), { reason: 'scope' }],
    ['goods that it excepts', one, offer({ tiers, except_product_ids: [1] }), { reason: 'scope' }],
    ['too small a sum', one, offer({ tiers }), { reason: 'below', missing_amount: 1_000 }],
    [
      'too few pieces',
      one,
      offer({ tiers: [{ from_pieces: 5, off_permille: 100 }] }),
      { reason: 'below', missing_pieces: 3 },
    ],
    ['an exclusive deal', [lineOf(1, 9_000, 1, { deal: dealOf(8_000) })], offer({ tiers }), { reason: 'exclusive' }],
    ['goods at 1 fen', [lineOf(1, 1, 9)], offer({ tiers: [{ from_amount: 1, off_amount: 5 }] }), { reason: 'no_gain' }],
    [
      'free freight',
      one,
      offer({ gives: 'freight', tiers: [{ from_amount: 1, off_permille: 1_000 }] }),
      { reason: 'no_gain' },
    ],
  ])('a coupon for %s', (_, lines, coupon, refusal) => {
    const order = quote({ ...plain, lines, coupon })
    expect(order.coupon_refusal).toEqual(refusal)
    expect(order.discounts.filter(({ layer }) => layer !== 'deal')).toEqual([])
  })

  test('the pieces of a deal that are sold out, or above the limit of a customer', () => {
    const lines = [
      lineOf(1, 1_000, 3, { deal: dealOf(500, { left: 2 }) }),
      lineOf(2, 1_000, 3, { deal: dealOf(500, { limit: 4, bought: 2 }) }),
      lineOf(3, 1_000, 3, { deal: dealOf(500, { left: 3, limit: 3 }) }),
      lineOf(4, 1_000, 3, { deal: dealOf(500, { left: 0 }) }),
      lineOf(5, 1_000, 3, { deal: dealOf(500, { limit: 4, bought: 5 }) }),
    ]
    const order = quote({ ...plain, lines })
    expect(order.refused_deals).toEqual([
      { sku_id: 1, reason: 'sold_out', pieces: 1 },
      { sku_id: 2, reason: 'limit', pieces: 1 },
      { sku_id: 4, reason: 'sold_out', pieces: 3 },
      { sku_id: 5, reason: 'limit', pieces: 3 },
    ])
    expect(order.lines.map(({ paid_amount }) => paid_amount)).toEqual([2_000, 2_000, 1_500, 3_000, 3_000])
    expect(order.discounts).toMatchObject([
      {
        amount: 3_500,
        shares: [
          { sku_id: 1, pieces: 2, amount: 1_000 },
          { sku_id: 2, pieces: 2, amount: 1_000 },
          { sku_id: 3, pieces: 3, amount: 1_500 },
        ],
      },
    ])
  })

  test('pieces beyond those of an exclusive deal are reduced with the other goods', () => {
    const lines = [lineOf(1, 5_600, 3, { deal: dealOf(3_990, { limit: 2 }) }), lineOf(2, 4_400, 1)]
    const order = quote({
      ...plain,
      lines,
      promotions: [promotionOf(1, { tiers: [{ from_amount: 10_000, off_amount: 1_000 }] })],
    })
    expect(order.lines.map(({ paid_amount }) => paid_amount)).toEqual([2 * 3_990 + 5_600 - 560, 4_400 - 440])
    expect(order.discounts.map(({ shares }) => shares.map(({ sku_id, amount }) => [sku_id, amount]))).toEqual([
      [[1, 2 * 1_610]],
      [
        [1, 560],
        [2, 440],
      ],
    ])
  })

  test('pieces beyond those of a deal are no line of their own where the deal is left out', () => {
    const lines = [
      lineOf(1, 300, 2, { product_id: 1, deal: dealOf(299, { limit: 1 }) }),
      lineOf(2, 1, 1, { product_id: 2 }),
    ]
    const half = promotionOf(1, { except_product_ids: [2], exclusive: true, tiers: [{ nth: 2, off_permille: 500 }] })
    const order = quote({ ...plain, lines, promotions: [half] })
    expect(order.discounts).toMatchObject([{ promotion_id: 1, shares: [{ sku_id: 1, pieces: 2, amount: 150 }] }])
    const thirds = { id: 7, promotion: promotionOf(3, { tiers: [{ nth: 2, off_permille: 666, per_product: true }] }) }
    const open = promotionOf(1, { except_product_ids: [2], tiers: [{ nth: 2, off_permille: 666 }] })
    // Both pieces cost 400 after the reduction, so one of them costs 200 for the coupon.
    expect(quote({ ...plain, lines, promotions: [open], coupon: thirds }).total_amount).toBe(600 - 199 - 133 + 1)
  })
})

describe('freight', () => {
  const freight = (lines: readonly { amount: number }[]) => ({
    amount: lines.reduce((sum, { amount }) => sum + amount, 0) >= 10_000 ? 0 : 1_200,
  })
  const free = promotionOf(4, { gives: 'freight', tiers: [{ from_pieces: 3, off_permille: 1_000 }] })

  test('is asked of what the goods cost after their reductions', () => {
    const promotions = [promotionOf(1, { tiers: [{ from_amount: 1, off_amount: 2_000 }] })]
    expect(quote({ lines: [lineOf(1, 10_000, 1)], promotions, coupon: null, freight }).freight_amount).toBe(1_200)
    expect(quote({ ...plain, lines: [lineOf(1, 10_000, 1)], freight }).freight_amount).toBe(0)
    expect(quote({ ...plain, lines: [], freight }).freight_amount).toBe(0)
  })

  test('is reduced by the best promotion, and a coupon that gains nothing is kept', () => {
    const lines = [lineOf(1, 1_000, 3)]
    const coupon = {
      id: 7,
      promotion: promotionOf(3, { gives: 'freight', tiers: [{ from_pieces: 1, off_amount: 500 }] }),
    }
    const order = quote({ lines, promotions: [free], coupon, freight })
    expect(order.discounts).toEqual([
      { layer: 'freight', promotion_id: 4, coupon_id: null, label: 'P4', amount: 1_200, shares: [] },
    ])
    expect(order.coupon_refusal).toEqual({ reason: 'no_gain' })
    expect(quote({ lines, promotions: [], coupon, freight })).toMatchObject({
      freight_amount: 1_200,
      discount_amount: 500,
      coupon_refusal: null,
    })
  })
})

describe('a reduction of the shipping fee is at most what its goods cost to ship', () => {
  const fees = new Map([
    [1, 1_000],
    [2, 8_400],
  ])
  const templatesOf = (lines: readonly { template_id: number }[]) => [
    ...new Set(lines.map(({ template_id }) => template_id)),
  ]
  const feesOf = (lines: readonly { template_id: number }[]) => templatesOf(lines).map((id) => fees.get(id) ?? 0)
  const sum = (lines: readonly { template_id: number }[]) => ({ amount: feesOf(lines).reduce((all, one) => all + one) })
  const highest = (lines: readonly { template_id: number }[]) => ({ amount: Math.max(...feesOf(lines)) })
  const near = lineOf(1, 1_000, 1)
  const far = lineOf(2, 20_000, 1, { template_id: 2 })
  const free = (further: Partial<Promotion>) =>
    promotionOf(4, { gives: 'freight', tiers: [{ from_pieces: 1, off_permille: 1_000 }], ...further })
  const ofNear = { scope: 'products', product_ids: [1] } as const
  test.each([
    ['goods of their own template', [near, far], free(ofNear), sum, 1_000],
    ['all goods but excepted ones', [near, far], free({ except_product_ids: [2] }), sum, 1_000],
    ['an amount', [near, far], free({ ...ofNear, tiers: [{ from_pieces: 1, off_amount: 5_000 }] }), sum, 1_000],
    ['half of it', [near, far], free({ ...ofNear, tiers: [{ from_pieces: 1, off_permille: 500 }] }), sum, 500],
    ['goods that ship for nothing beside the others', [near, far], free(ofNear), highest, 0],
    ['goods of one template with others', [near, lineOf(3, 900, 1)], free(ofNear), sum, 0],
    ['all goods', [near, far], free({}), sum, 9_400],
  ])('%s', (_, lines, promotion, freight, off) => {
    expect(quote({ lines, promotions: [promotion], coupon: null, freight }).discount_amount).toBe(off)
    const coupon = { id: 7, promotion }
    expect(quote({ lines, promotions: [], coupon, freight })).toMatchObject({
      discount_amount: off,
      coupon_refusal: off === 0 ? { reason: 'no_gain' } : null,
    })
  })
})

describe('of all combinations, the one with the lowest total applies', () => {
  const freeFrom = (limit: number, fee: number) => (lines: readonly { amount: number }[]) => ({
    amount: lines.reduce((sum, { amount }) => sum + amount, 0) >= limit ? 0 : fee,
  })
  const tenOff = promotionOf(1, { tiers: [{ from_amount: 10_000, off_amount: 1_000 }] })

  test('a reduction that ends free shipping is left out', () => {
    const order = quote({
      ...plain,
      lines: [lineOf(1, 5_000, 2)],
      promotions: [tenOff],
      freight: freeFrom(10_000, 1_500),
    })
    expect(order).toMatchObject({ total_amount: 10_000, discounts: [] })
  })

  test('so is a deal', () => {
    const lines = [lineOf(1, 5_000, 2, { deal: dealOf(4_900) })]
    const order = quote({ ...plain, lines, promotions: [tenOff], freight: freeFrom(10_000, 1_500) })
    expect(order).toMatchObject({ total_amount: 10_000, discounts: [], refused_deals: [] })
  })

  test('two reductions of a part of the goods are more than one of all', () => {
    const part = (id: number, off_amount: number) =>
      promotionOf(id, { scope: 'products', product_ids: [id], tiers: [{ from_pieces: 1, off_amount }] })
    const all = promotionOf(9, { priority: 5, tiers: [{ from_amount: 10_000, off_amount: 3_000 }] })
    const lines = [lineOf(1, 9_000, 1), lineOf(2, 9_000, 1)]
    const order = quote({ ...plain, lines, promotions: [all, part(1, 3_000), part(2, 600)] })
    expect(order.discounts.map(({ promotion_id, amount }) => [promotion_id, amount])).toEqual([
      [1, 3_000],
      [2, 600],
    ])
  })

  test('a reduction of a part comes before one of all, if both apply then', () => {
    const part = promotionOf(2, { scope: 'products', product_ids: [1], tiers: [{ from_pieces: 1, off_amount: 600 }] })
    const all = promotionOf(1, { priority: 5, tiers: [{ from_amount: 20_000, off_amount: 3_000 }] })
    const lines = [lineOf(1, 5_000, 1), lineOf(2, 20_000, 1)]
    expect(quote({ ...plain, lines, promotions: [all, part] }).discount_amount).toBe(3_600)
  })

  test('of equal totals, the highest priority counts, then the older promotion', () => {
    const used = (...promotions: Promotion[]) =>
      quote({ ...plain, lines: [lineOf(1, 20_000, 1)], promotions }).discounts.map(({ promotion_id }) => promotion_id)
    const [older, newer] = [
      { ...tenOff, id: 3 },
      { ...tenOff, id: 4 },
    ]
    expect(used(newer, older)).toEqual([3])
    expect(used(older, { ...newer, priority: 1 })).toEqual([4])
  })

  test('an exclusive coupon replaces a smaller reduction', () => {
    const coupon = {
      id: 7,
      promotion: promotionOf(3, { exclusive: true, tiers: [{ from_amount: 1, off_amount: 2_500 }] }),
    }
    const order = quote({ ...plain, lines: [lineOf(1, 20_000, 1)], promotions: [tenOff], coupon })
    expect(order).toMatchObject({ discount_amount: 2_500, coupon_refusal: null })
  })
})

/* Random carts, compared with a second computation: slow, by lists of whole fen and exact fractions. */

const amountUpTo = (max: number) => fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max }))

const deal = fc.record({
  promotion_id: fc.integer({ min: 50, max: 51 }),
  label: fc.constant('特价'),
  price: amountUpTo(50_000),
  left: fc.option(fc.nat(6)),
  limit: fc.option(fc.integer({ min: 1, max: 6 })),
  bought: fc.nat(3),
  exclusive: fc.boolean(),
})

const cart = fc
  .array(
    fc.record({
      product_id: fc.integer({ min: 1, max: 4 }),
      category_id: fc.option(fc.integer({ min: 1, max: 3 })),
      price: amountUpTo(50_000),
      count: fc.integer({ min: 1, max: 5 }),
      deal: fc.option(deal, { freq: 2 }),
      weight_g: fc.constant(null),
      template_id: fc.integer({ min: 1, max: 2 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((lines): QuoteLine[] => lines.map((line, at) => ({ ...line, sku_id: at + 1 })))

/** Tiers of one kind that give more at each higher threshold. */
const tiersBy = (threshold: 'from_amount' | 'from_pieces') =>
  fc
    .record({
      isRate: fc.boolean(),
      at_most: fc.option(fc.integer({ min: 1, max: 5_000 }), { nil: undefined }),
      steps: fc.array(
        fc.record({
          from: fc.integer({ min: 1, max: threshold === 'from_amount' ? 60_000 : 8 }),
          off_amount: fc.integer({ min: 1, max: 8_000 }),
          off_permille: fc.integer({ min: 1, max: 999 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    })
    .map(({ isRate, at_most, steps }): Tier[] => {
      const sorted = (key: 'from' | 'off_amount' | 'off_permille') => steps.map((one) => one[key]).sort((a, b) => a - b)
      const values = sorted(isRate ? 'off_permille' : 'off_amount')
      return sorted('from').map((from, at) => ({
        ...(threshold === 'from_amount' ? { from_amount: from } : { from_pieces: from }),
        ...(isRate ? { off_permille: values[at] } : { off_amount: values[at] }),
        ...(at_most !== undefined && { at_most }),
      }))
    })

/** Every n-th piece at a lower price. */
const tiersByNth = fc
  .record({
    nth: fc.integer({ min: 2, max: 4 }),
    off_permille: fc.integer({ min: 1, max: 999 }),
    per_product: fc.boolean(),
  })
  .map((tier): Tier[] => [tier])

const anyPromotion = fc
  .record({
    gives: fc.constantFrom('reduction', 'reduction', 'freight'),
    exclusive: fc.boolean(),
    priority: fc.nat(2),
    scope: fc.constantFrom('all', 'categories', 'products'),
    category_ids: fc.subarray([1, 2, 3]),
    product_ids: fc.subarray([1, 2, 3, 4]),
    except_product_ids: fc.subarray([1, 2], { maxLength: 1 }),
    tiers: fc.oneof(tiersBy('from_amount'), tiersBy('from_pieces'), tiersByNth),
    repeats: fc.boolean(),
  })
  .map((one) => ({ ...one, repeats: one.repeats && one.tiers.length === 1 && one.tiers[0]?.off_amount !== undefined }))
  .map((one) => ({ ...one, gives: one.tiers[0]?.nth === undefined ? one.gives : ('reduction' as const) }))

const basketOf = (maximum: number) =>
  fc.record({
    lines: cart,
    promotions: fc
      .array(anyPromotion, { maxLength: maximum })
      .map((all) => all.map((one, at) => promotionOf(at + 1, one))),
    coupon: fc.option(anyPromotion.map((one): Coupon => ({ id: 70, promotion: promotionOf(60, one) }))),
    fees: fc.tuple(fc.nat(2_000), fc.nat(2_000)),
    free_from: fc.integer({ min: 1, max: 60_000 }),
  })

/** Returns the freight of two templates, which is free from an amount. The second template charges by the piece. */
const freightBy =
  ({ fees, free_from }: { fees: [number, number]; free_from: number }) =>
  (lines: readonly Parameters<Parameters<typeof quote>[0]['freight']>[0][number][]) => ({
    amount: [1, 2].reduce((sum, id) => {
      const mine = lines.filter(({ template_id }) => template_id === id)
      const pieces = mine.reduce((all, { count }) => all + count, 0)
      const isFree = mine.reduce((all, { amount }) => all + amount, 0) >= free_from
      return isFree || pieces === 0 ? sum : sum + (fees[id - 1] ?? 0) * (id === 2 ? pieces : 1)
    }, 0),
  })

/**
 * Spreads an amount over weights in the simplest way: rounds all shares down, then gives each remaining fen to the
 * share with the largest fraction.
 */
function slowShares(amount: number, weights: number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = exact.map((product) => (sum === 0 ? 0n : product / BigInt(sum)))
  const fractions = exact.map((product) => (sum === 0 ? 0n : product % BigInt(sum)))
  for (let rest = amount - Number(shares.reduce((all, one) => all + one, 0n)); rest > 0; rest--) {
    let best = 0
    for (const [at, fraction] of fractions.entries()) if (fraction > (fractions[best] ?? 0n)) best = at
    shares[best] = (shares[best] ?? 0n) + 1n
    fractions[best] = -1n
  }
  return shares.map(Number)
}

interface Slow {
  line: QuoteLine
  cost: number
  isTouched: boolean
  isClosed: boolean
  isReduced: boolean
}

interface Slowly {
  /** The reductions, in the order in which they take their lines. */
  sequence: readonly Promotion[]
  withCoupon: boolean
}

type Input = Parameters<typeof quote>[0]

/** Computes the costs of the lines and the total with one combination of promotions. */
function slowly({ lines, promotions, coupon, freight }: Input, { sequence, withCoupon }: Slowly) {
  const states = lines.map((line): Slow => {
    const all = { line, cost: line.price * line.count, isTouched: false, isClosed: false, isReduced: false }
    const { deal } = line
    if (!deal) return all
    return { ...all, cost: deal.price * line.count, isTouched: true, isClosed: deal.exclusive }
  })
  const isNamed = ({ line }: Slow, promotion: Promotion) => {
    if (promotion.except_product_ids.some((id) => id === line.product_id)) return false
    if (promotion.scope === 'products') return promotion.product_ids.some((id) => id === line.product_id)
    return promotion.scope === 'all' || promotion.category_ids.some((id) => id === line.category_id)
  }
  const linesOf = (promotion: Promotion) =>
    states.filter((one) => !one.isClosed && !(promotion.exclusive && one.isTouched) && isNamed(one, promotion))
  const offOf = (promotion: Promotion, mine: Slow[], of?: number) => {
    const cost = mine.reduce((sum, one) => sum + one.cost, 0)
    const count = mine.reduce((sum, { line }) => sum + line.count, 0)
    let off = 0
    for (const tier of promotion.tiers) {
      const [reached, from] = tier.from_amount ? [cost, tier.from_amount] : [count, tier.from_pieces ?? 1]
      if (reached < from) continue
      let times = 1
      if (promotion.repeats) while (from * (times + 1) <= reached) times++
      const base = of ?? cost
      off = tier.off_amount ? tier.off_amount * times : Number((BigInt(base) * BigInt(tier.off_permille ?? 0)) / 1000n)
      if (tier.at_most && off > tier.at_most) off = tier.at_most
      if (off > base) off = base
    }
    return off
  }
  const leaving1 = (mine: Slow[]) => mine.map(({ cost, line }) => (cost > line.count ? cost - line.count : 0))
  /** Returns the fen off each line that takes part, from a list of all pieces. */
  const nthOffs = ({ nth = 0, off_permille = 0, per_product }: Tier, all: Slow[]) => {
    const offs = new Map<Slow, number>()
    for (const product of per_product ? new Set(all.map(({ line }) => line.product_id)) : [null]) {
      const group = all.filter(({ line }) => product === null || line.product_id === product)
      const prices = group.flatMap((one) =>
        Array.from({ length: one.line.count }, () => ({ one, price: Math.floor(one.cost / one.line.count) })),
      )
      if (prices.length < nth) continue
      for (const one of group) offs.set(one, 0)
      prices.sort((a, b) => a.price - b.price)
      for (let at = 0; (at + 1) * nth <= prices.length; at++) {
        const piece = prices[at]
        if (!piece) throw new Error('there is a piece')
        const off = Number((BigInt(piece.price) * BigInt(off_permille)) / 1000n)
        offs.set(piece.one, (offs.get(piece.one) ?? 0) + Math.max(0, Math.min(off, piece.price - 1)))
      }
    }
    return offs
  }
  const applyNth = (promotion: Promotion, tier: Tier, all: Slow[]) => {
    const offs = nthOffs(tier, all)
    if (![...offs.values()].some((off) => off > 0)) return []
    for (const [one, off] of offs) {
      one.cost -= off
      one.isTouched = true
      if (promotion.exclusive) one.isClosed = true
    }
    return [...offs.keys()]
  }
  const apply = (promotion: Promotion, mine: Slow[]) => {
    const [tier] = promotion.tiers
    if (tier?.nth !== undefined) return applyNth(promotion, tier, mine)
    const most = leaving1(mine).reduce((sum, one) => sum + one, 0)
    const off = Math.min(most, offOf(promotion, mine))
    if (off === 0) return []
    const shares = slowShares(off, leaving1(mine))
    for (const [at, one] of mine.entries()) {
      one.cost -= shares[at] ?? 0
      one.isTouched = true
      if (promotion.exclusive) one.isClosed = true
    }
    return mine
  }
  for (const promotion of sequence) {
    const mine = linesOf(promotion).filter(({ isReduced }) => !isReduced)
    for (const one of apply(promotion, mine)) one.isReduced = true
  }
  if (coupon?.promotion.gives === 'reduction' && withCoupon) apply(coupon.promotion, linesOf(coupon.promotion))
  const feeOf = (mine: Slow[]) => freight(mine.map(({ line, cost }) => ({ ...line, amount: cost }))).amount ?? 0
  let off = 0
  for (const promotion of [...promotions, ...(coupon && withCoupon ? [coupon.promotion] : [])]) {
    if (promotion.gives !== 'freight' || linesOf(promotion).length === 0) continue
    const cost = Math.max(0, feeOf(states) - feeOf(states.filter((one) => !isNamed(one, promotion))))
    off = Math.max(off, offOf(promotion, linesOf(promotion), cost))
  }
  const costs = new Map<number, number>()
  for (const { line, cost } of states) costs.set(line.sku_id, (costs.get(line.sku_id) ?? 0) + cost)
  const total = states.reduce((sum, { cost }) => sum + cost, 0) + feeOf(states) - off
  return { costs: [...costs.values()], total }
}

const isDealt = ({ deal }: QuoteLine) => deal !== null

/** Returns the lines piece by piece: those at the price of a deal, and those at the regular one. */
function splitSlowly(lines: readonly QuoteLine[]): QuoteLine[] {
  return lines.flatMap((line) => {
    let dealt = 0
    const { deal } = line
    while (deal && deal.price < line.price && dealt < line.count) {
      if (dealt + 1 > (deal.left ?? 999) || deal.bought + dealt + 1 > (deal.limit ?? 999)) break
      dealt++
    }
    const parts = [
      { ...line, count: dealt },
      { ...line, count: line.count - dealt, deal: null },
    ]
    return parts.filter(({ count }) => count > 0)
  })
}

/** Returns all subsets of a list. */
const subsetsOf = <T>(list: readonly T[]): T[][] =>
  list.length === 0 ? [[]] : subsetsOf(list.slice(1)).flatMap((rest) => [rest, [...rest, ...list.slice(0, 1)]])

/** Returns all sequences of a list. */
const sequencesOf = <T>(list: readonly T[]): T[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((one) => sequencesOf(list.filter((other) => other !== one)).map((rest) => [one, ...rest]))

/** Computes all combinations of promotions. Each subset of reductions is applied in the sequences of `ordersOf`. */
function allSlowly(given: Input, ordersOf: (reductions: Promotion[]) => Promotion[][]) {
  const { lines, promotions, coupon } = given
  const dealt = lines.filter(isDealt).map(({ sku_id }) => sku_id)
  const sequences = subsetsOf(promotions.filter(({ gives }) => gives === 'reduction')).flatMap(ordersOf)
  return subsetsOf(dealt).flatMap((without) => {
    const input = {
      ...given,
      lines: splitSlowly(lines.map((line) => (without.includes(line.sku_id) ? { ...line, deal: null } : line))),
    }
    return sequences.flatMap((sequence) =>
      (coupon ? [true, false] : [false]).map((withCoupon) => slowly(input, { sequence, withCoupon })),
    )
  })
}

const lowestOf = (all: { total: number }[]) => all.reduce((lowest, { total }) => Math.min(lowest, total), Infinity)

const sumOf = (of: { amount: number }[]) => of.reduce((sum, { amount }) => sum + amount, 0)

test('any cart has the sums of a second computation, and is refunded by the piece to the last fen', {
  timeout: 120_000,
}, () => {
  const property = fc.property(basketOf(4), fc.array(fc.nat()), ({ fees, free_from, ...given }, order) => {
    const input = { ...given, freight: freightBy({ fees, free_from }) }
    const quoted = quote(input)
    const all = allSlowly(input, sequencesOf)
    expect(quoted.total_amount).toBe(lowestOf(all))
    const costs = quoted.lines.map(({ paid_amount }) => paid_amount)
    expect(all.filter(({ total }) => total === quoted.total_amount).map((one) => one.costs)).toContainEqual(costs)

    expect(sumOf(quoted.discounts)).toBe(quoted.discount_amount)
    for (const { layer, amount, shares } of quoted.discounts) {
      expect(amount).toBeGreaterThan(0)
      expect(sumOf(shares)).toBe(layer === 'freight' ? 0 : amount)
      if (layer === 'freight') expect(amount).toBeLessThanOrEqual(quoted.freight_amount)
      if (layer === 'coupon') expect(quoted.coupon_refusal).toBeNull()
    }
    for (const { sku_id, discount_amount } of quoted.lines) {
      const shares = quoted.discounts.flatMap((one) => one.shares).filter((share) => share.sku_id === sku_id)
      expect(sumOf(shares)).toBe(discount_amount)
    }
    if (given.coupon) {
      const isUsed = quoted.discounts.some(({ coupon_id }) => coupon_id !== null)
      expect(isUsed).toBe(quoted.coupon_refusal === null)
    }

    // Pieces of all lines come back in any order.
    const paid = quoted.lines.map((line, at) => ({
      count: given.lines[at]?.count ?? 0,
      paid_amount: line.paid_amount,
      refunded_count: 0,
      refunded_amount: 0,
    }))
    for (let turn = 0; paid.some(({ count, refunded_count }) => refunded_count < count); turn++) {
      const left = paid.filter(({ count, refunded_count }) => refunded_count < count)
      const line = left[(order[turn] ?? turn) % left.length]
      if (!line) throw new Error('there is a line')
      const share = shareOfPieces(line, 1)
      expect(share).toBeGreaterThanOrEqual(1)
      line.refunded_count++
      line.refunded_amount += share
    }
    for (const { paid_amount, refunded_amount } of paid) expect(refunded_amount).toBe(paid_amount)
  })
  fc.assert(property, { numRuns: rounds(20_000) })
})

test('one promotion more never makes a cart dearer, and all subsets of eight reductions are tried', {
  timeout: 120_000,
}, () => {
  const property = fc.property(basketOf(8), ({ fees, free_from, ...given }) => {
    const input = { ...given, freight: freightBy({ fees, free_from }) }
    const { total_amount, discounts } = quote(input)
    const some = { ...input, lines: input.lines.map((line) => ({ ...line, deal: null })) }
    const byPriority = (reductions: Promotion[]) => [
      reductions.toSorted((a, b) => b.priority - a.priority || a.id - b.id),
    ]
    expect(total_amount).toBeLessThanOrEqual(lowestOf(allSlowly(some, byPriority)))
    const [last, ...others] = input.promotions.toReversed()
    if (last) expect(total_amount).toBeLessThanOrEqual(quote({ ...input, promotions: others }).total_amount)
    for (const { layer, promotion_id, coupon_id, amount } of discounts) {
      if (layer !== 'freight') continue
      const { scope, category_ids, product_ids, except_product_ids } =
        (coupon_id === null ? input.promotions.find(({ id }) => id === promotion_id) : input.coupon?.promotion) ??
        promotionOf(0, {})
      const goods = input.lines.filter(
        ({ product_id, category_id }) =>
          !except_product_ids.includes(product_id) &&
          (scope === 'all' ||
            (scope === 'products' ? product_ids.includes(product_id) : category_ids.includes(category_id ?? 0))),
      )
      const alone = input.freight(goods.map((line) => ({ ...line, amount: 0 }))).amount
      expect(amount).toBeLessThanOrEqual(alone)
    }
  })
  fc.assert(property, { numRuns: rounds(5_000) })
})
