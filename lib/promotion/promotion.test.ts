import { eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { order } from '@/db/schema/order'
import { product } from '@/db/schema/product'
import { order_discount, promotion } from '@/db/schema/promotion'
import { api } from '@/lib/server/testing/api'
import { crudContract } from '@/lib/server/testing/crud-contract'
import { database, newCategory, newCustomer, newProduct, newStaff, unique } from '@/lib/server/testing/factories'
import { migrateDatabase } from '@/lib/server/update-database'

const codes = ['list', 'create', 'update', 'delete'].map((verb) => `cms.promotion.${verb}`)
let token: string

beforeAll(() => migrateDatabase())
beforeEach(async () => {
  token = (await newStaff(codes)).token
})

const day = 24 * 3_600_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

// In a decade of their own, in which no other test counts the promotions that run at the same time.
const period = { starts_at: '2040-01-01T00:00:00.000Z', ends_at: '2040-02-01T00:00:00.000Z' }
const tiers = [{ from_amount: 10_000, off_amount: 1_000 }]
const valid = () => ({ name: unique('促销'), label: '满100减10', gives: 'reduction', tiers, ...period }) as const

crudContract('/cms/promotion', {
  body: valid,
  change: {
    name: '新的',
    label: '满100减20',
    priority: 3,
    tiers: [{ from_pieces: 2, off_permille: 100 }],
  },
})

type Body = Parameters<typeof create>[0]
const create = (body: Omit<Partial<ReturnType<typeof valid>>, 'gives' | 'tiers'> & { [field: string]: unknown } = {}) =>
  api('POST /cms/promotion', { token, body: { ...valid(), ...body } })
const put = (id: number, body: object) => api('PUT /cms/promotion/{id}', { token, params: { id }, body })
const get = async (id: number) => (await api('GET /cms/promotion/{id}', { token, params: { id } })).body

const refused = (name: string, code: string) => ({
  status: 400,
  problem: { code: 'invalid_request', invalid_params: [{ in: 'body', name, code }] },
})

/** Creates a promotion that runs now. Writes the row directly to the database, without the checks of the API. */
async function newRunning(values: Partial<typeof promotion.$inferInsert> = {}) {
  const db = await database()
  const [row] = await db
    .insert(promotion)
    .values({ ...valid(), tiers, starts_at: new Date(inDays(-1)), ends_at: new Date(inDays(1)), ...values })
    .returning()
  if (!row) throw new Error('no promotion')
  return row
}

test.each<[fault: string, body: Body, name: string, code: string]>([
  ['an end before the start', { ends_at: '2039-12-31T00:00:00.000Z' }, 'ends_at', 'before_start'],
  ['more than 366 days', { ends_at: '2041-01-02T00:00:00.001Z' }, 'ends_at', 'too_big'],
  ['categories without one', { scope: 'categories' }, 'category_ids', 'required'],
  ['products without one', { scope: 'products' }, 'product_ids', 'required'],
  [
    'a category that is not there',
    { scope: 'categories', category_ids: [2_000_000_000] },
    'category_ids.0',
    'not_found',
  ],
  [
    'an excepted product that is not there',
    { except_product_ids: [2_000_000_000] },
    'except_product_ids.0',
    'not_found',
  ],
  ['a product twice', { scope: 'products', product_ids: [1, 1] }, 'product_ids.1', 'duplicate'],
  ['no tier', { tiers: [] }, 'tiers', 'required'],
  [
    'six tiers',
    { tiers: Array.from({ length: 6 }, (_, at) => ({ from_pieces: at + 1, off_amount: at + 1 })) },
    'tiers',
    'too_big',
  ],
  ['no threshold', { tiers: [{ off_amount: 1 }] }, 'tiers.0.from_amount', 'required'],
  ['two thresholds', { tiers: [{ from_amount: 9, from_pieces: 1, off_amount: 1 }] }, 'tiers.0.from_amount', 'required'],
  ['no value', { tiers: [{ from_amount: 9 }] }, 'tiers.0.off_amount', 'required'],
  ['two values', { tiers: [{ from_amount: 9, off_amount: 1, off_permille: 1 }] }, 'tiers.0.off_amount', 'required'],
  ['another field', { tiers: [{ from_amount: 9, off_amount: 1, x: 1 }] }, 'tiers.0.x', 'unknown_field'],
  ['all of the threshold', { tiers: [{ from_amount: 9, off_amount: 9 }] }, 'tiers.0.off_amount', 'too_big'],
  ['goods for nothing', { tiers: [{ from_pieces: 1, off_permille: 1000 }] }, 'tiers.0.off_permille', 'too_big'],
  [
    'several tiers that repeat',
    { repeats: true, tiers: [...tiers, { from_amount: 20_000, off_amount: 3_000 }] },
    'repeats',
    'not_allowed',
  ],
  ['an n-th piece of 1', { tiers: [{ nth: 1, off_permille: 500 }] }, 'tiers.0.nth', 'too_small'],
  ['an n-th piece of 100', { tiers: [{ nth: 100, off_permille: 500 }] }, 'tiers.0.nth', 'too_big'],
  ['an n-th piece for nothing', { tiers: [{ nth: 2, off_permille: 1000 }] }, 'tiers.0.off_permille', 'too_big'],
  [
    'an n-th piece with a threshold',
    { tiers: [{ nth: 2, from_pieces: 2, off_permille: 500 }] },
    'tiers.0.from_amount',
    'required',
  ],
  ['an n-th piece without a share', { tiers: [{ nth: 2, off_amount: 500 }] }, 'tiers.0.off_permille', 'required'],
  [
    'an n-th piece with an amount',
    { tiers: [{ nth: 2, off_permille: 500, off_amount: 500 }] },
    'tiers.0.off_amount',
    'not_allowed',
  ],
  [
    'an n-th piece with a maximum',
    { tiers: [{ nth: 2, off_permille: 500, at_most: 500 }] },
    'tiers.0.at_most',
    'not_allowed',
  ],
  [
    'a threshold by product',
    { tiers: [{ from_pieces: 2, off_permille: 500, per_product: true }] },
    'tiers.0.per_product',
    'not_allowed',
  ],
  ['an n-th piece after a tier', { tiers: [...tiers, { nth: 2, off_permille: 500 }] }, 'tiers.1.nth', 'not_allowed'],
  ['an n-th piece before a tier', { tiers: [{ nth: 2, off_permille: 500 }, ...tiers] }, 'tiers.0.nth', 'not_allowed'],
  [
    'an n-th piece of the shipping fee',
    { gives: 'freight', tiers: [{ nth: 2, off_permille: 500 }] },
    'tiers.0.nth',
    'not_allowed',
  ],
  ['an n-th piece that repeats', { repeats: true, tiers: [{ nth: 2, off_permille: 500 }] }, 'repeats', 'not_allowed'],
  ['a share that repeats', { repeats: true, tiers: [{ from_pieces: 1, off_permille: 1 }] }, 'repeats', 'not_allowed'],
])('%s is refused', async (_, body, name, code) => {
  expect(await create(body)).toMatchObject(refused(name, code))
})

test.each([
  ['the same threshold', [...tiers, { from_amount: 10_000, off_amount: 2_000 }]],
  ['a lower threshold', [...tiers, { from_amount: 9_000, off_amount: 2_000 }]],
])('a tier is refused at its threshold: %s', async (_, steps) => {
  expect(await create({ tiers: steps })).toMatchObject(refused('tiers.1.from_amount', 'tier_order'))
})

test('a tier with a threshold of the other kind is refused', async () => {
  const steps = [...tiers, { from_pieces: 2, off_amount: 2_000 }]
  expect(await create({ tiers: steps })).toMatchObject(refused('tiers.1.from_pieces', 'tier_order'))
})

test.each([
  ['a smaller amount', [...tiers, { from_amount: 20_000, off_amount: 999 }]],
  ['a share that is less', [...tiers, { from_amount: 20_000, off_permille: 49 }]],
  ['a share whose maximum is less', [...tiers, { from_amount: 20_000, off_permille: 500, at_most: 999 }]],
  [
    'a smaller share of pieces',
    [
      { from_pieces: 2, off_permille: 100 },
      { from_pieces: 3, off_permille: 99 },
    ],
  ],
  [
    'a share of pieces with a maximum, after one without',
    [
      { from_pieces: 2, off_permille: 100 },
      { from_pieces: 3, off_permille: 200, at_most: 1 },
    ],
  ],
  [
    'an amount after a share of pieces',
    [
      { from_pieces: 2, off_permille: 100 },
      { from_pieces: 3, off_amount: 9_000 },
    ],
  ],
])('a tier is refused after one that gives more: %s', async (_, steps) => {
  const kind = steps[1] && 'off_amount' in steps[1] ? 'off_amount' : 'off_permille'
  expect(await create({ tiers: steps })).toMatchObject(refused(`tiers.1.${kind}`, 'tier_order'))
})

test.each([
  ['as much as before', [...tiers, { from_amount: 20_000, off_amount: 1_000 }]],
  ['a share that is as much', [...tiers, { from_amount: 20_000, off_permille: 50 }]],
  ['the whole shipping fee', [{ from_amount: 1, off_permille: 1000 }], 'freight'],
  ['a lower price of every third piece', [{ nth: 3, off_permille: 999, per_product: true }]],
  ['a shipping fee above the threshold', [{ from_amount: 1, off_amount: 800 }], 'freight'],
])('a tier may give %s', async (_, steps, gives = 'reduction') => {
  expect(await create({ tiers: steps, gives })).toMatchObject({ status: 201, body: { gives, tiers: steps } })
})

test('a change is checked together with the values that stay', async () => {
  const { body } = await create({ tiers: [{ from_pieces: 1, off_permille: 1000 }], gives: 'freight' })
  expect(await put(body.id, { gives: 'reduction' })).toMatchObject(refused('tiers.0.off_permille', 'too_big'))
  expect(await put(body.id, { scope: 'products' })).toMatchObject(refused('product_ids', 'required'))
  expect(await put(body.id, { ends_at: '2039-01-01T00:00:00.000Z' })).toMatchObject(refused('ends_at', 'before_start'))
})

test('a promotion has the names of its products, without deleted ones', async () => {
  const [chosen, excepted, deleted] = [
    await newProduct({ name: '碗' }),
    await newProduct({ name: '杯' }),
    await newProduct(),
  ]
  const product_ids = [chosen.id, deleted.id]
  const created = await create({ scope: 'products', product_ids, except_product_ids: [excepted.id] })
  const db = await database()
  await db.update(product).set({ deleted_at: new Date() }).where(eq(product.id, deleted.id))
  const { body } = await api('GET /cms/promotion/{id}', { token, params: { id: created.body.id } })
  expect(body).toMatchObject({ product_ids, except_product_ids: [excepted.id] })
  // What was deleted since does not prevent changes.
  const changes = { product_ids: [deleted.id, chosen.id], version: body.version }
  expect((await put(body.id, changes)).status).toBe(200)
  expect(body.products.map(({ id, name }) => ({ id, name }))).toEqual([
    { id: chosen.id, name: '碗' },
    { id: excepted.id, name: '杯' },
  ])
})

test('its history has the names of products and categories, and not the results', async () => {
  const [product, category] = [await newProduct({ name: '碗' }), await newCategory()]
  const { body } = await create({ scope: 'categories', category_ids: [category.id], except_product_ids: [product.id] })
  const { items } = (await api('GET /cms/promotion/{id}/history', { token, params: { id: body.id } })).body
  expect(items[0]?.referred.map(({ field, name }) => `${field} ${name}`).sort()).toEqual([
    `category_ids ${category.name}`,
    'except_product_ids 碗',
  ])
  for (const name of ['state', 'order_count', 'discount_amount', 'products'])
    expect(items[0]?.after).not.toHaveProperty(name)
})

describe('at most 50 run at the same time', () => {
  const year = { starts_at: '2050-01-01T00:00:00.000Z', ends_at: '2050-06-01T00:00:00.000Z' }
  const next = { starts_at: year.ends_at, ends_at: '2050-07-01T00:00:00.000Z' }
  const full = { status: 409, problem: { code: 'limit_reached' } }
  const ids: number[] = []

  beforeAll(async () => {
    const times = { starts_at: new Date(year.starts_at), ends_at: new Date(year.ends_at) }
    for (let at = 0; at < 50; at++) ids.push((await newRunning(times)).id)
  })

  test('another one is refused, unless it is stopped or runs at another time', async () => {
    expect(await create(year)).toMatchObject(full)
    expect((await create(next)).status).toBe(201)
    const stopped = await create({ ...year, enabled: false })
    expect(stopped.status).toBe(201)
    expect(await put(stopped.body.id, { enabled: true })).toMatchObject(full)
  })

  test('one of them can be changed, and one that is stopped leaves its place', async () => {
    const [first = 0] = ids
    expect((await put(first, { label: '新' })).status).toBe(200)
    expect((await put(first, { enabled: false })).status).toBe(200)
    expect((await create(year)).status).toBe(201)
    expect(await create(year)).toMatchObject(full)
  })
})

describe('once it has begun', () => {
  test.each<[field: string, value: unknown]>([
    ['gives', 'freight'],
    ['scope', 'categories'],
    ['category_ids', [1]],
    ['product_ids', [1]],
    ['except_product_ids', [1]],
    ['tiers', [{ from_amount: 10_000, off_amount: 2_000 }]],
    ['repeats', true],
    ['audience', 'first_order'],
    ['per_customer', 1],
    ['exclusive', true],
    ['starts_at', inDays(-2)],
    ['ends_at', inDays(0.5)],
  ])('%s stays', async (field, value) => {
    const { id, version } = await newRunning()
    expect(await put(id, { [field]: value, version })).toMatchObject({
      status: 409,
      problem: { code: 'in_use', invalid_params: [{ in: 'body', name: field, code: 'fixed' }] },
    })
    expect(await get(id)).toMatchObject({ version, tiers })
  })

  test('it can be renamed, extended and stopped, and sent with unchanged terms', async () => {
    const { id, version, ...before } = await newRunning()
    const ends_at = inDays(9)
    const changes = { name: '新', label: '新', priority: 9, ends_at }
    const same = { tiers, gives: before.gives, starts_at: before.starts_at.toISOString(), per_customer: null }
    expect(await put(id, { ...changes, ...same, version })).toMatchObject({ status: 200, body: changes })
    expect(await put(id, { enabled: false })).toMatchObject({ status: 200, body: { state: 'stopped' } })
  })

  test('before, every term can be changed', async () => {
    const { id } = await newRunning({ starts_at: new Date(inDays(1)), ends_at: new Date(inDays(2)) })
    const changes = { gives: 'freight', per_customer: 1, starts_at: inDays(-1), ends_at: inDays(0.5) }
    expect(await put(id, changes)).toMatchObject({ status: 200, body: { ...changes, state: 'running' } })
  })
})

/** Creates an order of a new customer that a promotion reduces by an amount. */
async function newReduced(promotion_id: number, amount: number, status: 'unpaid' | 'cancelled' = 'unpaid') {
  const db = await database()
  const { id: user_id } = await newCustomer()
  const receiver = {
    name: '王',
    mobile: '13800000000',
    province: '浙江',
    city: '杭州',
    district: '',
    detail: '1',
    postal_code: '',
  }
  const money = { items_amount: 10_000, freight_amount: 0, discount_amount: amount, total_amount: 10_000 - amount }
  const [row] = await db
    .insert(order)
    .values({ user_id, order_no: unique('P'), status, receiver, expires_at: new Date(inDays(1)), ...money })
    .returning({ id: order.id })
  if (!row) throw new Error('no order')
  await db.insert(order_discount).values({ order_id: row.id, promotion_id, gives: 'reduction', label: '减', amount })
}

test('it has the number of its orders and their reduction, without canceled orders', async () => {
  const { id } = await newRunning()
  expect(await get(id)).toMatchObject({ order_count: 0, discount_amount: 0 })
  await newReduced(id, 1_000)
  await newReduced(id, 500)
  await newReduced(id, 300, 'cancelled')
  expect(await get(id)).toMatchObject({ order_count: 2, discount_amount: 1_500 })
})

test('it is deleted only while it does not run and no order has it, canceled or not', async () => {
  const { id } = await newRunning()
  await newReduced(id, 1_000, 'cancelled')
  const remove = () => api('DELETE /cms/promotion/{id}', { token, params: { id } })
  expect(await remove()).toMatchObject({ status: 409, problem: { code: 'in_use' } })
  const db = await database()
  await db.delete(order_discount).where(inArray(order_discount.promotion_id, [id]))
  // An order that is being placed may have read a promotion that runs.
  expect(await remove()).toMatchObject({ status: 409, problem: { code: 'in_use', detail: 'It runs. Stop it first.' } })
  await db.update(promotion).set({ enabled: false }).where(eq(promotion.id, id))
  expect((await remove()).status).toBe(204)
})

test('the state is by the clock, and customers see only what runs', async () => {
  const ended = { starts_at: new Date(inDays(-2)), ends_at: new Date(inDays(-1)) }
  const upcoming = { starts_at: new Date(inDays(1)), ends_at: new Date(inDays(2)) }
  const name = unique('态')
  const rows = {
    running: [await newRunning({ name })],
    upcoming: [await newRunning({ name, ...upcoming })],
    stopped: [await newRunning({ name, enabled: false }), await newRunning({ name, enabled: false, ...upcoming })],
    ended: [await newRunning({ name, ...ended }), await newRunning({ name, enabled: false, ...ended })],
  }
  for (const [state, expected] of Object.entries(rows)) {
    const { items } = (await api('GET /cms/promotion', { token, query: { state, q: name } })).body
    expect(items.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort())
    expect(items.every((one) => one.state === state)).toBe(true)
  }
  const { body } = await api('GET /v1/promotion')
  const all = Object.values(rows)
    .flat()
    .map(({ id }) => id)
  expect(body.filter(({ id }) => all.includes(id)).map(({ id }) => id)).toEqual(rows.running.map(({ id }) => id))
  expect(body[0]).not.toHaveProperty('name')
})

test('the list is filtered by type and searched by name and label', async () => {
  const mark = unique('寻')
  const first = await newRunning({ name: mark })
  const second = await newRunning({ label: mark, gives: 'freight' })
  const found = async (query: object) =>
    (await api('GET /cms/promotion', { token, query: { q: mark, sort: 'ends_at', ...query } })).body.items.map(
      ({ id }) => id,
    )
  expect((await found({})).sort()).toEqual([first.id, second.id].sort())
  expect(await found({ gives: 'freight' })).toEqual([second.id])
})

describe('the products of a promotion', () => {
  const list = (id: number, query: Record<string, string | number> = {}) =>
    api('GET /v1/promotion/{id}/product', { params: { id }, query })
  const idsIn = async (id: number, query: Record<string, string | number> = {}) =>
    (await list(id, query)).body.items.map((item) => item.id)
  const newOnSale = (category_id?: number) =>
    newProduct({ ...(category_id && { category_id }), skus: [{ price: 1_000 }] })

  test('are those of its categories with all below, without excepted ones and those that are not sold', async () => {
    const { id: parent } = await newCategory()
    const child = await newCategory({ parent_id: parent })
    const [own, below, excepted, hidden, other] = await Promise.all([
      newOnSale(parent),
      newOnSale(child.id),
      newOnSale(parent),
      newOnSale(parent),
      newOnSale(),
    ])
    await (await database()).update(product).set({ status: 'off_sale' }).where(eq(product.id, hidden.id))
    const { id } = await newRunning({
      scope: 'categories',
      category_ids: [parent],
      except_product_ids: [excepted.id],
    })
    const { body } = await list(id)
    expect(new Set(body.items.map((item) => item.id))).toEqual(new Set([own.id, below.id]))
    expect(body).toMatchObject({ total: 2, promotion: { id, scope_names: [expect.any(String)] } })
    expect(body.items.map((item) => item.id)).not.toContain(other.id)
    expect('name' in body.promotion).toBe(false)
    const pages = [await idsIn(id, { size: 1, sort: 'price' }), await idsIn(id, { size: 1, page: 2, sort: 'price' })]
    expect(new Set(pages.flat()).size).toBe(2)
  })

  test('are named after at most three, in their order', async () => {
    const named = ['壹', '贰', '叁', '肆']
    const ids = []
    for (const name of named) ids.push((await newProduct({ name })).id)
    const { id } = await newRunning({ scope: 'products', product_ids: ids.toReversed() })
    const { body } = await list(id)
    expect(body).toMatchObject({ total: 4, promotion: { scope_names: ['肆', '叁', '贰'] } })
    const running = (await api('GET /v1/promotion')).body.find((one) => one.id === id)
    expect(running?.scope_names).toEqual(['肆', '叁', '贰'])
    await (await database())
      .update(product)
      .set({ status: 'off_sale' })
      .where(eq(product.id, ids[3] ?? 0))
    expect((await list(id)).body.promotion.scope_names).toEqual(['叁', '贰', '壹'])
  })

  test('of the whole shop are all but the excepted ones; before its start, nothing is told', async () => {
    const [one, excepted] = await Promise.all([newOnSale(), newOnSale()])
    const { id } = await newRunning({ except_product_ids: [excepted.id] })
    const newest = await idsIn(id, { sort: '-created_at', size: 50 })
    expect([newest.includes(one.id), newest.includes(excepted.id)]).toEqual([true, false])
    const later = await newRunning({ starts_at: new Date(inDays(1)), ends_at: new Date(inDays(2)) })
    for (const unknown of [later.id, 2_147_483_647]) expect((await list(unknown)).status).toBe(404)
  })
})

test('the list has the newest first, with the SKUs and the lowest price of a deal', async () => {
  const name = unique('秒杀')
  const { skus } = await newProduct({ skus: [{ price: 9_900 }, { price: 5_000 }] })
  const prices = skus.map(({ id }, at) => ({ sku_id: id, price: 4_000 - at, quota: null }))
  const deal = await create({ name, gives: 'deal', tiers: undefined, skus: prices })
  expect(deal.status, deal.text).toBe(201)
  const other = await create({ name, starts_at: '2039-12-01T00:00:00.000Z' })
  const { body } = await api('GET /cms/promotion', { token, query: { q: name } })
  expect(body.items.map(({ id, sku_count, lowest_price }) => [id, sku_count, lowest_price])).toEqual([
    [other.body.id, 0, null],
    [deal.body.id, 2, 3_999],
  ])
})

describe('a promotion names those that it does not add up with', () => {
  const year = { starts_at: '2043-01-01T00:00:00.000Z', ends_at: '2043-02-01T00:00:00.000Z' }
  const overlapsOf = async (id: number) => (await get(id)).overlaps.map((one) => [one.id, one.product_names] as const)
  const shop = async () => {
    const { id: above } = await newCategory()
    const { id: category_id } = await newCategory({ parent_id: above })
    const [tea, cup] = [
      await newProduct({ category_id, name: '绿茶', skus: [{ price: 9_900 }] }),
      await newProduct({ name: '茶杯' }),
    ]
    const own = await create({ ...year, scope: 'categories', category_ids: [above] })
    expect(own.status, own.text).toBe(201)
    return { tea, cup, own: own.body, category_id }
  }
  type Shop = Awaited<ReturnType<typeof shop>>
  const coupons = { coupon_source: 'customer', per_customer: 1 }
  const deal = ({ tea }: Shop) => ({
    gives: 'deal',
    tiers: undefined,
    skus: [{ sku_id: tea.sku.id, price: 9_000, quota: null }],
  })

  test.each<[other: string, terms: (shop: Shop) => Body]>([
    ['on the same product', ({ tea }) => ({ scope: 'products', product_ids: [tea.id] })],
    ['on a category below', ({ category_id }) => ({ scope: 'categories', category_ids: [category_id] })],
    ['on other goods, too', ({ tea, cup }) => ({ scope: 'products', product_ids: [cup.id, tea.id] })],
    ['a deal with no other reduction', (shop) => deal(shop)],
    ['an exclusive coupon', ({ tea }) => ({ ...coupons, exclusive: true, scope: 'products', product_ids: [tea.id] })],
    [
      'an exclusive offer of shipping',
      ({ tea }) => ({ gives: 'freight', exclusive: true, scope: 'products', product_ids: [tea.id] }),
    ],
  ])('%s', async (_, terms) => {
    const given = await shop()
    const other = await create({ ...year, ...terms(given) })
    expect(other.status, other.text).toBe(201)
    expect(await overlapsOf(given.own.id)).toEqual([[other.body.id, ['绿茶']]])
    expect(other.body.overlaps.map(({ id, product_names }) => [id, product_names])).toEqual([[given.own.id, ['绿茶']]])
    await put(other.body.id, { enabled: false })
    expect(await overlapsOf(given.own.id)).toEqual([])
  })

  test.each<[other: string, terms: (shop: Shop) => Body]>([
    ['on other goods', ({ cup }) => ({ scope: 'products', product_ids: [cup.id] })],
    [
      'on all goods but these',
      ({ tea, cup }) => ({ scope: 'products', product_ids: [cup.id], except_product_ids: [tea.id] }),
    ],
    [
      'in another month',
      ({ tea }) => ({
        starts_at: year.ends_at,
        ends_at: '2043-03-01T00:00:00.000Z',
        scope: 'products',
        product_ids: [tea.id],
      }),
    ],
    ['of the shipping fee', ({ tea }) => ({ gives: 'freight', scope: 'products', product_ids: [tea.id] })],
    ['with coupons', ({ tea }) => ({ ...coupons, scope: 'products', product_ids: [tea.id] })],
    ['a deal that is combined', (shop) => ({ ...deal(shop), exclusive: false })],
  ])('not %s', async (_, terms) => {
    const given = await shop()
    const other = await create({ ...year, ...terms(given) })
    expect(other.status, other.text).toBe(201)
    expect([await overlapsOf(given.own.id), other.body.overlaps]).toEqual([[], []])
  })

  test('an exclusive deal: coupons and offers of shipping, too', async () => {
    const given = await shop()
    const tea = { ...year, scope: 'products', product_ids: [given.tea.id] }
    const [coupon, free] = [await create({ ...tea, ...coupons }), await create({ ...tea, gives: 'freight' })].map(
      ({ body }) => body.id,
    )
    const { id } = (await create({ ...year, ...deal(given) })).body
    const names = ['绿茶']
    expect(await overlapsOf(id)).toEqual([
      [given.own.id, names],
      [coupon, names],
      [free, names],
    ])
    expect(await overlapsOf(coupon ?? 0)).toEqual([[id, names]])
    expect(await overlapsOf(free ?? 0)).toEqual([[id, names]])
    // An order has one coupon, and one offer of shipping.
    const other = await create({ ...tea, ...coupons, gives: 'freight', exclusive: true })
    expect(other.body.overlaps.map((one) => one.id)).toEqual([given.own.id, free, id])
  })
})
