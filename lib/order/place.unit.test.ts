import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settingsFrom } from '@/lib/kit/config/settings'
import { calculateOrder } from './place'

const product = { product_id: 1, name: '杯', spec_text: '', image_url: null, category_id: null, deal: null }

/** The count of a requested line, and its SKU in the database; undefined: there is no such SKU. */
const asked = fc.record({
  count: fc.integer({ min: 1, max: 999 }),
  sku: fc.option(
    fc.record({
      price: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 100_000_000 })),
      // At most 50: one customer may reserve the whole stock then.
      stock: fc.oneof({ weight: 9, arbitrary: fc.constant(1_000_000) }, { weight: 1, arbitrary: fc.nat(50) }),
      sellable: fc.oneof({ weight: 19, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    }),
    { nil: undefined, freq: 20 },
  ),
})

const freight = fc.record({
  fee: fc.integer({ min: 0, max: 1_000_000 }),
  free_from: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100_000_000 })),
})

const basket = fc.array(asked, { minLength: 1, maxLength: 50 })

const settingsWith = ({ fee, free_from }: { fee: number; free_from: number }) =>
  settingsFrom([
    { key: 'order.freight_fee', value: fee },
    { key: 'order.freight_free_from', value: free_from },
    { key: 'order.unpaid_pieces', value: 100_000 },
  ])

test('the sums of any order are exact, and placing accepts the sums of the preview', { timeout: 30_000 }, () => {
  const property = fc.property(basket, freight, (lines, by) => {
    const requested = new Map(lines.map(({ count }, at) => [at + 1, count]))
    const found = lines.flatMap(({ sku }, at) => (sku ? [{ ...product, ...sku, sku_id: at + 1 }] : []))
    const state = {
      lines: found,
      unpaid: 0,
      unpaid_pieces: {},
      verified: true,
      unverified: null,
      promotions: [],
      coupons: [],
    }
    const settings = settingsWith(by)
    const preview = calculateOrder(state, requested, {}, settings)

    // The expected values, calculated in another way.
    let items = 0n
    const short: { sku_id: number; requested: number; available: number }[] = []
    for (const [at, { count, sku }] of lines.entries()) {
      const available = sku?.sellable ? sku.stock : 0
      if (!sku || available < count) short.push({ sku_id: at + 1, requested: count, available })
      else for (let bit = 0; bit < 10; bit++) if (count & (1 << bit)) items += BigInt(sku.price) << BigInt(bit)
    }
    const isFree = short.length === lines.length || (by.free_from > 0 && items >= BigInt(by.free_from))
    const fee = isFree ? 0n : BigInt(by.fee)
    expect(preview.shortages).toEqual(short)
    expect(preview.lines.map(({ sku_id }) => sku_id)).toEqual(
      [...requested.keys()].filter((id) => !short.some(({ sku_id }) => sku_id === id)),
    )
    expect(preview.amounts).toEqual({
      items_amount: Number(items),
      freight_amount: Number(fee),
      discount_amount: 0,
      total_amount: Number(items + fee),
    })

    const { total_amount } = preview.amounts
    expect(calculateOrder(state, requested, { expected_amount: total_amount }, settings)).toEqual(preview)
    if (short.length > 0) return
    const otherwise = () => calculateOrder(state, requested, { expected_amount: total_amount + 1 }, settings)
    expect(otherwise).toThrow(expect.objectContaining({ code: 'price_changed' }))
  })
  fc.assert(property, { numRuns: 10_000 })
})
