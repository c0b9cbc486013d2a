import { and, desc, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as tables from '@/db/tables'
import { api, dispatch, send } from '@/lib/server/testing/api'
import {
  database,
  newBuyer,
  newCategory,
  newProduct,
  newStaff,
  newTemplate,
  stockFaults,
  unique,
} from '@/lib/server/testing/factories'

const codes = ['list', 'create', 'update', 'delete', 'stock', 'export'].map((verb) => `cms.product.${verb}`)
let token: string
let category_id: number

beforeAll(async () => {
  token = (await newStaff([...codes, 'cms.product.cost'])).token
  category_id = (await newCategory()).id
})

const [red, white] = ['红', '白']
const colorsAndSizes = [
  { name: '颜色', values: [{ name: red }, { name: white }] },
  { name: '尺码', values: [{ name: 'S' }, { name: 'M' }] },
]
const skusOf = (stock = 5) =>
  [red, white].flatMap((color) => ['S', 'M'].map((size) => ({ values: [color, size], price: 1000, stock })))

const input = (more: object = {}) => ({
  category_id,
  name: unique('杯'),
  content: '<p>好</p><script>1</script>',
  images: ['/demo/a.svg'],
  specs: colorsAndSizes,
  skus: skusOf(),
  ...more,
})
const create = async (more: object = {}) => {
  const reply = await api('POST /cms/product', { token, body: input(more) })
  expect(reply.text).toContain('"id"')
  expect(reply.status).toBe(201)
  return reply.body
}
const put = (id: number, body: object, query = {}) =>
  api('PUT /cms/product/{id}', { token, params: { id }, body, query })
const get = async (id: number) => (await api('GET /cms/product/{id}', { token, params: { id } })).body
const ledgerOf = async (sku_id: number) => {
  const db = await database()
  const rows = await db
    .select()
    .from(tables.stock_log)
    .where(eq(tables.stock_log.sku_id, sku_id))
    .orderBy(tables.stock_log.id)
  return rows.map(({ reason, delta, balance }) => [reason, delta, balance])
}
const faults = (reply: { status: number; problem: { invalid_params: { name: string; code: string }[] } }) => ({
  status: reply.status,
  faults: reply.problem.invalid_params.map(({ name, code }) => `${name} ${code}`),
})

describe('a new product', () => {
  test('has ids for specs and values, numbers for SKUs, prices and an opening stock', async () => {
    const product = await create({
      skus: skusOf().map((sku, at) => ({
        ...sku,
        price: 1000 + at * 100,
        cost: 400,
        ...(at === 1 && { sku_no: unique('NO-') }),
      })),
    })
    expect(product).toMatchObject({
      specs: [
        {
          id: 1,
          values: [
            { id: 1, name: red },
            { id: 2, name: white },
          ],
        },
        {
          id: 2,
          values: [
            { id: 3, name: 'S' },
            { id: 4, name: 'M' },
          ],
        },
      ],
      content: '<p>好</p>',
      status: 'draft',
      price: 1000,
      price_max: 1300,
      stock: 20,
      lowest_stock: 5,
      version: 1,
      uses_count: 0,
      category: { id: category_id },
    })
    expect(product.skus.map(({ value_ids, cost, stock_level }) => [value_ids, cost, stock_level])).toEqual([
      [[1, 3], 400, 1],
      [[1, 4], 400, 1],
      [[2, 3], 400, 1],
      [[2, 4], 400, 1],
    ])
    expect(new Set(product.skus.map(({ sku_no }) => sku_no)).size).toBe(4)
    expect(await ledgerOf(product.skus[0]?.id ?? 0)).toEqual([['initial', 5, 5]])
    expect(await get(product.id)).toEqual(product)
  })

  test('has pictures of its values, which a change keeps, sets and removes', async () => {
    const named = [{ name: red, image_url: '/demo/a.svg' }, { name: white }]
    const { id, specs } = await create({ specs: [{ name: '颜色', values: named }, colorsAndSizes[1]] })
    const [a, b] = ['/demo/a.svg', '/demo/b.svg'].map((path) => `http://localhost:3000${path}`)
    const picturesOf = ({ specs: [first] }: { specs: { values: { image_url: string | null }[] }[] }) =>
      first?.values.map(({ image_url }) => image_url)
    expect(picturesOf(await get(id))).toEqual([a, null])
    const change = async (values: object[]) => {
      const { body } = await put(id, {
        specs: [
          { id: 1, values },
          { id: 2, values: specs[1]?.values },
        ],
      })
      expect(await get(id)).toEqual(body)
      return picturesOf(await get(id))
    }
    expect(await change([{ id: 1 }, { id: 2, image_url: b }])).toEqual([a, b])
    expect(await change([{ id: 1, image_url: null }, { id: 2 }])).toEqual([null, b])
    const copy = await api('POST /cms/product/{id}/duplicate', { token, params: { id } })
    expect(picturesOf(await get(copy.body.id))).toEqual([null, b])
    const missing = [{ id: 1 }, { id: 2, image_url: '/files/none.png' }]
    const values = specs[1]?.values
    expect(
      faults(
        await put(id, {
          specs: [
            { id: 2, values },
            { id: 1, values: missing },
          ],
        }),
      ),
    ).toEqual({
      status: 400,
      faults: ['specs.1.values.1.image_url not_found'],
    })
  })

  test('without specs has one SKU', async () => {
    const { skus, specs } = await create({ specs: [], skus: [{ price: 100 }] })
    expect([specs, skus.map(({ value_ids }) => value_ids)]).toEqual([[], [[]]])
  })

  test('on sale is read by customers with specs and values as names', async () => {
    const { id } = await create({ status: 'on_sale' })
    const { status, body } = await api('GET /v1/product/{id}', { params: { id } })
    expect(status).toBe(200)
    expect(body.specs).toEqual([
      { name: '颜色', values: [red, white] },
      { name: '尺码', values: ['S', 'M'] },
    ])
  })

  const one = { values: [red, 'S'], price: 100 }
  test.each<[string, object, string[]]>([
    ['two SKUs with the same values', { skus: [one, one] }, ['skus.1 duplicate_combination']],
    ['a price below zero', { skus: [{ ...one, price: -1 }] }, ['skus.0.price too_small']],
    ['a price above 10^9 fen', { skus: [{ ...one, price: 1_000_000_001 }] }, ['skus.0.price too_big']],
    ['an unknown value', { skus: [{ ...one, values: [red, 'XL'] }] }, ['skus.0.values.1 not_found']],
    ['two values too few', { skus: [{ price: 1 }] }, ['skus.0.values invalid_value']],
    ['no SKU', { skus: [] }, ['skus too_small']],
    ['201 SKUs', { skus: Array.from({ length: 201 }, () => one) }, ['skus too_big']],
    [
      'four specs',
      { specs: Array.from({ length: 4 }, (_, at) => ({ name: `${at}`, values: [{ name: 'a' }] })) },
      ['specs too_big'],
    ],
    ['a spec twice', { specs: [colorsAndSizes[0], colorsAndSizes[0]] }, ['specs.1.name duplicate']],
    ['a number twice', { skus: skusOf().map((sku) => ({ ...sku, sku_no: 'twice' })) }, ['skus.1.sku_no duplicate']],
    ['an unknown category', { category_id: 2_000_000_000 }, ['category_id not_found']],
    ['an unknown picture', { images: ['/files/none.png'] }, ['images.0 not_found']],
    ['an address of a script', { images: ['javascript:alert(1)'] }, ['images.0 invalid_address']],
    [
      'a schedule that ends before it begins',
      { publish_at: '2030-01-02T00:00:00Z', unpublish_at: '2030-01-01T00:00:00Z' },
      ['unpublish_at before_start'],
    ],
    ['an unknown field', { prize: 1 }, ['prize unknown_field']],
  ])('with %s is refused at its field', async (_, more, expected) => {
    const before = await (await database()).$count(tables.product)
    expect(faults(await api('POST /cms/product', { token, body: input(more) }))).toEqual({
      status: 400,
      faults: expected,
    })
    expect(await (await database()).$count(tables.product)).toBe(before)
  })

  test('with a SKU number that is taken is refused', async () => {
    const { skus } = await create()
    const reply = await api('POST /cms/product', {
      token,
      body: input({ specs: [], skus: [{ price: 1, sku_no: skus[0]?.sku_no }] }),
    })
    const at = (name: string) => ({ status: 409, code: 'already_exists', invalid_params: [{ name }] })
    expect(reply.problem).toMatchObject(at('skus.0.sku_no'))
    const { id, skus: own } = await create()
    const changes = own.map((sku, place) => ({ id: sku.id, ...(place === 2 && { sku_no: skus[1]?.sku_no }) }))
    expect((await put(id, { skus: changes })).problem).toMatchObject(at('skus.2.sku_no'))
  })
})

describe('a product on sale', () => {
  test('needs an enabled SKU, prices, a picture and an enabled category', async () => {
    const below = await newCategory({ parent_id: (await newCategory({ status: 'disabled' })).id })
    const body = input({
      status: 'on_sale',
      category_id: below.id,
      images: [],
      skus: skusOf().map((sku, at) => ({ ...sku, price: at === 0 ? 0 : 1_000 })),
    })
    const reply = await api('POST /cms/product', { token, body })
    expect(reply.problem).toMatchObject({
      status: 409,
      code: 'not_sellable',
      reasons: ['price', 'no_image', 'category'],
    })
    const product = await create({ skus: skusOf().map((sku) => ({ ...sku, enabled: false })) })
    expect((await put(product.id, { status: 'on_sale' })).problem).toMatchObject({
      code: 'not_sellable',
      reasons: ['no_sku'],
    })
    expect(await get(product.id)).toEqual(product)
  })
})

describe('a change of a product', () => {
  test('of its content does not change SKUs, and raises the version', async () => {
    const before = await create()
    const { status, body } = await put(before.id, { name: '新名', version: 1 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: '新名', version: 2, skus: before.skus })
    expect((await put(before.id, { name: '更新', version: 1 })).problem).toMatchObject({
      status: 409,
      code: 'stale_version',
      version: 2,
    })
  })

  test('keeps, creates, revives and withdraws the SKUs that its dry run has listed', async () => {
    const { id, skus, specs } = await create()
    const [a, b, c, d] = skus.map((sku) => sku.id)
    const change = {
      version: 1,
      specs: [
        { id: 1, values: [{ id: 1, name: '朱' }, { name: '黑' }] },
        { id: 2, values: specs[1]?.values },
      ],
      skus: [{ id: a, price: 1500 }, { id: b }, { values: ['黑', 'S'], price: 900 }],
    }
    const rows = async () => (await database()).$count(tables.oper_log)
    const before = await rows()
    const planned = await put(id, change, { dry_run: true })
    expect(planned.status).toBe(200)
    expect(await rows()).toBe(before)
    expect(planned.body).toMatchObject({
      kept: [{ sku_id: a, spec_text: '朱 / S', stock: 5, unpaid: 0, unshipped: 0 }, { sku_id: b }],
      created: [{ sku_id: null, spec_text: '黑 / S' }],
      revived: [],
      withdrawn: [{ sku_id: c, spec_text: '白 / S', stock: 5 }, { sku_id: d }],
    })
    expect((await get(id)).version).toBe(1)
    const after = await put(id, change)
    expect(after.body).toMatchObject({
      version: 2,
      price: 900,
      price_max: 1500,
      stock: 10,
      specs: [
        {
          id: 1,
          values: [
            { id: 1, name: '朱' },
            { id: 5, name: '黑' },
          ],
        },
        { id: 2 },
      ],
      skus: [
        { id: a, spec_values: ['朱', 'S'], stock: 5 },
        { id: b, stock: 5 },
        { spec_values: ['黑', 'S'], stock: 0 },
      ],
    })
    expect(await ledgerOf(c ?? 0)).toEqual([
      ['initial', 5, 5],
      ['withdrawn', -5, 0],
    ])
    const back = {
      specs: [
        { id: 1, values: [{ id: 1 }, { id: 5 }, { name: white }] },
        { id: 2, values: specs[1]?.values },
      ],
      skus: [{ id: a }, { id: b }, { values: [white, 'S'] }],
    }
    const revived = (await put(id, back)).body
    expect(revived).toMatchObject({ skus: [{ id: a }, { id: b }, { id: c, stock: 0, price: 1000, value_ids: [2, 3] }] })
    expect(await stockFaults()).toEqual([])
  })

  test('that adds a spec keeps the ids of SKUs, and so does removing one if the SKUs stay different', async () => {
    const before = await create({ specs: [], skus: [{ price: 100, stock: 3 }] })
    const sku_id = before.skus[0]?.id
    const color = { name: '颜色', default_value: red, values: [{ name: red }, { name: white }] }
    const two = await put(before.id, { specs: [color], skus: [{ values: [red] }, { values: [white], price: 200 }] })
    expect(two.body).toMatchObject({ skus: [{ id: sku_id, spec_values: [red], stock: 3 }, { spec_values: [white] }] })
    expect(faults(await put(before.id, { specs: [] }))).toEqual({
      status: 400,
      faults: ['specs duplicate_combination'],
    })
    await put(before.id, { skus: [{ id: sku_id }] })
    expect((await put(before.id, { specs: [] })).body).toMatchObject({ specs: [], skus: [{ id: sku_id, stock: 3 }] })
  })

  test('can exchange numbers of SKUs, and a revived SKU whose number is taken gets a new number', async () => {
    const { id, skus } = await create()
    const [a, b, c, d] = skus
    const exchanged = [
      { id: a?.id, sku_no: b?.sku_no },
      { id: b?.id, sku_no: a?.sku_no },
      { id: c?.id, sku_no: d?.sku_no },
    ]
    const { status, body } = await put(id, { skus: exchanged })
    expect(status).toBe(200)
    expect(body).toMatchObject({ skus: exchanged })
    const again = await put(id, { skus: [...exchanged, { values: [white, 'M'] }] })
    expect(again.body).toMatchObject({
      skus: [...exchanged, { id: d?.id, sku_no: expect.not.stringMatching(`^${d?.sku_no}$`) }],
    })
  })

  test.each<[string, (skus: { id: number }[], other: { id: number }[]) => object, string[]]>([
    ['stock', () => ({ skus: [{ values: [red, 'S'], stock: 9 }] }), ['skus.0.stock unknown_field']],
    ['somebody else’s SKU', (_, other) => ({ skus: [{ id: other[0]?.id }] }), ['skus.0.id not_found']],
    ['a value of another product', () => ({ skus: [{ value_ids: [1, 99] }] }), ['skus.0.value_ids.1 not_found']],
    [
      'values of another SKU',
      ([a]) => ({ skus: [{ id: a?.id, values: [white, 'M'] }] }),
      ['skus.0 duplicate_combination'],
    ],
    [
      'the same values twice',
      ([a]) => ({ skus: [{ id: a?.id }, { values: [red, 'S'] }] }),
      ['skus.1 duplicate_combination'],
    ],
    [
      'a removed spec that merges SKUs',
      () => ({ specs: [{ id: 1, values: [{ id: 1 }, { id: 2 }] }] }),
      ['specs duplicate_combination'],
    ],
    [
      'a new SKU without a price',
      () => ({
        specs: [
          { id: 1, values: [{ id: 1 }, { name: '黑' }] },
          { id: 2, values: [{ id: 3 }, { id: 4 }] },
        ],
        skus: [{ values: ['黑', 'S'] }],
      }),
      ['skus.0.price required'],
    ],
    [
      'a new spec without a default',
      () => ({
        specs: [
          { id: 1, values: [{ id: 1 }, { id: 2 }] },
          { id: 2, values: [{ id: 3 }, { id: 4 }] },
          { name: '材质', values: [{ name: '棉' }] },
        ],
      }),
      ['specs.2.default_value required'],
    ],
    ['a price above 10^9 fen', ([a]) => ({ skus: [{ id: a?.id, price: 1e10 }] }), ['skus.0.price too_big']],
    [
      'a schedule that ends before it begins',
      () => ({ publish_at: '2030-01-02T00:00:00Z', unpublish_at: '2030-01-02T00:00:00Z' }),
      ['unpublish_at before_start'],
    ],
    ['no field', () => ({}), [' empty']],
  ])('with %s is refused at its field, and changes nothing', async (_, bodyOf, expected) => {
    const [product, other] = [await create(), await create()]
    expect(faults(await put(product.id, bodyOf(product.skus, other.skus)))).toEqual({ status: 400, faults: expected })
    expect(await get(product.id)).toEqual(product)
  })
})

test('without its permission, the cost is missing in responses, and refused in bodies', async () => {
  const clerk = await newStaff(codes)
  const product = await create({ skus: skusOf().map((sku) => ({ ...sku, cost: 400 })) })
  const seen = await api('GET /cms/product/{id}', { token: clerk.token, params: { id: product.id } })
  expect(seen.text).not.toContain('"cost"')
  const body = { skus: product.skus.map(({ id }) => ({ id, cost: 1 })) }
  expect(await api('PUT /cms/product/{id}', { token: clerk.token, params: { id: product.id }, body })).toMatchObject({
    status: 403,
    problem: { permission: 'cms.product.cost' },
  })
  const renamed = await api('PUT /cms/product/{id}', {
    token: clerk.token,
    params: { id: product.id },
    body: { name: '新名' },
  })
  expect(renamed.status).toBe(200)
  expect(renamed.text).not.toContain('"cost"')
  expect((await get(product.id)).skus[0]?.cost).toBe(400)
})

test('the prices of several products are those of all SKUs that are not withdrawn', async () => {
  const [cups, bowl] = [
    await create({ skus: skusOf().map((sku) => ({ ...sku, cost: 400, market_price: 1_200 })) }),
    await create({ specs: [], skus: [{ price: 900, enabled: false }] }),
  ]
  const [withdrawn, ...kept] = cups.skus
  expect((await put(cups.id, { skus: kept.map(({ id }) => ({ id })) })).status).toBe(200)
  const query = { ids: `${bowl.id},${cups.id},2000000000` }
  const { body } = await api('GET /cms/product/prices', { token, query })
  expect(body).toEqual([
    ...kept.map(({ id, spec_values, stock }) => ({
      id,
      stock,
      enabled: true,
      product_id: cups.id,
      spec_values,
      price: 1_000,
      market_price: 1_200,
      cost: 400,
    })),
    {
      id: bowl.skus[0]?.id,
      product_id: bowl.id,
      spec_values: [],
      price: 900,
      market_price: null,
      cost: null,
      stock: bowl.skus[0]?.stock,
      enabled: false,
    },
  ])
  expect(body.map(({ id }) => id)).not.toContain(withdrawn?.id)
  const clerk = await newStaff(codes)
  const seen = await api('GET /cms/product/prices', { token: clerk.token, query })
  expect(seen.body).toHaveLength(body.length)
  expect(seen.text).not.toContain('"cost"')
  expect((await api('GET /cms/product/prices', { token, query: { ids: '' } })).status).toBe(400)
})

describe('the trash', () => {
  test('contains a product with its SKUs, which are restored off sale', async () => {
    const product = await create({ status: 'on_sale', publish_at: '2030-01-01T00:00:00Z' })
    const gone = product.skus[3]?.id ?? 0
    await put(product.id, { skus: product.skus.slice(0, 3).map(({ id }) => ({ id })) })
    const db = await database()
    const [theme] = await db
      .insert(tables.theme)
      .values({ name: unique('专题') })
      .returning()
    await db.insert(tables.theme_product).values({ theme_id: theme?.id ?? 0, product_id: product.id })
    expect((await get(product.id)).uses_count).toBe(1)
    const uses = await api('GET /cms/product/{id}/uses', { token, params: { id: product.id } })
    expect(uses.body).toMatchObject({ themes: [{ id: theme?.id }], banners: [], unpaid_orders: 0, unshipped_orders: 0 })
    expect((await api('DELETE /cms/product/{id}', { token, params: { id: product.id } })).status).toBe(204)
    expect((await api('GET /v1/product/{id}', { params: { id: product.id } })).status).toBe(404)
    const binned = await get(product.id)
    expect(binned).toMatchObject({ publish_at: null, uses_count: 0, stock: 15, deleted_at: expect.any(String) })
    expect((await put(product.id, { name: '新名' })).status).toBe(404)
    const restored = await api('POST /cms/product/{id}/restore', { token, params: { id: product.id } })
    expect(restored.body).toMatchObject({ status: 'off_sale', deleted_at: null, stock: 15 })
    expect(restored.body.skus.map(({ id }) => id)).not.toContain(gone)
    expect((await api('POST /cms/product/{id}/restore', { token, params: { id: product.id } })).status).toBe(404)
  })

  test('does not restore a product with a SKU number that was taken meanwhile', async () => {
    const product = await create()
    await api('DELETE /cms/product/{id}', { token, params: { id: product.id } })
    const sku_no = product.skus[1]?.sku_no
    await create({ specs: [], skus: [{ price: 1, sku_no }] })
    const reply = await api('POST /cms/product/{id}/restore', { token, params: { id: product.id } })
    expect(reply.problem).toMatchObject({
      status: 409,
      code: 'already_exists',
      invalid_params: [{ name: 'sku_no', params: { value: sku_no } }],
    })
    expect((await get(product.id)).deleted_at).not.toBeNull()
  })
})

test('a duplicate is a draft without stock, schedule and SKU numbers', async () => {
  const product = await create({ status: 'on_sale', publish_at: '2030-01-01T00:00:00Z', low_stock: 3 })
  const copy = await api('POST /cms/product/{id}/duplicate', { token, params: { id: product.id } })
  expect(copy.status).toBe(201)
  const { skus, ...rest } = copy.body
  expect(rest).toMatchObject({
    name: `${product.name}（副本）`,
    status: 'draft',
    publish_at: null,
    low_stock: 3,
    stock: 0,
    version: 1,
    specs: product.specs,
  })
  const numbers = product.skus.map(({ sku_no }) => sku_no)
  expect(skus.map(({ spec_values, price, stock }) => ({ spec_values, price, stock }))).toEqual(
    product.skus.map(({ spec_values, price }) => ({ spec_values, price, stock: 0 })),
  )
  expect(skus.some(({ sku_no }) => numbers.includes(sku_no))).toBe(false)
})

test('the name of a duplicate ends with a suffix in the language of the request, also for the longest names', async () => {
  const long = '茶'.repeat(64)
  const { id } = await create({ name: long })
  const copy = async (query: Record<string, string>) =>
    (await api('POST /cms/product/{id}/duplicate', { token, params: { id }, query })).body.name
  expect(await copy({ language: 'en' })).toBe(`${'茶'.repeat(57)} (copy)`)
  expect(await copy({})).toBe(`${'茶'.repeat(60)}（副本）`)
  expect(
    (await api('POST /cms/product/{id}/duplicate', { token, params: { id }, query: { language: 'fr' } })).status,
  ).toBe(400)
})

describe('several products at once', () => {
  const bulk = async (body: object) => (await api('POST /cms/product/bulk', { token, body })).body.results

  test('change their prices, rounded to 10 fen and at least 10', async () => {
    const { id } = await create({ skus: skusOf().map((sku, at) => ({ ...sku, price: [1_999, 15, 1, 0][at] })) })
    expect(await bulk({ ids: [id], action: 'price', percent: -10 })).toEqual([{ id, ok: true }])
    expect((await get(id)).skus.map(({ price }) => price)).toEqual([1_800, 10, 10, 10])
    await bulk({ ids: [id], action: 'price', amount: 25 })
    expect(await get(id)).toMatchObject({ price: 40, price_max: 1_830, version: 3 })
    expect(await bulk({ ids: [id], action: 'price', amount: 1_000_000_000 })).toMatchObject([
      { ok: false, problem: { invalid_params: [{ name: 'amount', code: 'out_of_range' }] } },
    ])
  })

  test('change once, if the request is sent again with its Idempotency-Key', async () => {
    const { id } = await create({ skus: skusOf().map((sku) => ({ ...sku, price: 1_000 })) })
    const raise = () =>
      api('POST /cms/product/bulk', {
        token,
        body: { ids: [id], action: 'price', percent: 10 },
        headers: { 'idempotency-key': 'one-rise' },
      })
    const [first, again] = [await raise(), await raise()]
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
    expect((await get(id)).price).toBe(1_100)
  })

  test('are put on sale or refused one by one', async () => {
    const [good, bad] = [await create(), await create({ images: [] })]
    expect(await bulk({ ids: [good.id, bad.id, 2_000_000_000], action: 'on_sale' })).toMatchObject([
      { ok: true },
      { ok: false, problem: { code: 'not_sellable', reasons: ['no_image'] } },
      { ok: false, problem: { code: 'not_found' } },
    ])
    expect((await get(good.id)).status).toBe('on_sale')
    expect(await bulk({ ids: [good.id], action: 'off_sale' })).toMatchObject([{ ok: true }])
  })

  test('change their category and threshold, are moved to the trash, and are restored', async () => {
    const product = await create({ skus: skusOf(5) })
    const other = await newCategory()
    const { id } = product
    await bulk({ ids: [id], action: 'category', category_id: other.id })
    await bulk({ ids: [id], action: 'low_stock', low_stock: 4 })
    const freight_template_id = await newTemplate({})
    await bulk({ ids: [id], action: 'freight_template', freight_template_id })
    await bulk({ ids: [id], action: 'deliveries', deliveries: ['pickup'] })
    const moved = await get(id)
    expect(moved).toMatchObject({ category_id: other.id, low_stock: 4, freight_template_id, deliveries: ['pickup'] })
    expect(moved.skus.map(({ stock_level }) => stock_level)).toEqual([2, 2, 2, 2])
    const binned = await api('POST /cms/product/bulk_delete', { token, body: { ids: [id] } })
    expect(binned.body.results).toEqual([{ id, ok: true }])
    expect(await bulk({ ids: [id], action: 'restore' })).toEqual([{ id, ok: true }])
    expect((await get(id)).deleted_at).toBeNull()
  })

  test('get a weight: the SKUs that lack one, or all of them', async () => {
    const [{ id }, other] = [await create({ skus: skusOf(5) }), await create({ skus: skusOf(5) })]
    const { skus, version } = await get(id)
    const body = { version, skus: skus.map((one, at) => ({ id: one.id, weight_g: at === 0 ? 90 : null })) }
    expect((await api('PUT /cms/product/{id}', { token, params: { id }, body })).status).toBe(200)
    const weights = async (of: number) => (await get(of)).skus.map(({ weight_g }) => weight_g)

    const ids = [id, other.id]
    expect(await bulk({ ids, action: 'weight', weight_g: 250 })).toMatchObject([{ ok: true }, { ok: true }])
    expect([await weights(id), await weights(other.id)]).toEqual([
      [90, 250, 250, 250],
      [250, 250, 250, 250],
    ])
    const [row] = await (await database())
      .select({ before: tables.oper_log.before, after: tables.oper_log.after })
      .from(tables.oper_log)
      .where(and(eq(tables.oper_log.target_type, 'product'), eq(tables.oper_log.target_id, String(id))))
      .orderBy(desc(tables.oper_log.id))
      .limit(1)
    expect(row?.after).toMatchObject({ skus: skus.slice(1).map((one) => ({ id: one.id, weight_g: 250 })) })

    await bulk({ ids: [id], action: 'weight', weight_g: 300, only_missing: false })
    expect(await weights(id)).toEqual([300, 300, 300, 300])
  })

  test.each([
    [{ ids: [1], action: 'weight', weight_g: -1 }, 'weight_g too_small'],
    [{ ids: [1], action: 'deliveries', deliveries: [] }, 'deliveries too_small'],
    [{ ids: [1], action: 'price' }, 'percent ambiguous'],
    [{ ids: [1], action: 'price', percent: -91 }, 'percent too_small'],
    [{ ids: [], action: 'on_sale' }, 'ids too_small'],
    [{ ids: [1], action: 'fly' }, 'action invalid_value'],
  ])('%j is refused', async (body, fault) => {
    expect(faults(await api('POST /cms/product/bulk', { token, body }))).toEqual({ status: 400, faults: [fault] })
  })
})

describe('the list', () => {
  test('has the products of each tab, and counts them', async () => {
    const within = { category_id: (await newCategory()).id }
    const on_sale = await create({ ...within, status: 'on_sale', skus: skusOf(50) })
    const off_sale = await create({ ...within, status: 'off_sale', skus: skusOf(50) })
    const low = await create({ ...within, skus: skusOf(50).map((sku, at) => ({ ...sku, stock: at === 0 ? 1 : 50 })) })
    const sold_out = await create({ ...within, skus: skusOf(0) })
    const deleted = await create(within)
    await api('DELETE /cms/product/{id}', { token, params: { id: deleted.id } })
    const idsOf = async (query: Record<string, string | number>) => {
      const { status, body } = await api('GET /cms/product', { token, query: { ...query, ...within } })
      expect(status).toBe(200)
      return body.items.map(({ id }) => id)
    }
    expect(await idsOf({})).toEqual([sold_out.id, low.id, off_sale.id, on_sale.id])
    expect(await idsOf({ tab: 'on_sale' })).toEqual([on_sale.id])
    expect(await idsOf({ tab: 'off_sale' })).toEqual([off_sale.id])
    expect(await idsOf({ tab: 'draft' })).toEqual([sold_out.id, low.id])
    expect(await idsOf({ tab: 'low' })).toEqual([sold_out.id, low.id])
    expect(await idsOf({ tab: 'sold_out' })).toEqual([sold_out.id])
    const byStock = async (sort: string, more: Record<string, string> = {}) =>
      (await api('GET /cms/product', { token, query: { tab: 'low', sort, size: 1, ...more, ...within } })).body
    for (const [sort, first, second] of [
      ['stock', sold_out.id, low.id],
      ['-stock', low.id, sold_out.id],
    ] as const) {
      const page = await byStock(sort)
      expect(page.items.map(({ id }) => id)).toEqual([first])
      const next = await byStock(sort, { cursor: page.next_cursor ?? '' })
      expect([next.items.map(({ id }) => id), next.next_cursor]).toEqual([[second], null])
    }
    expect(faults(await api('GET /cms/product', { token, query: { tab: 'on_sale', sort: 'stock' } }))).toEqual({
      status: 400,
      faults: ['sort not_allowed'],
    })
    expect(await idsOf({ tab: 'deleted' })).toEqual([deleted.id])
    const count = async (counted: number, skus: { id: number }[]) => {
      const items = skus.map(({ id }) => ({ sku_id: id, counted, expected: counted === 0 ? 50 : 0 }))
      expect((await api('POST /cms/stock/adjust', { token, body: { reason: 'counted', items } })).status).toBe(200)
    }
    const { skus } = on_sale
    await count(0, skus.slice(1))
    expect(await idsOf({ tab: 'low', sort: 'id' })).toEqual([on_sale.id, low.id, sold_out.id])
    expect(await idsOf({ tab: 'sold_out' })).toEqual([sold_out.id])
    await count(0, skus.slice(0, 1))
    expect(await idsOf({ tab: 'sold_out' })).toEqual([sold_out.id, on_sale.id])
    const others = { skus: skus.map(({ id }, at) => ({ id, enabled: at > 0 })) }
    expect((await put(on_sale.id, others)).status).toBe(200)
    await count(50, skus.slice(0, 1))
    expect(await idsOf({ tab: 'sold_out' })).toEqual([sold_out.id, on_sale.id])
    expect((await put(on_sale.id, { skus: skus.slice(0, 1).map(({ id }) => ({ id, enabled: true })) })).status).toBe(
      200,
    )
    expect(await idsOf({ tab: 'low' })).toEqual([sold_out.id, low.id])
    expect(await stockFaults()).toEqual([])
    const { body } = await api('GET /cms/product/count', { token })
    expect(body.deleted).toBeGreaterThanOrEqual(1)
    expect(body.low).toBeGreaterThanOrEqual(2)
  })

  test('finds a word in thousands of names, and thousands of numbers that begin with it', async () => {
    const { id: category_id } = await newCategory()
    const word = unique('繁词')
    const db = await database()
    // More than are looked up by id. Every second product is on sale, and prices repeat after ten products.
    const values = Array.from({ length: 2100 }, (_, n) => ({
      category_id,
      name: `${word}${n}`,
      price: 100 + 100 * (n % 10),
      status: n % 2 === 0 ? ('on_sale' as const) : ('draft' as const),
    }))
    const rows = await db.insert(tables.product).values(values).returning({ id: tables.product.id })
    const other = await create({ name: '别名', specs: [], skus: [{ price: 100, sku_no: `${word}-1` }] })
    const list = async (query: Record<string, string | number>) =>
      (await api('GET /cms/product', { token, query: { q: word, size: 3, ...query } })).body
    const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id)
    const made = rows.map(({ id }) => id)
    const newest = made.toReversed()
    expect(await list({})).toMatchObject({ total: 1000, total_capped: true })
    expect(idsOf(await list({}))).toEqual([other.id, ...newest.slice(0, 2)])
    expect(idsOf(await list({ sort: 'id' }))).toEqual(made.slice(0, 3))
    expect(idsOf(await list({ page: 2, sort: '-id' }))).toEqual(newest.slice(2, 5))
    expect(await list({ tab: 'draft', price_from: 1000 })).toMatchObject({
      total: 210,
      items: [{ id: newest[0] }, {}, {}],
    })
    expect(await list({ tab: 'on_sale', status: 'draft' })).toMatchObject({ total: 0, items: [] })
    const { next_cursor } = await list({ tab: 'on_sale', sort: '-price' })
    const rest = await list({ tab: 'on_sale', sort: '-price', cursor: String(next_cursor) })
    expect(idsOf(rest)).toEqual(newest.filter((_, at) => at % 10 === 1).slice(3, 6))
    await db.execute(sql`insert into sku (product_id, sku_no, value_ids, price)
      select ${other.id}, ${`${word}-X`} || n, array[n], 100 from generate_series(1, 20001) n`)
    expect(idsOf(await list({}))).toEqual([other.id, ...newest.slice(0, 2)])
    expect(await list({ tab: 'draft', price_to: 100 })).toMatchObject({ total: 1, items: [{ id: other.id }] })
    expect(idsOf(await list({ q: `${word}-x1` }))).toEqual([])
    await db.delete(tables.product).where(eq(tables.product.category_id, category_id))
    expect(idsOf(await list({}))).toEqual([other.id])
    await db.delete(tables.sku).where(eq(tables.sku.product_id, other.id))
  })

  test('can be filtered, searched, sorted and paged', async () => {
    const parent = await newCategory()
    const below = await newCategory({ parent_id: parent.id })
    const made = []
    for (const price of [300, 100, 200])
      made.push(
        await create({
          category_id: below.id,
          name: `寻物 ${price}`,
          specs: [],
          skus: [{ price, sku_no: unique(`FIND-${price}-`), barcode: unique('69') }],
        }),
      )
    const idsOf = async (query: Record<string, string | number>) =>
      (await api('GET /cms/product', { token, query: { category_id: parent.id, ...query } })).body.items.map(
        ({ id }) => id,
      )
    const [a, b, c] = made.map(({ id }) => id)
    expect(await idsOf({ sort: 'price' })).toEqual([b, c, a])
    expect(await idsOf({ sort: '-price' })).toEqual([a, c, b])
    expect(await idsOf({ sort: 'name' })).toEqual([b, c, a])
    expect(await idsOf({ price_from: 150, price_to: 200 })).toEqual([c])
    expect(await idsOf({ q: '物 1' })).toEqual([b])
    expect(await idsOf({ q: 'FIND-300' })).toEqual([a])
    expect(await idsOf({ q: made[2]?.skus[0]?.barcode ?? '' })).toEqual([c])
    expect(await idsOf({ created_from: '2001-01-01T00:00:00Z', created_to: '2002-01-01T00:00:00Z' })).toEqual([])
    const first = await api('GET /cms/product', { token, query: { category_id: parent.id, sort: 'price', size: 2 } })
    const next = await idsOf({ sort: 'price', size: 2, cursor: first.body.next_cursor ?? '' })
    expect([first.body.items.map(({ id }) => id), next]).toEqual([[b, c], [a]])
  })
})

test('cards by ids are in the requested order, without products that customers do not see', async () => {
  const [a, b] = [await newProduct(), await newProduct()]
  const hidden = await newProduct({ status: 'off_sale' })
  const reply = await api('GET /v1/product', { query: { ids: `${b.id},${hidden.id},2000000000,${a.id},${b.id}` } })
  expect(reply.status).toBe(200)
  expect(reply.body.map(({ id }) => id)).toEqual([b.id, a.id])
  const many = Array.from({ length: 101 }, (_, at) => at + 1).join()
  expect(faults(await send('GET', `/v1/product?ids=${many}`)).faults).toEqual(['ids too_big'])
})

describe('the ledger of a product', () => {
  test('has every change, by SKU and reason, also as a file', async () => {
    const { id, skus } = await create({ status: 'on_sale' })
    const sku_id = skus[0]?.id ?? 0
    const adjust = { reason: 'received', note: '=1+1', items: [{ sku_id, delta: 7 }] }
    expect((await api('POST /cms/stock/adjust', { token, body: adjust })).body).toEqual([{ sku_id, balance: 12 }])
    const list = async (query: Record<string, string | number>) =>
      (await api('GET /cms/product/{id}/stock_log', { token, params: { id }, query })).body.items
    expect(await list({})).toHaveLength(5)
    expect(await list({ sku_id, reason: 'received' })).toMatchObject([
      {
        sku_id,
        delta: 7,
        balance: 12,
        reason: 'received',
        spec_text: '红 / S',
        note: '=1+1',
        person: { id: expect.any(Number) },
      },
    ])
    const body = { items: [{ sku_id, count: 1 }] }
    const { body: order } = await api('POST /v1/order', { token: (await newBuyer()).token, body })
    expect(await list({ sku_id, reason: 'order_placed' })).toMatchObject([
      { order_id: order.id, order_no: order.order_no, person: null },
    ])
    const file = await dispatch(
      new Request(`http://localhost:3000/cms/product/${id}/stock_log?format=csv&sku_id=${sku_id}`, {
        headers: { authorization: `Bearer ${token}`, 'x-peer-address': '203.0.113.7' },
      }),
    )
    expect(file.headers.get('content-type')).toContain('text/csv')
    const text = await file.text()
    expect(text.trim().split('\n')).toHaveLength(4)
    expect(text).toContain('"=1+1"')
    expect((await api('GET /cms/product/{id}/stock_log', { token, params: { id: 2_000_000_000 } })).status).toBe(404)
  })
})

describe('orders and edits', () => {
  test('a dry run counts the pieces of open orders, and canceling one returns its pieces to a withdrawn SKU', async () => {
    const { id, skus } = await create({ status: 'on_sale' })
    const sku_id = skus[0]?.id ?? 0
    const buyer = await newBuyer()
    const order = await api('POST /v1/order', { token: buyer.token, body: { items: [{ sku_id, count: 2 }] } })
    expect(order.status).toBe(201)
    const others = { skus: skus.slice(1).map((sku) => ({ id: sku.id })) }
    expect((await put(id, others, { dry_run: true })).body).toMatchObject({
      withdrawn: [{ sku_id, stock: 3, unpaid: 2, unshipped: 0 }],
    })
    await put(id, others)
    expect(
      (await api('POST /v1/order/{id}/cancel', { token: buyer.token, params: { id: order.body.id } })).status,
    ).toBe(200)
    const all = { skus: [...others.skus, { values: [red, 'S'] }] }
    expect((await put(id, all)).body).toMatchObject({
      skus: expect.arrayContaining([expect.objectContaining({ id: sku_id, stock: 2 })]),
    })
    expect(await ledgerOf(sku_id)).toEqual([
      ['initial', 5, 5],
      ['order_placed', -2, 3],
      ['withdrawn', -3, 0],
      ['order_cancelled', 2, 2],
    ])
  })
})

test('saving 200 SKUs takes as many statements as saving 2, and at most 12', async () => {
  const parts = ['a', 'b', 'c', 'd'].map((name) => ({ name }))
  const measured = async (count: number) => {
    const numbers = Array.from({ length: Math.ceil(count / 4) }, (_, at) => ({ name: `${at}` }))
    const values = numbers.flatMap(({ name }) => parts.map((part) => [name, part.name])).slice(0, count)
    const specs = [
      { name: '号', values: numbers },
      { name: '版', values: parts },
    ]
    const product = await create({ specs, skus: values.map((one) => ({ values: one, price: 100, stock: 1 })) })
    let price = 100
    return async () => {
      price += 1
      const skus = product.skus.map(({ id }) => ({ id, price, image_url: '/demo/a.svg' }))
      const query = vi.spyOn(pg.Client.prototype, 'query')
      expect((await put(product.id, { name: '新名', skus })).status).toBe(200)
      const statements = query.mock.calls.length
      query.mockRestore()
      return statements
    }
  }
  const [saveFew, saveMany] = [await measured(2), await measured(200)]
  // The minimum, because a refresh of the settings may add statements to one of the saves.
  const least = async (save: () => Promise<number>) => Math.min(await save(), await save(), await save())
  const many = await least(saveMany)
  expect(many).toBe(await least(saveFew))
  expect(many).toBeGreaterThan(4)
  expect(many).toBeLessThanOrEqual(12)
})

describe('the ways in which customers get a product', () => {
  test('are one or both, in one order, and sent by default', async () => {
    const { id, deliveries } = await create({ status: 'on_sale' })
    expect(deliveries).toEqual(['express'])
    const { version } = await get(id)
    const body = { deliveries: ['pickup', 'express'], version }
    const changed = await api('PUT /cms/product/{id}', { token, params: { id }, body })
    expect(changed).toMatchObject({ status: 200, body: { deliveries: ['express', 'pickup'] } })
    const shown = await api('GET /v1/product/{id}', { params: { id } })
    expect(shown.body).toMatchObject({ deliveries: ['express', 'pickup'], pickup_only: false })
  })

  test('are only pick-up on its page and on every card', async () => {
    const { id, category_id } = await newProduct({ name: '只在店里取的糕', deliveries: ['pickup'] })
    const sent = await newProduct({ name: '只在店里取的饼', category_id, deliveries: ['express', 'pickup'] })
    expect((await api('GET /v1/product/{id}', { params: { id } })).body.pickup_only).toBe(true)
    const lists = await Promise.all([
      api('GET /v1/product', { query: { ids: `${id},${sent.id}` } }).then(({ body }) => body),
      api('GET /v1/product/recent', { query: { size: 2 } }).then(({ body }) => body),
      api('GET /v1/product/by_category', { query: { id: category_id } }).then(({ body }) => body.items),
      api('GET /v1/product/search', { query: { q: '只在店里取的' } }).then(({ body }) => body.items),
    ])
    for (const cards of lists) {
      const shown = cards.map((card) => [card.id, card.pickup_only] as const).sort(([a], [b]) => a - b)
      expect(shown).toEqual([
        [id, true],
        [sent.id, false],
      ])
    }
  })

  test.each([
    [[], 'deliveries', 'too_small'],
    [['express', 'express'], 'deliveries', 'duplicate'],
    [['pigeon'], 'deliveries.0', 'invalid_value'],
    [null, 'deliveries', 'invalid_type'],
  ])('%j is refused', async (deliveries, name, code) => {
    const { id, version } = await create()
    const reply = await api('PUT /cms/product/{id}', { token, params: { id }, body: { deliveries, version } })
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ name, code }] } })
  })
})
