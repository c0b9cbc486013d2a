import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newCustomer,
  newProduct,
  newStaff,
  newTemplate,
  resetParameter,
  setFreight,
  setParameters,
  stockFaults,
} from '@/lib/server/testing/factories'
import { rounds } from '@/lib/server/testing/races'

const rule = { regions: [] as string[], first: 1, first_fee: 800, next: 1, next_fee: 0, free_amount: null }
const [zhejiang, tibet] = ['330000', '540000']

const places = {
  home: { province: '浙江省', city: '杭州市', district: '西湖区' },
  tibet: { province: '西藏', city: '拉萨市', district: '城关区' },
  unknown: { province: '某省', city: '某市', district: '' },
}

const place = (token: string, body: object) => api('POST /v1/order', { token, body })
const preview = (token: string, body: object) => api('POST /v1/order/preview', { token, body })

let customer: Awaited<ReturnType<typeof newCustomer>>
let addresses: Record<keyof typeof places, number>

beforeEach(async () => {
  await setParameters({
    'order.unpaid_max': 100_000,
    'order.unpaid_pieces': 100_000,
    'limit.writes_per_minute': 100_000,
  })
  customer = await newCustomer()
  const added = async (at: keyof typeof places) => {
    const body = { ...addressInput, ...places[at], is_default: false }
    return (await api('POST /v1/address', { token: customer.token, body })).body.id
  }
  addresses = { home: await added('home'), tibet: await added('tibet'), unknown: await added('unknown') }
})
afterEach(async () => {
  await setFreight(0)
  for (const key of ['order.unpaid_max', 'order.unpaid_pieces', 'limit.writes_per_minute', 'freight.combine'] as const)
    await resetParameter(key)
  expect(await stockFaults()).toEqual([])
})

const countOf = async (table: typeof tables.order | typeof tables.stock_log) => (await database()).$count(table)

test('goods that are not delivered are named, and nothing is written', async () => {
  const fragile = await newTemplate({ rules: [rule], no_delivery: [tibet] })
  const [tea, pot] = [await newProduct(), await newProduct({ name: '紫砂壶', freight_template_id: fragile })]
  const items = [tea, pot].map(({ sku }) => ({ sku_id: sku.id, count: 2 }))
  const before = [await countOf(tables.order), await countOf(tables.stock_log)]
  const body = { items, address_id: addresses.tibet }
  const named = [{ sku_id: pot.sku.id, name: '紫砂壶', reason: 'region' }]
  expect((await preview(customer.token, body)).body).toMatchObject({
    undeliverable: named,
    is_estimate: true,
    freight_amount: null,
    total_amount: 4 * 1999,
    freight: [{ amount: 0 }, { amount: null }],
  })
  expect(await place(customer.token, body)).toMatchObject({
    status: 409,
    problem: { code: 'not_deliverable', items: named },
  })
  expect([await countOf(tables.order), await countOf(tables.stock_log)]).toEqual(before)
  expect(await place(customer.token, { ...body, items: items.slice(0, 1) })).toMatchObject({
    status: 201,
    body: { freight_amount: 0 },
  })
  expect(await place(customer.token, { items, address_id: addresses.home })).toMatchObject({
    status: 201,
    body: { freight_amount: 800 },
  })
})

test('an address without a city has the fee of its province, and without a province that of all other regions', async () => {
  const regional = await newTemplate({
    rules: [
      { ...rule, regions: [zhejiang] },
      { ...rule, first_fee: 1_500 },
    ],
  })
  const [tea, pot] = [await newProduct(), await newProduct({ freight_template_id: regional })]
  const to = (sku_id: number, address_id: number) =>
    place(customer.token, { items: [{ sku_id, count: 1 }], address_id })
  const add = async (region: object) =>
    (await api('POST /v1/address', { token: customer.token, body: { ...addressInput, ...region } })).body.id
  expect((await to(tea.sku.id, addresses.unknown)).status).toBe(201)
  expect((await to(pot.sku.id, addresses.unknown)).body.freight_amount).toBe(1_500)
  expect((await to(pot.sku.id, await add({ city: '某某市', district: '' }))).body.freight_amount).toBe(800)
  expect((await to(pot.sku.id, await add({ city: '浙江省义乌市', district: '' }))).body.freight_amount).toBe(800)
  const direct = { province: '湖北省', city: '', district: '仙桃市' }
  expect((await to(pot.sku.id, await add(direct))).body.freight_amount).toBe(1_500)
  expect((await to(pot.sku.id, addresses.home)).body.freight_amount).toBe(800)
  expect((await to(pot.sku.id, addresses.tibet)).body.freight_amount).toBe(1_500)
})

test('Hong Kong and places abroad are delivered only where the template is for more than the mainland, or a rule names them', async () => {
  const [mainland, everywhere, hongKong] = [
    await newProduct({ freight_template_id: await newTemplate({ rules: [rule] }) }),
    await newProduct({ freight_template_id: await newTemplate({ rules: [rule], only_mainland: false }) }),
    await newProduct({
      freight_template_id: await newTemplate({ rules: [{ ...rule, regions: ['810000'], first_fee: 3_000 }, rule] }),
    }),
  ]
  const add = async (province: string, city: string) => {
    const body = { ...addressInput, province, city, district: '' }
    return (await api('POST /v1/address', { token: customer.token, body })).body.id
  }
  const to = ({ sku }: typeof mainland, address_id: number) =>
    place(customer.token, { items: [{ sku_id: sku.id, count: 1 }], address_id })
  const refused = ({ sku }: typeof mainland) => ({
    status: 409,
    problem: { code: 'not_deliverable', items: [{ sku_id: sku.id, reason: 'region' }] },
  })
  const [kowloon, munich] = [await add('香港特別行政區', '九龍'), await add('Bayern', 'München')]
  for (const address_id of [kowloon, await add('臺灣省', '臺北市'), await add('澳门', '澳门'), munich]) {
    expect(await to(mainland, address_id)).toMatchObject(refused(mainland))
    expect((await to(everywhere, address_id)).body.freight_amount).toBe(800)
  }
  expect((await to(hongKong, kowloon)).body.freight_amount).toBe(3_000)
  expect(await to(hongKong, munich)).toMatchObject(refused(hongKong))
})

test('without an address, a fee that is the same everywhere is known, and another one is not', async () => {
  await setFreight(800)
  const regional = await newTemplate({ rules: [{ ...rule, regions: [zhejiang] }] })
  const [tea, pot] = [await newProduct(), await newProduct({ freight_template_id: regional })]
  const { token } = await newCustomer()
  const priceOf = async (...skus: number[]) =>
    (await preview(token, { items: skus.map((sku_id) => ({ sku_id, count: 1 })) })).body
  expect(await priceOf(tea.sku.id)).toMatchObject({ freight_amount: 800, is_estimate: false, total_amount: 2799 })
  expect(await priceOf(tea.sku.id, pot.sku.id)).toMatchObject({
    freight_amount: null,
    is_estimate: true,
    total_amount: 2 * 1999,
    undeliverable: [],
    freight: [{ amount: 800 }, { amount: null }],
  })
})

test('a SKU without a weight is not delivered by a template that charges by weight', async () => {
  const heavy = await newTemplate({
    charge: 'weight',
    rules: [{ ...rule, first: 1_000, next: 500, next_fee: 200 }],
  })
  const { skus } = await newProduct({
    freight_template_id: heavy,
    skus: [{ weight_g: 1_150 }, { weight_g: null }],
  })
  const [weighed, unweighed] = skus.map(({ id }) => id)
  const order = (sku_id: number | undefined) =>
    place(customer.token, { items: [{ sku_id, count: 2 }], address_id: addresses.home })
  expect((await order(weighed)).body).toMatchObject({ freight_amount: 1_400, total_amount: 2 * 1999 + 1_400 })
  expect((await order(unweighed)).problem).toMatchObject({
    code: 'not_deliverable',
    items: [{ sku_id: unweighed, reason: 'weight' }],
  })
})

test('an order keeps its freight by template, and the highest alone can count', async () => {
  await setFreight(500)
  const costly = await newTemplate({ name: '易碎品', rules: [{ ...rule, first_fee: 2_000 }] })
  const [tea, pot] = [await newProduct(), await newProduct({ freight_template_id: costly })]
  const items = [tea, pot].map(({ sku }) => ({ sku_id: sku.id, count: 1 }))
  const ordered = () => place(customer.token, { items, address_id: addresses.home })
  const { body } = await ordered()
  expect(body.freight_amount).toBe(2_500)
  await (await database())
    .update(tables.freight_template)
    .set({ rules: [] })
    .where(eq(tables.freight_template.id, costly))
  const staff = await newStaff(['cms.order.list'])
  expect((await api('GET /cms/order/{id}', { token: staff.token, params: { id: body.id } })).body).toMatchObject({
    freight_amount: 2_500,
    freight_detail: [
      { name: '统一运费', sku_ids: [tea.sku.id], amount: 500, free: null },
      { name: '易碎品', sku_ids: [pot.sku.id], amount: 2_000, free: null },
    ],
  })
  await (await database())
    .update(tables.freight_template)
    .set({ rules: [{ ...rule, first_fee: 2_000 }] })
    .where(eq(tables.freight_template.id, costly))
  await setParameters({ 'freight.combine': 'highest' })
  expect((await ordered()).body.freight_amount).toBe(2_000)
})

test('an unpaid order goes to another region only for the same fee, and where all its goods are delivered', async () => {
  const regional = await newTemplate({
    rules: [
      { ...rule, regions: [zhejiang] },
      { ...rule, first_fee: 1_500 },
    ],
    no_delivery: [tibet],
  })
  const [tea, pot] = [await newProduct(), await newProduct({ name: '紫砂壶', freight_template_id: regional })]
  const add = async (place: object) =>
    (await api('POST /v1/address', { token: customer.token, body: { ...addressInput, ...place } })).body.id
  const [ningbo, shanghai] = [
    await add({ city: '宁波市', district: '海曙区' }),
    await add({ province: '上海市', city: '上海市', district: '徐汇区' }),
  ]
  const send = (id: number, address_id: number) =>
    api('PUT /v1/order/{id}/receiver', { token: customer.token, params: { id }, body: { address_id } })
  const ordered = async (...skus: number[]) => {
    const items = skus.map((sku_id) => ({ sku_id, count: 1 }))
    return (await place(customer.token, { items, address_id: addresses.home })).body
  }
  const { id, receiver } = await ordered(tea.sku.id, pot.sku.id)
  expect((await send(id, addresses.tibet)).problem).toMatchObject({
    code: 'not_deliverable',
    items: [{ sku_id: pot.sku.id, name: '紫砂壶', reason: 'region' }],
  })
  for (const other of [shanghai, addresses.unknown])
    expect((await send(id, other)).problem).toMatchObject({
      code: 'invalid_request',
      invalid_params: [{ name: 'address_id', code: 'not_allowed' }],
      detail: expect.stringContaining('costs 15.00, not 8.00'),
    })
  const read = await api('GET /v1/order/{id}', { token: customer.token, params: { id } })
  expect(read.body).toMatchObject({ receiver, freight_amount: 800 })
  expect((await send(id, ningbo)).body).toMatchObject({ receiver: { city: '宁波市' }, freight_amount: 800 })
  // Goods with one fee for all regions go anywhere.
  const other = await ordered(tea.sku.id)
  expect((await send(other.id, addresses.tibet)).body.receiver.city).toBe('拉萨市')
})

test('a template that was changed since the preview refuses the order with the new amounts', async () => {
  const template = await newTemplate({ rules: [rule] })
  const { sku } = await newProduct({ freight_template_id: template })
  const body = { items: [{ sku_id: sku.id, count: 1 }], address_id: addresses.home }
  const { total_amount } = (await preview(customer.token, body)).body
  await (await database())
    .update(tables.freight_template)
    .set({ rules: [{ ...rule, first_fee: 900 }] })
    .where(eq(tables.freight_template.id, template))
  expect((await place(customer.token, { ...body, expected_amount: total_amount })).problem).toMatchObject({
    code: 'price_changed',
    freight_amount: 900,
    total_amount: total_amount + 100,
  })
})

test('random baskets with promotions and regions: the preview is the order, or both refuse the same goods', {
  timeout: 60_000,
}, async () => {
  const templates = [
    null,
    await newTemplate({ rules: [{ ...rule, first: 2, next: 2, next_fee: 150 }], free_pieces: 9, no_delivery: [tibet] }),
    await newTemplate({
      charge: 'weight',
      rules: [
        { ...rule, regions: [zhejiang], first: 1_000, next: 300, next_fee: 120, free_amount: null },
        { ...rule, first_fee: 1_900, first: 500, next: 500, next_fee: 333 },
      ],
      free_amount: 30_000,
      free_pieces: 4,
      free_needs: 'both',
    }),
  ]
  await setFreight(600, 20_000)
  const products = await Promise.all(
    [...templates, ...templates].map((freight_template_id) =>
      newProduct({
        freight_template_id,
        // Goods without a template are dear, so that some baskets are free of charge.
        skus: [
          {
            price: randomInt(freight_template_id === null ? 4_000 : 100, 9_000),
            stock: 100_000,
            weight_g: randomInt(50, 900),
          },
        ],
      }),
    ),
  )
  const staff = await newStaff(['cms.promotion.create', 'cms.promotion.over'])
  const period = { starts_at: new Date(Date.now() - 60_000), ends_at: new Date(Date.now() + 3_600_000) }
  for (const promotion of [
    { gives: 'reduction' as const, label: '满100减7.77', tiers: [{ from_amount: 10_000, off_amount: 777 }] },
    { gives: 'freight' as const, label: '运费减3.01', tiers: [{ from_pieces: 5, off_amount: 301 }] },
  ])
    await api('POST /cms/promotion', {
      token: staff.token,
      body: {
        name: promotion.label,
        ...promotion,
        starts_at: period.starts_at.toISOString(),
        ends_at: period.ends_at.toISOString(),
      },
    })
  const counted = { placed: 0, free: 0, refused: 0 }
  const count = rounds(500)
  for (let round = 0; round < count; round++) {
    const items = products.flatMap(({ sku }) => {
      const count = Math.max(0, randomInt(-4, 6))
      return count > 0 ? [{ sku_id: sku.id, count }] : []
    })
    if (items.length === 0) continue
    const to = (['home', 'home', 'tibet', 'unknown'] as const)[randomInt(4)] ?? 'home'
    const body = { items, address_id: addresses[to] }
    const shown = (await preview(customer.token, body)).body
    const placed = await place(customer.token, {
      ...body,
      ...(!shown.is_estimate && { expected_amount: shown.total_amount }),
    })
    if (shown.undeliverable.length > 0) {
      counted.refused++
      expect(placed).toMatchObject({ status: 409, problem: { code: 'not_deliverable', items: shown.undeliverable } })
      continue
    }
    const { items_amount, freight_amount, discount_amount, total_amount, discounts } = shown
    counted.placed++
    if (shown.freight.some(({ free }) => free)) counted.free++
    expect(placed.status).toBe(201)
    expect(placed.body).toMatchObject({ items_amount, freight_amount, discount_amount, total_amount, discounts })
    expect(items_amount + (freight_amount ?? Number.NaN) - discount_amount).toBe(total_amount)
  }
  expect(Math.min(counted.placed, counted.free, counted.refused)).toBeGreaterThan(count / 100)
})

test('the fee to another address, and what is not delivered there, are told before it is asked for or accepted', async () => {
  const regional = await newTemplate({
    rules: [
      { ...rule, regions: [zhejiang] },
      { ...rule, first_fee: 1_500 },
    ],
    no_delivery: [tibet],
  })
  const { sku } = await newProduct({ name: '紫砂壶', freight_template_id: regional })
  const { body } = await place(customer.token, {
    items: [{ sku_id: sku.id, count: 1 }],
    address_id: addresses.home,
  })
  const params = { id: body.id }
  const ask = (address_id: number, token = customer.token) =>
    api('GET /v1/order/{id}/receiver/freight', { token, params, query: { address_id: String(address_id) } })
  const notDelivered = {
    freight_amount: null,
    present_freight_amount: 800,
    undeliverable: [{ sku_id: sku.id, name: '紫砂壶', reason: 'region' }],
  }
  const dearer = { freight_amount: 1_500, present_freight_amount: 800, undeliverable: [] }
  expect((await ask(addresses.tibet)).body).toEqual(notDelivered)
  expect((await ask(addresses.unknown)).body).toEqual(dearer)
  expect((await ask(addresses.home)).body).toEqual({ ...dearer, freight_amount: 800 })
  const other = await newCustomer()
  expect((await ask(addresses.tibet, other.token)).status).toBe(404)
  const theirs = (await api('POST /v1/address', { token: other.token, body: addressInput })).body.id
  expect((await ask(theirs)).problem).toMatchObject({ invalid_params: [{ name: 'address_id', code: 'not_found' }] })

  const { token } = await newStaff(['cms.order.list'])
  const look = (query: Record<string, string> = {}) =>
    api('GET /cms/order/{id}/receiver/freight', { token, params, query })
  expect((await look({ province: '西藏', city: '拉萨' })).body).toEqual(notDelivered)
  expect((await look({ province: '湖北省', district: '仙桃市' })).body).toEqual(dearer)
  expect((await look()).body).toEqual({ ...dearer, freight_amount: 800 })
  const { tibet: asked_receiver } = places
  await (await database())
    .update(tables.order)
    .set({ asked_receiver: { ...body.receiver, ...asked_receiver } })
    .where(eq(tables.order.id, body.id))
  expect((await look()).body).toEqual(notDelivered)
})
