import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Tier } from '@/db/enums'
import { rounds } from '@/lib/server/testing/races'
import { hintsOf } from './hints'
import { type Promotion, type QuoteInput, type QuoteLine, quote } from './quote'

const lineOf = (sku_id: number, price: number, count: number): QuoteLine => ({
  sku_id,
  product_id: sku_id,
  category_id: 1,
  price,
  count,
  weight_g: null,
  template_id: 1,
  deal: null,
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

const hints = (
  lines: QuoteLine[],
  promotions: Promotion[],
  further: Partial<QuoteInput<{ amount: number | null }>> = {},
) => {
  const input = { lines, promotions, coupon: null, freight: () => ({ amount: 1_200 }), ...further }
  return hintsOf(input)
}

const tiers = [
  { from_amount: 10_000, off_amount: 1_000 },
  { from_amount: 20_000, off_amount: 3_000 },
]

describe('hints', () => {
  test('name the next tier that takes more off', () => {
    const hint = (price: number) => hints([lineOf(1, price, 1)], [promotionOf(1, { tiers })])
    const next = { promotion_id: 1, label: 'P1' }
    expect(hint(9_000)).toEqual([{ ...next, off_amount: 1_000, missing_amount: 1_000 }])
    expect(hint(15_000)).toEqual([{ ...next, off_amount: 2_000, missing_amount: 5_000 }])
    expect(hint(20_000)).toEqual([])
  })

  test('promise only what comes in addition to other promotions', () => {
    const tea = promotionOf(2, {
      scope: 'products',
      product_ids: [1],
      tiers: [{ from_pieces: 2, off_permille: 50 }],
    })
    const all = promotionOf(1, {
      tiers: [
        { from_amount: 50_000, off_amount: 8_000 },
        { from_amount: 80_000, off_amount: 9_000 },
      ],
    })
    const lines = [lineOf(1, 12_800, 2), lineOf(2, 2_800, 1)]
    // With 21,600 fen more, all goods would reach the tier, but the reduction of the tea would end.
    expect(hints(lines, [tea, all])).toEqual([])
    expect(hints([lineOf(2, 28_400, 1)], [tea, all])).toEqual([
      { promotion_id: 1, label: 'P1', off_amount: 8_000, missing_amount: 21_600 },
    ])
  })

  test('ask for what the goods need that another reduction leaves', () => {
    const plates = promotionOf(2, {
      scope: 'products',
      product_ids: [1],
      tiers: [{ from_pieces: 2, off_amount: 99_900 }],
    })
    const all = promotionOf(1, {
      tiers: [
        { from_amount: 30_000, off_amount: 3_000 },
        { from_amount: 60_000, off_amount: 8_000 },
      ],
    })
    const lines = [lineOf(1, 4_800, 2), lineOf(2, 4_800, 1)]
    expect(hints(lines, [plates, all])).toEqual([
      { promotion_id: 1, label: 'P1', off_amount: 3_000, missing_amount: 30_000 - 4_800 },
    ])
  })

  test('leave out a tier whose reduction would end free shipping', () => {
    const freight = (goods: readonly { amount: number }[]) => ({
      amount: goods.reduce((sum, { amount }) => sum + amount, 0) >= 9_500 ? 0 : 1_500,
    })
    expect(hints([lineOf(1, 9_600, 1)], [promotionOf(1, { tiers })], { freight })).toMatchObject([
      { missing_amount: 10_400 },
    ])
  })

  test('name missing pieces, and no amount that depends on the goods', () => {
    const off = (tier: object) => promotionOf(1, { tiers: [{ from_pieces: 3, ...tier }] })
    expect(hints([lineOf(1, 2_000, 2)], [off({ off_amount: 500 })])).toMatchObject([
      { off_amount: 500, missing_pieces: 1 },
    ])
    expect(hints([lineOf(1, 2_000, 2)], [off({ off_permille: 100 })])).toMatchObject([
      { off_amount: null, missing_pieces: 1 },
    ])
  })

  test('name the pieces that are missing to an n-th one, of all goods or of one product', () => {
    const half = { nth: 2, off_permille: 500 }
    const third = { nth: 3, off_permille: 500, per_product: true }
    const next = { promotion_id: 1, label: 'P1', off_amount: null }
    const one = [lineOf(1, 3_600, 1)]
    expect(hints(one, [promotionOf(1, { tiers: [half] })])).toEqual([{ ...next, missing_pieces: 1 }])
    expect(hints([lineOf(1, 3_600, 2)], [promotionOf(1, { tiers: [half] })])).toEqual([])
    const lines = [lineOf(1, 3_600, 1), lineOf(2, 2_000, 2), lineOf(3, 900, 1)]
    expect(hints(lines, [promotionOf(1, { tiers: [third] })])).toEqual([{ ...next, missing_pieces: 1 }])
    // At a lower price, the missing pieces take less off.
    const off = (price: number) =>
      quote({
        lines: [...one, lineOf(2, price, 1)],
        promotions: [promotionOf(1, { tiers: [half] })],
        coupon: null,
        freight: () => ({ amount: 0 }),
      }).discount_amount
    expect([off(3_600), off(2_000)]).toEqual([1_800, 1_000])
  })

  test('count no loss where more goods cost less to ship', () => {
    const free = promotionOf(1, { gives: 'freight', tiers: [{ from_amount: 6_000, off_permille: 1_000 }] })
    const off = promotionOf(2, { tiers: [{ from_amount: 30_000, off_amount: 3_000 }] })
    const freight = (lines: readonly { amount: number }[]) => ({
      amount: lines.reduce((sum, { amount }) => sum + amount, 0) >= 20_000 ? 300 : 1_000,
    })
    expect(hints([lineOf(1, 15_800, 1)], [free, off], { freight })).toMatchObject([
      { promotion_id: 2, off_amount: 3_000 },
    ])
    const never = {
      freight: (lines: readonly { amount: number }[]) => ({ amount: freight(lines).amount === 300 ? 0 : 1_000 }),
    }
    expect(hints([lineOf(1, 15_800, 1)], [free, off], never)).toMatchObject([{ promotion_id: 2, off_amount: 3_000 }])
  })

  test('of the shipping fee promise what is left of it', () => {
    const free = promotionOf(1, { gives: 'freight', tiers: [{ from_amount: 5_000, off_amount: 2_000 }] })
    expect(hints([lineOf(1, 2_000, 1)], [free])).toMatchObject([{ off_amount: 1_200, missing_amount: 3_000 }])
    expect(hints([lineOf(1, 2_000, 1)], [free], { freight: () => ({ amount: 0 }) })).toEqual([])
    expect(hints([lineOf(1, 2_000, 1)], [free], { freight: () => ({ amount: null }) })).toMatchObject([
      { off_amount: null, missing_amount: 3_000 },
    ])
  })
})

/* Random carts: each promotion has one product of its own, beside the products that several have. */

const someTiers = fc
  .record({
    by: fc.constantFrom('from_amount', 'from_pieces'),
    off: fc.constantFrom('off_amount', 'off_permille'),
    steps: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 300 })), { minLength: 1, maxLength: 3 }),
  })
  .map(({ by, off, steps }): Tier[] => {
    const values = steps.map(([, value]) => value).sort((a, b) => a - b)
    return steps
      .map(([from]) => (by === 'from_amount' ? 1_000 + (from % 60_000) : 1 + (from % 9)))
      .sort((a, b) => a - b)
      .map((from, at) => ({
        ...(by === 'from_amount' ? { from_amount: from } : { from_pieces: from }),
        ...(off === 'off_amount' ? { off_amount: (values[at] ?? 1) * 20 } : { off_permille: values[at] ?? 1 }),
      }))
  })

const someNth = fc
  .record({
    nth: fc.integer({ min: 2, max: 4 }),
    off_permille: fc.integer({ min: 1, max: 999 }),
    per_product: fc.boolean(),
  })
  .map((tier): Tier[] => [tier])

const someCart = fc.record({
  lines: fc
    .array(
      fc.record({
        product_id: fc.integer({ min: 1, max: 4 }),
        price: fc.integer({ min: 500, max: 20_000 }),
        count: fc.integer({ min: 1, max: 4 }),
      }),
      { minLength: 1, maxLength: 5 },
    )
    .map((all) => all.map((one, at) => ({ ...lineOf(at + 1, one.price, one.count), product_id: one.product_id }))),
  promotions: fc
    .array(
      fc.record({
        gives: fc.constantFrom('reduction', 'reduction', 'freight'),
        exclusive: fc.boolean(),
        priority: fc.nat(2),
        product_ids: fc.subarray([1, 2, 3, 4], { minLength: 1 }),
        tiers: fc.oneof({ weight: 5, arbitrary: someTiers }, { weight: 1, arbitrary: someNth }),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((all) =>
      all.map(({ product_ids, gives, ...one }, at) =>
        promotionOf(at + 1, {
          ...one,
          gives: one.tiers[0]?.nth === undefined ? gives : 'reduction',
          scope: 'products',
          product_ids: [...product_ids, 101 + at],
        }),
      ),
    ),
  fee: fc.nat(2_000),
})

test('goods that a hint asks for take off what it promises, and end no other promotion', () => {
  let promised = 0
  const property = fc.property(someCart, fc.integer({ min: 2_000, max: 9_000 }), ({ fee, ...given }, price) => {
    const input = { ...given, coupon: null, freight: () => ({ amount: fee }) }
    const now = quote(input)
    for (const { promotion_id, off_amount, missing_amount, missing_pieces = 1 } of hintsOf(input)) {
      if (off_amount === null) continue
      const added = missing_amount === undefined ? lineOf(9, price, missing_pieces) : lineOf(9, missing_amount, 1)
      const then = quote({ ...input, lines: [...input.lines, { ...added, product_id: 100 + promotion_id }] })
      const used = new Set(then.discounts.map((one) => one.promotion_id))
      for (const one of now.discounts) expect(used).toContain(one.promotion_id)
      expect(used).toContain(promotion_id)
      promised += 1
      expect(then.discount_amount - now.discount_amount).toBe(off_amount)
    }
  })
  fc.assert(property, { numRuns: rounds(5_000) })
  expect(promised).toBeGreaterThan(rounds(500))
})
