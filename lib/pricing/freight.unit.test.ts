import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FreightRule } from '@/db/enums'
import { shop, shopOrders } from '@/db/seed/shop/shop'
import { provinces, regionCodeOf } from '@/lib/kit/regions'
import { rounds } from '@/lib/server/testing/races'
import { type Destination, destinationOf, type FreightLine, type FreightTemplate, freightOf } from './freight'

const cityOf = (province: string, city = province) => regionCodeOf({ province, city })
const [hangzhou, ningbo, lhasa, shigatse, urumqi, shanghai, hongKong] = [
  cityOf('浙江省', '杭州市'),
  cityOf('浙江省', '宁波市'),
  cityOf('西藏自治区', '拉萨市'),
  cityOf('西藏自治区', '日喀则市'),
  cityOf('新疆维吾尔自治区', '乌鲁木齐市'),
  cityOf('上海市'),
  cityOf('香港特别行政区'),
]
const [zhejiang, tibet, xinjiang] = ['330000', '540000', '650000']

const ruleOf = (first_fee: number, further: Partial<FreightRule> = {}): FreightRule => ({
  regions: [],
  first: 1,
  first_fee,
  next: 1,
  next_fee: 0,
  free_amount: null,
  ...further,
})

const templateOf = (id: number, further: Partial<FreightTemplate>): FreightTemplate => ({
  id,
  name: `T${id}`,
  charge: 'piece',
  rules: [],
  no_delivery: [],
  only_mainland: false,
  free_amount: null,
  free_pieces: null,
  free_needs: 'either',
  ...further,
})

const templates = {
  flat: templateOf(1, { rules: [ruleOf(800)], free_amount: 9_900 }),
  nothing: templateOf(2, { rules: [ruleOf(0)] }),
  byPiece: templateOf(3, { rules: [ruleOf(1_000, { first: 2, next: 3, next_fee: 300 })] }),
  byWeight: templateOf(4, {
    charge: 'weight',
    rules: [ruleOf(800, { first: 1_000, next: 500, next_fee: 200 })],
  }),
  regional: templateOf(5, {
    rules: [
      ruleOf(600, { regions: [zhejiang] }),
      ruleOf(0, { regions: [hangzhou ?? ''] }),
      ruleOf(2_000, { regions: [xinjiang], next_fee: 500 }),
      ruleOf(1_200),
    ],
    no_delivery: [tibet],
  }),
  zhejiangOnly: templateOf(6, { rules: [ruleOf(600, { regions: [zhejiang, shanghai ?? ''] })] }),
  noHangzhou: templateOf(7, { rules: [ruleOf(500)], no_delivery: [hangzhou ?? ''] }),
  onlyLhasa: templateOf(13, { rules: [ruleOf(900, { regions: [lhasa ?? ''] }), ruleOf(500)], no_delivery: [tibet] }),
  notHangzhou: templateOf(14, { rules: [ruleOf(600, { regions: [zhejiang] })], no_delivery: [hangzhou ?? ''] }),
  mainland: templateOf(15, { rules: [ruleOf(600)], only_mainland: true }),
  mainlandAndMacao: templateOf(16, {
    rules: [ruleOf(2_000, { regions: ['820000'] }), ruleOf(600)],
    only_mainland: true,
  }),
  either: templateOf(8, { rules: [ruleOf(700)], free_amount: 10_000, free_pieces: 3 }),
  both: templateOf(9, { rules: [ruleOf(700)], free_amount: 10_000, free_pieces: 3, free_needs: 'both' }),
  onlyPieces: templateOf(10, { rules: [ruleOf(700)], free_pieces: 2, free_needs: 'both' }),
  ownLimit: templateOf(11, {
    rules: [ruleOf(2_500, { regions: [xinjiang], free_amount: 30_000 }), ruleOf(700)],
    free_amount: 10_000,
  }),
  empty: templateOf(12, {}),
}
type Name = keyof typeof templates

/** A line: name of the template, pieces, cost in fen, and the weight of one piece in grams. */
type Line = [Name, number, number, (number | null)?]

const linesOf = (lines: readonly Line[]): FreightLine[] =>
  lines.map(([name, count, amount, weight_g = null], at) => ({
    sku_id: at + 1,
    count,
    amount,
    weight_g,
    template: templates[name],
  }))

const to = (region_code: string | null): Destination => ({ region_code, is_abroad: false })
const unknown = to(null)
const abroad = { region_code: null, is_abroad: true }
const nowhere = null

const cases: [string, Destination | null, Line[], number | string | null][] = [
  ['one fee for all regions', to(hangzhou), [['flat', 1, 100]], 800],
  ['one fee for any number of pieces', to(hangzhou), [['flat', 50, 100]], 800],
  ['one fee far away', to(lhasa), [['flat', 1, 100]], 800],
  ['one fee needs no address', nowhere, [['flat', 1, 100]], 800],
  ['one fee needs no known region', unknown, [['flat', 1, 100]], 800],
  ['below the limit', to(hangzhou), [['flat', 1, 9_899]], 800],
  ['at the limit', to(hangzhou), [['flat', 1, 9_900]], 0],
  ['at the limit without an address', nowhere, [['flat', 1, 9_900]], 0],
  ['above the limit', to(hangzhou), [['flat', 1, 9_901]], 0],
  [
    'two lines reach the limit together',
    to(hangzhou),
    [
      ['flat', 1, 5_000],
      ['flat', 1, 4_900],
    ],
    0,
  ],
  ['a fee of 0', to(hangzhou), [['nothing', 9, 100]], 0],
  ['a fee of 0 without a known region', unknown, [['nothing', 9, 100]], 0],
  ['one of the first pieces', to(hangzhou), [['byPiece', 1, 100]], 1_000],
  ['the last of the first pieces', to(hangzhou), [['byPiece', 2, 100]], 1_000],
  ['the first further piece', to(hangzhou), [['byPiece', 3, 100]], 1_300],
  ['the last piece of a step', to(hangzhou), [['byPiece', 5, 100]], 1_300],
  ['the first piece of the next step', to(hangzhou), [['byPiece', 6, 100]], 1_600],
  ['many pieces', to(hangzhou), [['byPiece', 999, 100]], 1_000 + 333 * 300],
  [
    'pieces of several lines count together',
    to(hangzhou),
    [
      ['byPiece', 2, 1],
      ['byPiece', 1, 1],
    ],
    1_300,
  ],
  [
    'four lines have one first fee',
    to(hangzhou),
    [
      ['byPiece', 1, 1],
      ['byPiece', 1, 1],
      ['byPiece', 1, 1],
      ['byPiece', 1, 1],
    ],
    1_300,
  ],
  ['less than the first weight', to(hangzhou), [['byWeight', 1, 1, 1]], 800],
  ['exactly the first weight', to(hangzhou), [['byWeight', 1, 1, 1_000]], 800],
  ['one gram more', to(hangzhou), [['byWeight', 1, 1, 1_001]], 1_000],
  ['exactly a step', to(hangzhou), [['byWeight', 1, 1, 1_500]], 1_000],
  ['2.3 kg: 8 + ⌈1300/500⌉ × 2', to(hangzhou), [['byWeight', 1, 1, 2_300]], 1_400],
  ['the weight of all pieces', to(hangzhou), [['byWeight', 23, 1, 100]], 1_400],
  [
    'the weight of all lines',
    to(hangzhou),
    [
      ['byWeight', 1, 1, 2_000],
      ['byWeight', 3, 1, 100],
    ],
    1_400,
  ],
  ['a weight of 0 has the first fee', to(hangzhou), [['byWeight', 1, 1, 0]], 800],
  ['ten tons a piece', to(hangzhou), [['byWeight', 999, 1, 10_000_000]], 800 + 19_979_998 * 200],
  ['no weight', to(hangzhou), [['byWeight', 1, 1, null]], 'weight'],
  ['no weight without an address', nowhere, [['byWeight', 1, 1, null]], 'weight'],
  [
    'no weight of one of two',
    to(hangzhou),
    [
      ['byWeight', 1, 1, 500],
      ['byWeight', 1, 1, null],
    ],
    'weight',
  ],
  ['pieces need no weight', to(hangzhou), [['byPiece', 1, 1, null]], 1_000],
  ['the rule of a city', to(hangzhou), [['regional', 3, 100]], 0],
  ['the rule of its province', to(ningbo), [['regional', 3, 100]], 600],
  ['the rule of a province with steps', to(urumqi), [['regional', 3, 100]], 3_000],
  ['the rule of all other regions', to(shanghai), [['regional', 3, 100]], 1_200],
  ['Hong Kong among all other regions', to(hongKong), [['regional', 1, 100]], 1_200],
  ['a region without delivery', to(lhasa), [['regional', 3, 100]], 'region'],
  ['an address without a region has the rule of all others', unknown, [['regional', 1, 100]], 1_200],
  ['a province with a city that is not known', to(zhejiang), [['regional', 1, 100]], 600],
  ['a province without delivery, and a city that is not known', to(tibet), [['regional', 1, 100]], 'region'],
  ['a city with a rule in a province without delivery', to(lhasa), [['onlyLhasa', 1, 1]], 900],
  ['another city of a province without delivery', to(shigatse), [['onlyLhasa', 1, 1]], 'region'],
  ['a city without delivery in a province with a rule', to(hangzhou), [['notHangzhou', 1, 1]], 'region'],
  ['another city of a province with a rule', to(ningbo), [['notHangzhou', 1, 1]], 600],
  ['no address yet', nowhere, [['regional', 1, 100]], null],
  ['a province with a rule', to(ningbo), [['zhejiangOnly', 1, 1]], 600],
  ['a municipality with a rule', to(shanghai), [['zhejiangOnly', 1, 1]], 600],
  ['Hong Kong without a rule', to(hongKong), [['zhejiangOnly', 1, 1]], 'no_rule'],
  ['a province without a rule', to(lhasa), [['zhejiangOnly', 1, 1]], 'no_rule'],
  ['rules, and an address without a region', unknown, [['zhejiangOnly', 1, 1]], 'no_rule'],
  ['a city without delivery', to(hangzhou), [['noHangzhou', 1, 1]], 'region'],
  ['another city of its province', to(ningbo), [['noHangzhou', 1, 1]], 500],
  ['a city without delivery, and an address without a region', unknown, [['noHangzhou', 1, 1]], 500],
  ['the mainland', to(hangzhou), [['mainland', 1, 1]], 600],
  ['the mainland needs no address', nowhere, [['mainland', 1, 1]], 600],
  ['the mainland, and an address without a region', unknown, [['mainland', 1, 1]], 600],
  ['the mainland without Hong Kong', to(hongKong), [['mainland', 1, 1]], 'region'],
  ['the mainland without Macao', to('820100'), [['mainland', 1, 1]], 'region'],
  ['the mainland without a city of Taiwan', to('710100'), [['mainland', 1, 1]], 'region'],
  ['the mainland without Taiwan', to('710000'), [['mainland', 1, 1]], 'region'],
  ['the mainland without what is abroad', abroad, [['mainland', 1, 1]], 'region'],
  ['the mainland and Macao, which a rule names', to('820100'), [['mainlandAndMacao', 1, 1]], 2_000],
  ['the mainland and Macao without Hong Kong', to(hongKong), [['mainlandAndMacao', 1, 1]], 'region'],
  ['abroad without that limit', abroad, [['flat', 1, 1]], 800],
  ['a template without a rule', to(hangzhou), [['empty', 1, 1]], 'no_rule'],
  ['a template without a rule, without a region', unknown, [['empty', 1, 1]], 'no_rule'],
  ['a template without a rule, without an address', nowhere, [['empty', 1, 1]], 'no_rule'],
  ['neither limit', to(hangzhou), [['either', 2, 9_999]], 700],
  ['either limit, by amount', to(hangzhou), [['either', 1, 10_000]], 0],
  ['either limit, by pieces', to(hangzhou), [['either', 3, 1]], 0],
  ['both limits, only by amount', to(hangzhou), [['both', 2, 10_000]], 700],
  ['both limits, only by pieces', to(hangzhou), [['both', 3, 9_999]], 700],
  ['both limits', to(hangzhou), [['both', 3, 10_000]], 0],
  ['both, with one limit alone', to(hangzhou), [['onlyPieces', 2, 1]], 0],
  ['both, with one limit alone, below', to(hangzhou), [['onlyPieces', 1, 1_000_000]], 700],
  ['the limit of a rule goes before that of the template', to(urumqi), [['ownLimit', 1, 29_999]], 2_500],
  ['the limit of a rule', to(urumqi), [['ownLimit', 1, 30_000]], 0],
  ['the limit of the template for the other rule', to(hangzhou), [['ownLimit', 1, 10_000]], 0],
  [
    'two templates add up',
    to(shanghai),
    [
      ['flat', 1, 1],
      ['regional', 1, 1],
    ],
    2_000,
  ],
  [
    'one of two templates is free',
    to(shanghai),
    [
      ['flat', 1, 9_900],
      ['regional', 1, 1],
    ],
    1_200,
  ],
  [
    'the goods of another template do not count to a limit',
    to(shanghai),
    [
      ['flat', 1, 5_000],
      ['regional', 1, 5_000],
    ],
    2_000,
  ],
  [
    'one of two templates is not delivered',
    to(lhasa),
    [
      ['flat', 1, 1],
      ['regional', 1, 1],
    ],
    'region',
  ],
  [
    'one of two templates needs the address',
    nowhere,
    [
      ['flat', 1, 1],
      ['regional', 1, 1],
    ],
    null,
  ],
  ['no lines', to(hangzhou), [], 0],
]

describe('the freight of an order', () => {
  test.each(cases)('%s', (_, destination, lines, expected) => {
    const { amount, undeliverable, groups } = freightOf(linesOf(lines), destination, 'sum')
    expect(amount).toBe(typeof expected === 'string' ? null : expected)
    expect([...new Set(undeliverable.map(({ reason }) => reason))]).toEqual(
      typeof expected === 'string' ? [expected] : [],
    )
    // Each line is in one group.
    expect(groups.flatMap(({ sku_ids }) => sku_ids).sort()).toEqual(lines.map((_, at) => at + 1))
  })

  test('has over 60 cases', () => expect(cases.length).toBeGreaterThanOrEqual(60))

  test('names the lines that are not delivered, and only these', () => {
    const lines = linesOf([
      ['flat', 1, 1],
      ['regional', 1, 1],
      ['byWeight', 1, 1, 100],
      ['byWeight', 1, 1, null],
    ])
    expect(freightOf(lines, to(lhasa), 'sum').undeliverable).toEqual([
      { sku_id: 2, reason: 'region' },
      { sku_id: 4, reason: 'weight' },
    ])
  })

  test('is that of the highest group, with that setting', () => {
    const lines = linesOf([
      ['flat', 1, 1],
      ['regional', 1, 1],
    ])
    expect(freightOf(lines, to(shanghai), 'highest').amount).toBe(1_200)
    expect(freightOf(lines, to(hangzhou), 'highest').amount).toBe(800)
    expect(freightOf(lines, to(lhasa), 'highest').amount).toBeNull()
  })

  test('says what is missing until it is free', () => {
    const groupOf = (...lines: Line[]) => freightOf(linesOf(lines), to(urumqi), 'sum').groups[0]
    expect(groupOf(['flat', 1, 9_000])).toMatchObject({ free: null, missing_amount: 900, missing_pieces: null })
    expect(groupOf(['both', 2, 10_000])).toMatchObject({ free: null, missing_amount: 0, missing_pieces: 1 })
    expect(groupOf(['either', 1, 10_000])).toMatchObject({ free: 'amount', missing_amount: null, missing_pieces: null })
    expect(groupOf(['either', 3, 1])).toMatchObject({ free: 'pieces' })
    expect(groupOf(['ownLimit', 1, 10_000])).toMatchObject({ free: null, missing_amount: 20_000 })
    expect(groupOf(['nothing', 1, 1])).toMatchObject({ free: null, missing_amount: null })
  })
})

const codes = provinces.flatMap(({ code, cities }) => [code, ...cities.map((city) => city.code)])
const limit = (max: number) => fc.option(fc.integer({ min: 1, max }), { freq: 4 })
const anyRule = fc.record({
  first: fc.integer({ min: 1, max: 3_000 }),
  first_fee: fc.nat(5_000),
  next: fc.integer({ min: 100, max: 2_000 }),
  next_fee: fc.nat(2_000),
  free_amount: limit(50_000),
})
const anyTemplate = fc
  .record({
    charge: fc.constantFrom('piece', 'weight'),
    rules: fc.array(anyRule, { maxLength: 4 }),
    places: fc.uniqueArray(fc.constantFrom(...codes.slice(0, 20)), { minLength: 5, maxLength: 12 }),
    hasRest: fc.boolean(),
    only_mainland: fc.boolean(),
    free_amount: limit(50_000),
    free_pieces: limit(8),
    free_needs: fc.constantFrom('either', 'both'),
  })
  .map(({ rules, places, hasRest, ...template }) => ({
    ...template,
    // Each rule has two of the places, or all others; the rest of them is not delivered.
    rules: rules.map((rule, at) => ({ ...rule, regions: hasRest && at === 0 ? [] : places.slice(2 * at, 2 * at + 2) })),
    no_delivery: places.slice(8),
  }))
const anyLine = fc.record({
  count: fc.integer({ min: 1, max: 9 }),
  price: fc.integer({ min: 1, max: 20_000 }),
  weight_g: fc.option(fc.integer({ min: 0, max: 3_000 }), { freq: 10 }),
  which: fc.nat(2),
})
const anyDestination = fc.oneof(
  fc.constant(null),
  fc.record({ region_code: fc.constant(null), is_abroad: fc.boolean() }),
  fc.record({
    region_code: fc.constantFrom(...codes.slice(0, 20).filter((code) => !code.endsWith('0000'))),
    is_abroad: fc.constant(false),
  }),
)

test('the freight never falls when a piece is added, unless a group becomes free', () => {
  let increased = 0
  let freed = 0
  const property = fc.property(
    fc.array(anyTemplate, { minLength: 3, maxLength: 3 }),
    fc.array(anyLine, { minLength: 1, maxLength: 5 }),
    anyDestination,
    fc.constantFrom('sum', 'highest'),
    fc.nat(4),
    (given, lines, destination, combination, added) => {
      const all = given.map((template, at) => templateOf(at + 1, template))
      const orderOf = (more: number) =>
        lines.flatMap(({ which, price, count, weight_g }, at) => {
          const template = all[which]
          const pieces = count + (at === added % lines.length ? more : 0)
          return template ? [{ sku_id: at + 1, count: pieces, amount: price * pieces, weight_g, template }] : []
        })
      const [before, after] = [
        freightOf(orderOf(0), destination, combination),
        freightOf(orderOf(1), destination, combination),
      ]
      // A piece more changes neither the region nor the weight.
      expect(after.undeliverable).toEqual(before.undeliverable)
      expect(after.amount === null).toBe(before.amount === null)
      if (before.undeliverable.length > 0) expect(before.amount).toBeNull()
      for (const group of before.groups) {
        const next = after.groups.find(({ template_id }) => template_id === group.template_id)
        if (group.free) expect(next?.free).not.toBeNull()
        if (!next?.free) expect(next?.amount ?? 0).toBeGreaterThanOrEqual(group.amount ?? 0)
        else if (!group.free) freed++
        expect(Number.isSafeInteger(group.amount ?? 0)).toBe(true)
      }
      if (before.amount !== null && after.amount !== null && after.amount > before.amount) increased++
    },
  )
  fc.assert(property, { numRuns: rounds(10_000) })
  expect(Math.min(increased, freed)).toBeGreaterThan(rounds(30))
})

test('a template without no_delivery delivers to every place of the mainland, however it is written', () => {
  const template = templateOf(1, { rules: [ruleOf(600, { regions: [zhejiang] }), ruleOf(1_200)], only_mainland: true })
  const line = { sku_id: 1, count: 1, amount: 1, weight_g: null, template }
  for (const { name: province, code, cities } of provinces)
    for (const { name, districts } of cities)
      for (const [city, district] of districts.flatMap((one) =>
        [name, '', '省直辖县级行政区划', '某某市', one].map((city) => [city, one] as const),
      )) {
        const { amount } = freightOf([line], destinationOf({ province, city, district }), 'sum')
        expect([province, city, district, amount]).toEqual([
          ...[province, city, district],
          /^[78]/.test(code) ? null : code === zhejiang ? 600 : 1_200,
        ])
      }
})

/**
 * Returns the freight by the two former settings that the default template replaces: `fee`, and `free_from`, the amount
 * from which shipping is free.
 */
const bySettings = (lines: readonly FreightLine[], fee: number, free_from: number) =>
  free_from > 0 && lines.reduce((sum, { amount }) => sum + amount, 0) >= free_from ? 0 : fee

test('the template of the former settings has their freight, for all orders of the demonstration', () => {
  const prices = new Map(shop.products.flatMap(({ skus }) => skus.map(({ sku_no, price }) => [sku_no, price])))
  const orders = shopOrders().map(({ items }) =>
    items.map(({ sku_no, count }) => ({ count, amount: (prices.get(sku_no) ?? 0) * count })),
  )
  expect(orders.length).toBeGreaterThan(50)
  expect(orders.flat().every(({ amount }) => amount > 0)).toBe(true)
  const settings = [0, 1, 800, 1_000_000].flatMap((fee) =>
    [0, 1, 9_900, 10_000, 19_900, 100_000_000].map((free_from) => ({ fee, free_from })),
  )
  for (const { fee, free_from } of settings) {
    // As the migration writes it.
    const template = templateOf(1, { rules: [ruleOf(fee)], free_amount: free_from || null })
    for (const items of orders) {
      const lines = items.map((one, at) => ({ ...one, sku_id: at + 1, weight_g: null, template }))
      for (const destination of [null, to(null), to(lhasa)])
        expect(freightOf(lines, destination, 'sum').amount).toBe(bySettings(lines, fee, free_from))
    }
  }
})
