import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Delivery } from '@/db/enums'
import { settingsFrom } from '@/lib/kit/config/settings'
import type { Promotion } from '@/lib/pricing/quote'
import { rounds } from '@/lib/server/testing/races'
import { prepareOrder } from './place'
import { calculateOrder } from './price'

const product = {
  sku_no: 'CUP',
  barcode: null,
  product_id: 1,
  name: '杯',
  spec_text: '',
  image_url: null,
  category_id: null,
  deal: null,
  weight_g: null,
  template_id: 1,
  deliveries: ['express' as const],
}

/** A random requested line: its count, and its SKU in the database; undefined: the SKU does not exist. */
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

const settings = settingsFrom([{ key: 'order.unpaid_pieces', value: 100_000 }])

/** Returns a shipping template with one fee for all regions. */
const flat = ({ fee, free_from }: { fee: number; free_from: number }) => ({
  id: 1,
  name: '统一运费',
  charge: 'piece' as const,
  no_delivery: [],
  only_mainland: true,
  rules: [{ regions: [], first: 1, first_fee: fee, next: 1, next_fee: 0, free_amount: null }],
  free_amount: free_from || null,
  free_pieces: null,
  free_needs: 'either' as const,
})

test('the sums of any order are exact, and placing accepts the sums of the preview', () => {
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
      templates: [flat(by)],
      address: null,
      store: null,
    }
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
  fc.assert(property, { numRuns: rounds(10_000) })
})

const rule = { first: 1, first_fee: 800, next: 2, next_fee: 150, free_amount: null }
const regional = {
  ...flat({ fee: 0, free_from: 0 }),
  id: 2,
  name: '按地区',
  no_delivery: ['540000'],
  rules: [
    { ...rule, regions: ['330000'] },
    { ...rule, regions: [], first_fee: 1_900 },
  ],
}
const byWeight = {
  ...flat({ fee: 0, free_from: 0 }),
  id: 3,
  name: '按重量',
  charge: 'weight' as const,
  free_pieces: 20,
  rules: [{ ...rule, regions: [], first: 1_000, next: 500, next_fee: 200 }],
}
const receivers = ['浙江省 杭州市', '西藏 拉萨市', '上海市 上海市', 'Bayern München'].map((place) => {
  const [province = '', city = ''] = place.split(' ')
  return { name: '王小明', mobile: '13800000000', province, city, district: '', detail: '1', postal_code: null }
})

const store = { id: 7, province: '浙江省', city: '杭州市', district: '拱墅区', detail: '青梧路 18 号' }
const contact = { name: '林晚', mobile: '13800001111' }

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
const promotions = [
  promotionOf(1, { tiers: [{ from_amount: 10_000, off_permille: 133, at_most: 9_000 }] }),
  promotionOf(2, { scope: 'products', product_ids: [1, 2], tiers: [{ from_pieces: 3, off_amount: 777 }] }),
  promotionOf(3, { gives: 'freight', tiers: [{ from_pieces: 4, off_permille: 500 }] }),
  promotionOf(4, { scope: 'products', product_ids: [2, 3], tiers: [{ nth: 2, off_permille: 500 }] }),
]

test('random baskets with promotions, regions and stores: placing has the sums of the preview, or refuses the same goods', () => {
  const line = fc.record({
    price: fc.integer({ min: 1, max: 40_000 }),
    count: fc.integer({ min: 1, max: 9 }),
    product_id: fc.integer({ min: 1, max: 4 }),
    template_id: fc.integer({ min: 1, max: 3 }),
    weight_g: fc.option(fc.nat(3_000), { freq: 12 }),
    deliveries: fc.oneof(
      { weight: 20, arbitrary: fc.constant<Delivery[]>(['express', 'pickup']) },
      { weight: 1, arbitrary: fc.constantFrom<Delivery[]>(['express'], ['pickup']) },
    ),
  })
  const given = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    receiver: fc.constantFrom(...receivers),
    promotions: fc.subarray(promotions),
    isCollected: fc.boolean(),
  })
  const counted = { placed: 0, refused: 0 }
  const property = fc.property(given, ({ lines, receiver, promotions, isCollected }) => {
    const found = {
      lines: lines.map((one, at) => ({ ...product, ...one, sku_id: at + 1, stock: 1_000_000, sellable: true })),
      unpaid: 0,
      unpaid_pieces: {},
      verified: true,
      unverified: null,
      promotions,
      coupons: [],
      templates: [flat({ fee: 600, free_from: 30_000 }), regional, byWeight],
      address: { id: 1, receiver },
      store: isCollected ? store : null,
      id: 1,
      cart: null,
      item_ids: lines.map((_, at) => at + 1),
      day: '261127',
      created_at: '2026-11-27T00:00:00.000Z',
      expires_at: '2026-11-27T00:30:00.000Z',
    }
    const requested = new Map(lines.map(({ count }, at) => [at + 1, count]))
    const way = isCollected ? { store_id: store.id } : {}
    const preview = calculateOrder(found, requested, way, settings)
    const { items_amount, discount_amount, total_amount } = preview.amounts
    const input = { items: [], expected_amount: total_amount, ...way, ...(isCollected && { contact }) }
    const place = () => prepareOrder(found, { user_id: 1, requested, input, settings, ip: '192.0.2.1' }).placed
    if (preview.freight.amount === null) {
      counted.refused++
      expect(preview.freight.undeliverable.length).toBeGreaterThan(0)
      expect(place).toThrow(expect.objectContaining({ code: 'not_deliverable' }))
      return
    }
    counted.placed++
    const placed = place()
    expect(placed).toMatchObject({ ...preview.amounts, freight_amount: preview.freight.amount })
    expect(placed.receiver).toMatchObject(isCollected ? { ...contact, detail: store.detail } : receiver)
    if (isCollected) expect(preview.freight).toEqual({ amount: 0, groups: [], undeliverable: [] })
    expect(placed.items.map(({ id: _, ...item }) => item)).toEqual(preview.lines)
    expect(items_amount + preview.freight.amount - discount_amount).toBe(total_amount)
  })
  fc.assert(property, { numRuns: rounds(10_000) })
  expect(Math.min(counted.placed, counted.refused)).toBeGreaterThan(rounds(1_000))
})
