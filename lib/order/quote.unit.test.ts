import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Tier } from '@/db/schema/promotion'
import { rounds } from '@/lib/server/testing/races'
import { type Coupon, type Deal, type Promotion, type QuoteLine, quote } from './quote'
import { shareOfPieces } from './shares'

const lineOf = (sku_id: number, price: number, count: number, further: Partial<QuoteLine> = {}): QuoteLine => ({
  ...{ sku_id, product_id: sku_id, category_id: 1, price, count, weight_g: null, template_id: 1, deal: null },
  ...further,
})

const promotionOf = (id: number, further: Partial<Promotion>): Promotion => ({
  ...{ id, label: `P${id}`, gives: 'reduction', exclusive: false, priority: 0, scope: 'all', repeats: false },
  ...{ category_ids: [], product_ids: [], except_product_ids: [], tiers: [] },
  ...further,
})

const dealOf = (price: number, further: Partial<Deal> = {}): Deal => ({
  ...{ promotion_id: 9, label: '特价', price, left: null, limit: null, bought: 0, exclusive: true },
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

  test('deals that are sold out, or above the limit of a customer', () => {
    const lines = [
      lineOf(1, 1_000, 3, { deal: dealOf(500, { left: 2 }) }),
      lineOf(2, 1_000, 3, { deal: dealOf(500, { limit: 4, bought: 2 }) }),
      lineOf(3, 1_000, 3, { deal: dealOf(500, { left: 3, limit: 3 }) }),
    ]
    const order = quote({ ...plain, lines })
    expect(order.refused_deals).toEqual([
      { sku_id: 1, reason: 'sold_out' },
      { sku_id: 2, reason: 'limit' },
    ])
    expect(order.total_amount).toBe(7_500)
  })

  test('the next tier, if it takes more off', () => {
    const hint = (price: number) => quote({ ...plain, lines: [lineOf(1, price, 1)], promotions: [reductions] }).hints
    const next = { promotion_id: 1, label: '满200减30' }
    expect(hint(9_000)).toEqual([{ ...next, off_amount: 1_000, missing_amount: 1_000 }])
    expect(hint(15_000)).toEqual([{ ...next, off_amount: 3_000, missing_amount: 5_000 }])
    expect(hint(20_000)).toEqual([])
  })
})

describe('freight', () => {
  const freight = (lines: readonly { amount: number }[]) => ({
    amount: lines.reduce((sum, { amount }) => sum + amount, 0) >= 10_000 ? 0 : 1_200,
  })
  const free = promotionOf(4, { gives: 'freight', tiers: [{ from_pieces: 3, off_permille: 1_000 }] })

  test('is asked of what the goods cost after their reductions', () => {
    const promotions = [promotionOf(1, { tiers: [{ from_amount: 1, off_amount: 1 }] })]
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
      template_id: fc.constant(1),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((lines): QuoteLine[] => lines.map((line, at) => ({ ...line, sku_id: at + 1 })))

const tiersBy = (threshold: 'from_amount' | 'from_pieces') =>
  fc
    .array(
      fc.record({
        from: fc.integer({ min: 1, max: threshold === 'from_amount' ? 60_000 : 8 }),
        off_amount: fc.integer({ min: 1, max: 8_000 }),
        off_permille: fc.integer({ min: 1, max: 999 }),
        isRate: fc.boolean(),
        at_most: fc.option(fc.integer({ min: 1, max: 5_000 }), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((tiers): Tier[] =>
      tiers
        .toSorted((a, b) => a.from - b.from)
        .map(({ from, isRate, off_amount, off_permille, at_most }) => ({
          [threshold]: from,
          ...(isRate ? { off_permille } : { off_amount }),
          ...(at_most !== undefined && { at_most }),
        })),
    )

const anyPromotion = fc
  .record({
    gives: fc.constantFrom('reduction', 'reduction', 'freight'),
    exclusive: fc.boolean(),
    priority: fc.nat(2),
    scope: fc.constantFrom('all', 'categories', 'products'),
    category_ids: fc.subarray([1, 2, 3]),
    product_ids: fc.subarray([1, 2, 3, 4]),
    except_product_ids: fc.subarray([1, 2], { maxLength: 1 }),
    tiers: fc.oneof(tiersBy('from_amount'), tiersBy('from_pieces')),
    repeats: fc.boolean(),
  })
  .map((one) => ({ ...one, repeats: one.repeats && one.tiers.length === 1 && one.tiers[0]?.off_amount !== undefined }))

const basket = fc.record({
  lines: cart,
  promotions: fc.array(anyPromotion, { maxLength: 4 }).map((all) => all.map((one, at) => promotionOf(at + 1, one))),
  coupon: fc.option(anyPromotion.map((one): Coupon => ({ id: 70, promotion: promotionOf(60, one) }))),
  fee: fc.nat(2_000),
  free_from: fc.integer({ min: 1, max: 60_000 }),
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

function slowTotal({ lines, promotions, coupon, freight }: Parameters<typeof quote>[0]) {
  const layers = { deal: 0, reduction: 0, coupon: 0, freight: 0 }
  const states = lines.map((line): Slow => {
    const all = { line, cost: line.price * line.count, isTouched: false, isClosed: false, isReduced: false }
    const { deal } = line
    if (!deal || deal.price >= line.price) return all
    if ((deal.left ?? 999) < line.count || deal.bought + line.count > (deal.limit ?? 999)) return all
    layers.deal += (line.price - deal.price) * line.count
    return { ...all, cost: deal.price * line.count, isTouched: true, isClosed: deal.exclusive }
  })
  const linesOf = (promotion: Promotion) =>
    states.filter(({ line, isClosed, isTouched }) => {
      if (isClosed || (promotion.exclusive && isTouched)) return false
      if (promotion.except_product_ids.some((id) => id === line.product_id)) return false
      if (promotion.scope === 'products') return promotion.product_ids.some((id) => id === line.product_id)
      return promotion.scope === 'all' || promotion.category_ids.some((id) => id === line.category_id)
    })
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
  const take = (promotion: Promotion, mine: Slow[]) => {
    const most = leaving1(mine).reduce((sum, one) => sum + one, 0)
    return Math.min(most, offOf(promotion, mine))
  }
  const apply = (promotion: Promotion, mine: Slow[], off: number) => {
    const shares = slowShares(off, leaving1(mine))
    for (const [at, one] of mine.entries()) {
      one.cost -= shares[at] ?? 0
      one.isTouched = true
      if (promotion.exclusive) one.isClosed = true
    }
  }
  for (let isDone = false; !isDone; ) {
    isDone = true
    let best: { promotion: Promotion; mine: Slow[]; off: number } | undefined
    for (const promotion of promotions) {
      if (promotion.gives === 'freight') continue
      const mine = linesOf(promotion).filter(({ isReduced }) => !isReduced)
      const off = take(promotion, mine)
      if (off === 0) continue
      const isBetter =
        !best ||
        promotion.priority > best.promotion.priority ||
        (promotion.priority === best.promotion.priority && off > best.off)
      if (isBetter) best = { promotion, mine, off }
    }
    if (best) {
      apply(best.promotion, best.mine, best.off)
      for (const one of best.mine) one.isReduced = true
      layers.reduction += best.off
      isDone = false
    }
  }
  if (coupon?.promotion.gives === 'reduction') {
    const mine = linesOf(coupon.promotion)
    const off = take(coupon.promotion, mine)
    if (off > 0) apply(coupon.promotion, mine, off)
    layers.coupon = off
  }
  const fee = freight(states.map(({ line, cost }) => ({ ...line, amount: cost }))).amount ?? 0
  for (const promotion of [...promotions, ...(coupon ? [coupon.promotion] : [])]) {
    const mine = linesOf(promotion)
    if (promotion.gives === 'freight' && mine.length > 0)
      layers.freight = Math.max(layers.freight, offOf(promotion, mine, fee))
  }
  const costs = states.map(({ cost }) => cost)
  return { costs, layers, total: costs.reduce((sum, cost) => sum + cost, 0) + fee - layers.freight }
}

test('any cart has the sums of a second computation, and is refunded by the piece to the last fen', {
  timeout: 120_000,
}, () => {
  const property = fc.property(basket, fc.array(fc.nat()), ({ fee, free_from, ...given }, order) => {
    const freight = (lines: readonly { amount: number }[]) => ({
      amount: lines.reduce((sum, { amount }) => sum + amount, 0) >= free_from ? 0 : fee,
    })
    const quoted = quote({ ...given, freight })
    const expected = slowTotal({ ...given, freight })
    expect(quoted.lines.map(({ paid_amount }) => paid_amount)).toEqual(expected.costs)
    expect(quoted.total_amount).toBe(expected.total)
    const sumOf = (of: { amount: number }[]) => of.reduce((sum, { amount }) => sum + amount, 0)
    for (const [layer, amount] of Object.entries(expected.layers))
      expect(sumOf(quoted.discounts.filter((one) => one.layer === layer))).toBe(amount)

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
      ...{ count: given.lines[at]?.count ?? 0, paid_amount: line.paid_amount },
      ...{ refunded_count: 0, refunded_amount: 0 },
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
  fc.assert(property, { numRuns: rounds(3_000) })
})
