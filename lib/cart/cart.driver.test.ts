import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api, send } from '@/lib/server/testing/api'
import { database, newBuyer, newProduct } from '@/lib/server/testing/factories'

let buyer: Awaited<ReturnType<typeof newBuyer>>
beforeEach(async () => {
  buyer = await newBuyer()
})

const read = async (token = buyer.token) => (await api('GET /v1/cart', { token })).body
const add = (sku_id: unknown, count: unknown, headers?: Record<string, string>) =>
  api('POST /v1/cart', { token: buyer.token, body: { sku_id, count }, ...(headers && { headers }) })
const put = (items: unknown) => api('PUT /v1/cart', { token: buyer.token, body: { items } })
const remove = (sku_ids?: string) =>
  api('DELETE /v1/cart', { token: buyer.token, ...(sku_ids !== undefined && { query: { sku_ids } }) })
const place = (items: { sku_id: number; count: number }[], body: object = {}) =>
  api('POST /v1/order', { token: buyer.token, body: { items, from_cart: true, ...body } })

/** Returns the lines of the cart as `[sku_id, count]`, in the sequence of the response. */
const counts = async () => (await read()).map(({ sku_id, count }) => [sku_id, count])
const newSku = async (stock = 100) => (await newProduct({ skus: [{ stock }] })).sku.id
const newSkus = async (count: number) =>
  (await newProduct({ skus: Array.from({ length: count }, () => ({ stock: 50 })) })).skus.map(({ id }) => id)
const refused = (name: string, code: string) => ({
  status: 400,
  problem: { code: 'invalid_request', invalid_params: [{ in: 'body', name, code }] },
})

describe('a line', () => {
  test('has the current name, price and stock', async () => {
    const cup = await newProduct({
      name: '青釉杯',
      images: ['/demo/cup.svg'],
      skus: [{ spec_values: ['青', '大'], price: 1200, stock: 5 }],
    })
    expect((await add(cup.sku.id, 2)).status).toBe(200)
    const db = await database()
    await db.update(tables.product).set({ name: '白釉杯' }).where(eq(tables.product.id, cup.id))
    await db.update(tables.sku).set({ price: 1300, stock: 4 }).where(eq(tables.sku.id, cup.sku.id))
    expect(await read()).toEqual([
      {
        sku_id: cup.sku.id,
        product_id: cup.id,
        count: 2,
        checked: true,
        name: '白釉杯',
        spec_text: '青 / 大',
        image_url: 'http://localhost:3000/demo/cup.svg',
        price: 1300,
        deal: null,
        stock: 4,
        problem: null,
      },
    ])
  })

  test.each([
    ['withdrawn', 'its SKU was deleted', { sku: { deleted_at: new Date(), enabled: false } }, 0],
    ['withdrawn', 'its product was deleted', { product: { deleted_at: new Date() } }, 0],
    ['off_sale', 'its product is off sale', { product: { status: 'off_sale' } }, 0],
    ['off_sale', 'its SKU is disabled', { sku: { enabled: false } }, 0],
    ['short', 'there is less in stock', { sku: { stock: 1 } }, 1],
    ['short', 'it is sold out', { sku: { stock: 0 } }, 0],
  ] as const)('is %s where %s, and stays until it is removed', async (problem, _, changes, stock) => {
    const { id, sku } = await newProduct()
    await add(sku.id, 2)
    const db = await database()
    if ('sku' in changes) await db.update(tables.sku).set(changes.sku).where(eq(tables.sku.id, sku.id))
    else await db.update(tables.product).set(changes.product).where(eq(tables.product.id, id))
    expect(await read()).toMatchObject([{ sku_id: sku.id, count: 2, stock, problem }])
    // The line can be changed, but not added.
    expect((await put([{ sku_id: sku.id, count: 3, checked: false }])).body).toMatchObject([
      { count: 3, checked: false, problem },
    ])
    const isGone = problem !== 'short'
    if (isGone) expect(await add(sku.id, 1)).toMatchObject(refused('sku_id', 'not_found'))
    expect((await place([{ sku_id: sku.id, count: 2 }])).problem.code).toBe('out_of_stock')
    expect((await remove(String(sku.id))).status).toBe(204)
    expect(await read()).toEqual([])
    if (isGone) expect(await put([{ sku_id: sku.id, count: 1 }])).toMatchObject(refused('items.0.sku_id', 'not_found'))
  })
})

describe('adding', () => {
  test('adds to the line of the SKU, and puts new lines before the others', async () => {
    const [first, second] = [await newSku(), await newSku()]
    await add(first, 2)
    await put([{ sku_id: first, count: 2, checked: false }])
    await add(second, 1)
    const added = await add(first, 3)
    expect(added.body).toEqual(await read())
    expect(added.body).toMatchObject([
      { sku_id: second, count: 1 },
      { sku_id: first, count: 5, checked: true },
    ])
  })

  test('is done once for an Idempotency-Key', async () => {
    const sku_id = await newSku()
    const headers = { 'idempotency-key': 'tap-on-the-button' }
    const first = await add(sku_id, 2, headers)
    const second = await add(sku_id, 2, headers)
    expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    expect(await counts()).toEqual([[sku_id, 2]])
  })

  test('a line has at most 999 pieces', async () => {
    const sku_id = await newSku()
    await add(sku_id, 998)
    expect(await add(sku_id, 2)).toMatchObject({ status: 409, problem: { code: 'limit_reached' } })
    expect(await counts()).toEqual([[sku_id, 998]])
    expect((await add(sku_id, 1)).status).toBe(200)
  })

  test('a cart has at most 100 lines', async () => {
    const ids = await newSkus(101)
    expect((await put(ids.slice(0, 99).map((sku_id) => ({ sku_id, count: 1 })))).status).toBe(200)
    const last = ids.slice(99).map((sku_id) => ({ sku_id, count: 1 }))
    expect(await put(last)).toMatchObject({ status: 409, problem: { code: 'limit_reached' } })
    expect(await read()).toHaveLength(99)
    expect((await add(ids[99], 1)).status).toBe(200)
    expect((await add(ids[100], 1)).problem.code).toBe('limit_reached')
    // Pieces can still be added to an existing line, and a removal makes room for a new line in the same request.
    expect((await add(ids[0], 1)).status).toBe(200)
    expect(
      (
        await put([
          { sku_id: ids[100], count: 1 },
          { sku_id: ids[0], count: 0 },
        ])
      ).status,
    ).toBe(200)
    expect(await read()).toHaveLength(100)
  })

  test.each([
    [{}, 'sku_id', 'required'],
    [{ sku_id: 1, count: 0 }, 'count', 'too_small'],
    [{ sku_id: 1, count: 1000 }, 'count', 'too_big'],
    [{ sku_id: 1, count: 1.5 }, 'count', 'invalid_type'],
    [{ sku_id: '1', count: 1 }, 'sku_id', 'invalid_type'],
    [{ sku_id: 2_000_000_000, count: 1 }, 'sku_id', 'not_found'],
    [{ sku_id: 1, count: 1, checked: true }, 'checked', 'unknown_field'],
  ])('%j is refused', async (body, name, code) => {
    const reply = await api('POST /v1/cart', { token: buyer.token, body })
    expect(reply.status).toBe(400)
    expect(reply.problem.invalid_params[0]).toMatchObject({ in: 'body', name, code })
  })
})

describe('setting', () => {
  test('sets the named lines only', async () => {
    const [a, b, c, d] = await newSkus(4)
    await put([
      { sku_id: a, count: 1 },
      { sku_id: b, count: 2, checked: false },
    ])
    expect(await counts()).toEqual([
      [a, 1],
      [b, 2],
    ])
    const { body } = await put([
      { sku_id: b, count: 5 },
      { sku_id: c, count: 3, checked: false },
      { sku_id: d, count: 0 },
      { sku_id: a, count: 0 },
    ])
    expect(body).toEqual(await read())
    expect(body).toMatchObject([
      { sku_id: c, count: 3, checked: false },
      { sku_id: b, count: 5, checked: false },
    ])
  })

  test('sets all lines or none', async () => {
    const [a, b] = await newSkus(2)
    await put([{ sku_id: a, count: 1 }])
    const items = [
      { sku_id: a, count: 9 },
      { sku_id: b, count: 1 },
      { sku_id: 2_000_000_000, count: 1 },
    ]
    expect(await put(items)).toMatchObject(refused('items.2.sku_id', 'not_found'))
    expect(await counts()).toEqual([[a, 1]])
  })

  test.each([
    [[], 'items', 'too_small'],
    [undefined, 'items', 'required'],
    [
      [
        { sku_id: 1, count: 1 },
        { sku_id: 1, count: 2 },
      ],
      'items.1.sku_id',
      'duplicate',
    ],
    [[{ sku_id: 1, count: -1 }], 'items.0.count', 'too_small'],
    [[{ sku_id: 1, count: 1000 }], 'items.0.count', 'too_big'],
    [[{ sku_id: 1 }], 'items.0.count', 'required'],
    [[{ sku_id: 1, count: 1, checked: 'yes' }], 'items.0.checked', 'invalid_type'],
    [Array.from({ length: 101 }, (_, at) => ({ sku_id: at + 1, count: 1 })), 'items', 'too_big'],
  ])('%j is refused', async (items, name, code) => {
    const reply = await put(items)
    expect(reply.status).toBe(400)
    expect(reply.problem.invalid_params[0]).toMatchObject({ in: 'body', name, code })
  })
})

describe('removing', () => {
  test('removes the named lines, or all', async () => {
    const [a, b, c] = await newSkus(3)
    await put([a, b, c].map((sku_id) => ({ sku_id, count: 1 })))
    expect((await remove(`${a},${b},${a},2000000000`)).status).toBe(204)
    expect(await counts()).toEqual([[c, 1]])
    expect(await remove('')).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ in: 'query', name: 'sku_ids' }] },
    })
    expect((await remove('x')).status).toBe(400)
    expect(await counts()).toEqual([[c, 1]])
    expect((await remove()).status).toBe(204)
    expect(await read()).toEqual([])
    expect((await remove()).status).toBe(204)
  })
})

test('a cart cannot be read or changed by another customer', async () => {
  const other = await newBuyer()
  const [a, b] = await newSkus(2)
  await put([{ sku_id: a, count: 4 }])
  const before = await read()
  expect(await read(other.token)).toEqual([])
  await api('PUT /v1/cart', {
    token: other.token,
    body: {
      items: [
        { sku_id: a, count: 0 },
        { sku_id: b, count: 1 },
      ],
    },
  })
  await api('POST /v1/cart', { token: other.token, body: { sku_id: a, count: 1 } })
  const items = [{ sku_id: a, count: 1 }]
  expect((await api('POST /v1/order', { token: other.token, body: { items, from_cart: true } })).status).toBe(201)
  expect(await read(other.token)).toMatchObject([{ sku_id: b, count: 1 }])
  await api('DELETE /v1/cart', { token: other.token })
  expect(await read()).toEqual(before.map((line) => ({ ...line, stock: line.stock - 1 })))
})

test('a misspelled parameter removes nothing', async () => {
  const [a] = await newSkus(1)
  await put([{ sku_id: a, count: 4 }])
  const refused = await send('DELETE', '/v1/cart?sku_id=1', { token: buyer.token })
  expect(refused).toMatchObject({
    status: 400,
    problem: { invalid_params: [{ name: 'sku_id', code: 'unknown_field' }] },
  })
  expect(await read()).toHaveLength(1)
})

describe('an order from the cart', () => {
  test('takes its pieces off the lines', async () => {
    const [a, b] = await newSkus(2)
    await put([a, b].map((sku_id) => ({ sku_id, count: 3 })))
    const placed = await place([
      { sku_id: a ?? 0, count: 1 },
      { sku_id: b ?? 0, count: 3 },
      { sku_id: a ?? 0, count: 1 },
    ])
    expect(placed.status).toBe(201)
    expect(await counts()).toEqual([[a, 1]])
  })

  test('is refused for more pieces than the cart has, such as after an order in another tab', async () => {
    const [a, b] = await newSkus(2)
    await put([{ sku_id: a, count: 3 }])
    const whole = [{ sku_id: a ?? 0, count: 3 }]
    const replies = await Promise.all([place(whole), place(whole)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(replies.flatMap(({ problem }) => problem?.code ?? [])).toEqual(['cart_changed'])
    await put([{ sku_id: a, count: 2 }])
    for (const items of [whole, [{ sku_id: b ?? 0, count: 1 }]])
      expect((await place(items)).problem.code).toBe('cart_changed')
    expect(await counts()).toEqual([[a, 2]])
  })

  test('takes nothing off the cart without from_cart', async () => {
    const sku_id = await newSku()
    await add(sku_id, 2)
    for (const from_cart of [undefined, false])
      expect((await place([{ sku_id, count: 1 }], { from_cart })).status).toBe(201)
    expect(await counts()).toEqual([[sku_id, 2]])
  })

  test('is placed once for an Idempotency-Key, and takes its pieces once', async () => {
    const sku_id = await newSku()
    await add(sku_id, 5)
    const send = () =>
      api('POST /v1/order', {
        token: buyer.token,
        body: { items: [{ sku_id, count: 2 }], from_cart: true },
        headers: { 'idempotency-key': 'order-from-the-cart' },
      })
    expect([(await send()).status, (await send()).status]).toEqual([201, 201])
    expect(await counts()).toEqual([[sku_id, 3]])
  })

  test('does not change the cart if it fails', async () => {
    const [sku_id, scarce] = [await newSku(), await newSku(1)]
    await put([sku_id, scarce].map((id) => ({ sku_id: id, count: 2 })))
    const before = await counts()
    const items = [{ sku_id, count: 1 }]
    const codes = [
      await place([...items, { sku_id: scarce, count: 2 }]),
      await place(items, { expected_amount: 1 }),
      await place(items, { address_id: 2_000_000_000 }),
      await place(items, { from_cart: 'yes' }),
    ].map(({ problem }) => problem.code)
    expect(codes).toEqual(['out_of_stock', 'price_changed', 'invalid_request', 'invalid_request'])
    expect(await counts()).toEqual(before)
  })
})

test('the database refuses a count out of range, and a second line of a SKU', async () => {
  const sku_id = await newSku()
  await add(sku_id, 1)
  const db = await database()
  for (const count of [0, 1000]) {
    const update = db.update(tables.cart_item).set({ count }).where(eq(tables.cart_item.user_id, buyer.id))
    await expect(update).rejects.toMatchObject({ cause: { constraint: 'cart_item_count' } })
  }
  const twice = db.insert(tables.cart_item).values({ user_id: buyer.id, sku_id, count: 1 })
  await expect(twice).rejects.toMatchObject({ cause: { constraint: 'cart_item_user_id_sku_id' } })
})
