import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { addressInput, database, newBuyer, newProduct, newStaff, unique } from '@/lib/server/testing/factories'

let token: string
beforeAll(async () => {
  token = (await newStaff(['cms.product.list', 'cms.product.cost'])).token
})

type Query = Record<string, string | number>
const list = (query: Query, by = token) => api('GET /cms/sku', { token: by, query })
const idsOf = async (query: Query) => (await list(query)).body.items.map(({ id }) => id)

describe('the list of SKUs', () => {
  test('has each number that exists, with its stock, what orders hold, and its product', async () => {
    const product = await newProduct({ name: '青釉杯', skus: [{ stock: 9, cost: 400 }, { stock: 3 }] })
    const [cup, bowl] = product.skus
    const buyer = await newBuyer()
    const items = [{ sku_id: cup?.id, count: 2 }]
    expect((await api('POST /v1/order', { token: buyer.token, body: { items } })).status).toBe(201)
    const { body } = await list({ sku_no: `${cup?.sku_no}, ${bowl?.sku_no},${cup?.sku_no},${unique('NONE-')}` })
    expect(body).toMatchObject({
      total: 2,
      items: [
        { id: bowl?.id, sku_no: bowl?.sku_no, stock: 3, unpaid: 0, unshipped: 0 },
        {
          id: cup?.id,
          stock: 7,
          unpaid: 2,
          unshipped: 0,
          cost: 400,
          price: cup?.price,
          product: { id: product.id, name: '青釉杯', status: 'on_sale' },
          updated_at: expect.any(String),
        },
      ],
    })
    const clerk = await newStaff(['cms.product.list'])
    expect((await list({ product_id: product.id }, clerk.token)).text).not.toContain('"cost"')
  })

  test('is searched by the beginning of a number, by a barcode and by product, without withdrawn SKUs', async () => {
    const [prefix, barcode] = [unique('TEA-'), unique('69')]
    const sku_no = (name: string) => `${prefix}-${name}`
    const product = await newProduct({
      skus: [{ sku_no: sku_no('A') }, { sku_no: sku_no('B'), deleted_at: new Date() }, { barcode }],
    })
    const [a, , c] = product.skus.map(({ id }) => id)
    expect(await idsOf({ q: prefix })).toEqual([a])
    expect(await idsOf({ q: barcode })).toEqual([c])
    expect(await idsOf({ q: `${prefix}%` })).toEqual([])
    expect(await idsOf({ product_id: product.id })).toEqual([c, a])
    expect(await idsOf({ sku_no: sku_no('B') })).toEqual([])
    const first = (await list({ product_id: product.id, size: 1 })).body
    expect(await idsOf({ product_id: product.id, size: 1, cursor: first.next_cursor ?? '' })).toEqual([a])
    await (await database())
      .update(tables.sku)
      .set({ deleted_at: new Date() })
      .where(inArray(tables.sku.id, [a ?? 0, c ?? 0]))
    expect(await idsOf({ product_id: product.id })).toEqual([])
  })

  test.each(['', 'A,,B', 'A\u0000', 'x'.repeat(65), Array.from({ length: 101 }, (_, at) => `S${at}`).join()])(
    'refuses the numbers %j',
    async (sku_no) => {
      const { status, problem } = await list({ sku_no })
      expect([status, problem.code]).toEqual([400, 'invalid_request'])
    },
  )
})

type Item = { count: number; price: number }

const atPrice = ({ count: _, ...item }: Item) => item

describe('a SKU is named by its number', () => {
  const codes = ['cms.order.create', 'cms.order.update', 'cms.product.stock', 'cms.promotion.list']
  const period = { starts_at: '2090-01-01T00:00:00.000Z', ends_at: '2090-02-01T00:00:00.000Z' }
  const deal = { name: '茶', label: '特价', gives: 'deal', enabled: false, ...period }
  let clerk: string
  beforeAll(async () => {
    clerk = (await newStaff([...codes, 'cms.promotion.create', 'cms.promotion.update', 'cms.promotion.over'])).token
  })

  const bodies = [
    ['POST /cms/order/preview', 'items', (items) => api('POST /cms/order/preview', { token: clerk, body: { items } })],
    [
      'POST /cms/order',
      'items',
      async (items) => {
        const user = await newBuyer()
        const body = { user_id: user.id, items, receiver: addressInput }
        return api('POST /cms/order', { token: clerk, body })
      },
    ],
    [
      'POST /cms/stock/adjust',
      'items',
      (items) => {
        const body = {
          reason: 'received',
          items: items.map(({ count: delta, price: _, ...name }) => ({ ...name, delta })),
        }
        return api('POST /cms/stock/adjust', { token: clerk, body })
      },
    ],
    [
      'POST /cms/promotion',
      'skus',
      (items) => api('POST /cms/promotion', { token: clerk, body: { ...deal, skus: items.map(atPrice) } }),
    ],
    [
      'PUT /cms/promotion/{id}',
      'skus',
      async (items) => {
        const { id: sku_id } = (await newProduct({ skus: [{ price: 900 }] })).sku
        const { body } = await api('POST /cms/promotion', {
          token: clerk,
          body: { ...deal, skus: [{ sku_id, price: 1 }] },
        })
        return api('PUT /cms/promotion/{id}', {
          token: clerk,
          params: { id: body.id },
          body: { skus: items.map(atPrice), version: body.version },
        })
      },
    ],
    [
      'POST /cms/promotion/estimate',
      'skus',
      (items) => api('POST /cms/promotion/estimate', { token: clerk, body: { ...deal, skus: items.map(atPrice) } }),
    ],
  ] satisfies [string, string, (items: Item[]) => Promise<unknown>][]

  test.each(bodies)('in %s, once in each list', async (_, field, send) => {
    const [a, b] = (
      await newProduct({
        skus: [
          { price: 900, stock: 9 },
          { price: 900, stock: 9 },
        ],
      })
    ).skus
    const more = { count: 1, price: 800 }
    const faultsOf = async (...names: object[]) => {
      const { status, problem } = await send(names.map((name) => ({ ...name, ...more })))
      return status === 400 ? problem.invalid_params.map(({ name, code }) => `${name} ${code}`) : status
    }
    const none = unique('NONE-')
    expect(await faultsOf({ sku_no: a?.sku_no }, { sku_no: none })).toEqual([`${field}.1.sku_no not_found`])
    expect(await faultsOf({ sku_no: a?.sku_no }, { sku_id: a?.id })).toEqual([`${field}.1.sku_id duplicate`])
    expect(await faultsOf({ sku_no: a?.sku_no, sku_id: a?.id })).toEqual([`${field}.0 required`])
    expect(await faultsOf({ sku_no: a?.sku_no }, {})).toEqual([`${field}.1 required`])
    expect(await faultsOf({ sku_no: 'A\u0000' })).toEqual([`${field}.0.sku_no invalid_characters`])
    expect(await faultsOf({ sku_no: a?.sku_no }, { sku_id: b?.id })).toBeLessThan(300)
  })
})

describe('prices', () => {
  const set = (items: object[], by: string) => api('POST /cms/sku/price', { token: by, body: { items } })
  const pricesOf = async (product_id: number) =>
    (await list({ product_id })).body.items.map(({ price, cost }) => [price, cost]).reverse()

  test('are set by number or id, with a result for each line', async () => {
    const clerk = await newStaff(['cms.product.update', 'cms.product.cost'])
    const first = await newProduct({
      status: 'off_sale',
      specs: [{ name: '颜色', values: ['青', '白'] }],
      skus: [
        { price: 1_000, spec_values: ['青'] },
        { price: 2_000, spec_values: ['白'] },
      ],
    })
    const second = await newProduct({ status: 'off_sale', skus: [{ price: 3_000 }] })
    const [a, b] = first.skus
    const none = unique('NONE-')
    const reply = await set(
      [
        { sku_no: a?.sku_no, price: 900, cost: 400 },
        { sku_no: none, price: 1 },
        { sku_id: second.sku.id, price: 3_100 },
        { sku_id: b?.id, price: 2_000 },
      ],
      clerk.token,
    )
    expect(reply.body.results).toEqual([
      { sku_id: a?.id, sku_no: a?.sku_no, ok: true },
      { sku_id: null, sku_no: none, ok: false, problem: expect.objectContaining({ code: 'not_found' }) },
      { sku_id: second.sku.id, sku_no: second.sku.sku_no, ok: true },
      { sku_id: b?.id, sku_no: b?.sku_no, ok: true },
    ])
    expect(await pricesOf(first.id)).toEqual([
      [900, 400],
      [2_000, null],
    ])
    expect(await pricesOf(second.id)).toEqual([[3_100, null]])
    const [row] = await (await database()).select().from(tables.product).where(eq(tables.product.id, first.id))
    expect([row?.price, row?.price_max]).toEqual([900, 2_000])
  })

  test('that are the same change nothing, not even the version', async () => {
    const clerk = await newStaff(['cms.product.update', 'cms.product.list'])
    const { id, sku } = await newProduct({ status: 'off_sale', skus: [{ price: 1_000 }] })
    const versionOf = async () =>
      (await api('GET /cms/product/{id}', { token: clerk.token, params: { id } })).body.version
    const before = await versionOf()
    expect((await set([{ sku_id: sku.id, price: 1_000 }], clerk.token)).body.results).toMatchObject([{ ok: true }])
    expect(await versionOf()).toBe(before)
    await set([{ sku_id: sku.id, price: 1_001 }], clerk.token)
    expect(await versionOf()).toBe(before + 1)
  })

  test('need the permission, also for costs, and known fields', async () => {
    const clerk = await newStaff(['cms.product.update'])
    const { sku } = await newProduct()
    expect((await set([{ sku_id: sku.id, price: 1 }], token)).status).toBe(403)
    expect((await set([{ sku_id: sku.id, cost: 1 }], clerk.token)).status).toBe(403)
    const twice = [
      { sku_id: sku.id, price: 1 },
      { sku_no: sku.sku_no, price: 2 },
    ]
    for (const items of [[], twice, [{ price: 1 }], [{ sku_id: sku.id, price: -1 }], [{ sku_id: sku.id, stock: 1 }]])
      expect((await set(items, clerk.token)).status, JSON.stringify(items)).toBe(400)
  })

  test('of the same products, set at once in opposite order, are set', async () => {
    const clerk = await newStaff(['cms.product.update'])
    const products = await Promise.all(Array.from({ length: 4 }, () => newProduct({ status: 'off_sale' })))
    const lines = (price: number) => products.map(({ sku }) => ({ sku_id: sku.id, price }))
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, at) => set(at % 2 ? lines(at + 1) : lines(at + 1).reverse(), clerk.token)),
    )
    for (const { body } of replies) expect(body.results.map(({ problem }) => problem)).toEqual(Array(4).fill(undefined))
  })
})
