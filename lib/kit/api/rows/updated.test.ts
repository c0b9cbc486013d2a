import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { sendRefunds } from '@/lib/payment/provider'
import { loginCode } from '@/lib/platform/sandbox/control'
import { failRefunds } from '@/lib/platform/sandbox/refunds'
import { askFor, decide } from '@/lib/server/testing/after_sale'
import { api, send } from '@/lib/server/testing/api'
import { addressInput, database, newProduct, newStaff, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

let token: string
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  token = (await newStaff([], { is_root: true })).token
})
beforeEach(async () => {
  payer = await play.newPayer()
})

type Feed = 'GET /cms/sku' | 'GET /cms/order' | 'GET /cms/product' | 'GET /cms/after_sale' | 'GET /cms/customer'

/** Keeps the time of the last change, as a program does. `read` returns the rows that have changed since, each once. */
async function follow(path: Feed, updated_from?: string) {
  let seen = new Set<string>()
  const read = async () => {
    const rows: { id: number; deleted_at?: string | null | undefined }[] = []
    const latest = new Set<string>()
    for (let cursor: string | undefined; ; ) {
      const from = { ...(updated_from && { updated_from }), ...(cursor && { cursor }) }
      const { status, body } = await api(path, { token, query: { sort: 'updated_at' as const, size: 2, ...from } })
      expect(status).toBe(200)
      const items: { id: number; updated_at: string; deleted_at?: string | null }[] = body.items
      for (const row of items) {
        const change = `${row.updated_at} ${row.id}`
        if (!seen.has(change)) rows.push(row)
        latest.add(change)
      }
      updated_from = items.at(-1)?.updated_at ?? updated_from
      if (body.next_cursor === null) break
      cursor = body.next_cursor
    }
    seen = latest
    return rows
  }
  await read()
  return {
    read,
    ids: async () => (await read()).map(({ id }) => id),
    /** This record follows, and no other. A refund is requested after the answer, so that it may follow twice. */
    async expect(id: number, name: string, change: () => Promise<unknown>) {
      await change()
      const found = new Set<number>()
      await expect
        .poll(
          async () => {
            for (const one of await read()) found.add(one.id)
            return [...found]
          },
          { message: name },
        )
        .toEqual([id])
    },
  }
}

const ok = async (reply: Promise<{ status: number }>) =>
  expect(await reply).toMatchObject({ status: expect.toSatisfy((status) => status < 300) })

test('orders come after each change of what their answer shows', async () => {
  const feed = await follow('GET /cms/order')
  expect(await feed.ids()).toEqual([])
  const { skus } = await newProduct({
    skus: [
      { stock: 100, price: 1000 },
      { stock: 100, price: 1000 },
    ],
  })
  const items = skus.map(({ id }) => ({ sku_id: id, count: 2 }))
  const { id } = (await api('POST /v1/order', { token: payer.token, body: { items } })).body
  const params = { id }
  const others = await Promise.all(Array.from({ length: 5 }, () => play.placeOrder(payer)))
  const placed = [id, ...others.map((one) => one.id)]
  expect((await feed.ids()).toSorted((a, b) => a - b)).toEqual(placed.toSorted((a, b) => a - b))
  const detail = async () => (await api('GET /cms/order/{id}', { token, params })).body
  const expectChange = async (name: string, change: () => Promise<unknown>) => {
    const before = await detail()
    await feed.expect(id, name, change)
    expect({ ...(await detail()), updated_at: '' }, name).not.toEqual({ ...before, updated_at: '' })
  }
  await expectChange('reprice', async () => {
    const { version } = await detail()
    await ok(api('PUT /cms/order/{id}', { token, params, body: { version, discount_amount: 100 } }))
  })
  await expectChange('attempt', () => play.preOrder(payer, id))
  await expectChange('pay', async () => {
    await play.payOrder(payer, id)
    await play.deliver()
  })
  await expectChange('note', () =>
    ok(api('POST /cms/order/{id}/note', { token, params, body: { text: '送货前打电话' } })),
  )
  await expectChange('print', () => ok(api('POST /cms/order/print', { token, body: { ids: [id] } })))
  const [first = 0, second = 0] = (await detail()).items.map((line) => line.id)
  await expectChange('ship', () => play.ship(id, token, { items: [{ order_item_id: first, count: 2 }] }))
  await expectChange('ship the rest', () => play.ship(id, token))
  let asked = 0
  await expectChange('case', async () => {
    asked = (await askFor(payer.token, id, second)).body.id
  })
  await expectChange('approve', () => decide(token, asked, 'approve', {}))
  await expectChange('refund', async () => {
    for (const { payment_no } of await play.paymentsOf(id)) await sendRefunds(payment_no)
    await play.deliver(play.inSeconds(60))
  })
  await expectChange('confirm', () => ok(api('POST /v1/order/{id}/confirm', { token: payer.token, params, body: {} })))
  await ok(api('DELETE /v1/order/{id}', { token: payer.token, params }))
  expect(await feed.ids()).toEqual([])
})

test('return requests come after each decision and with their refund', async () => {
  const order = await play.paidOrder(payer)
  const line = await play.lineOf(order.id)
  const feed = await follow('GET /cms/after_sale')
  const { id } = (await askFor(payer.token, order.id, line.id)).body
  expect(await feed.ids()).toEqual([id])
  await failRefunds(order.payment_no, 'account_abnormal')
  await feed.expect(id, 'approve', () => decide(token, id, 'approve', {}))
  const status = async () => (await api('GET /cms/after_sale/{id}', { token, params: { id } })).body.refund?.status
  // The approval sends the refund after its answer.
  await expect.poll(status, { timeout: 20_000 }).toBe('refused')
  await feed.ids()
  await feed.expect(id, 'refused', async () => {
    await (await database())
      .update(tables.refund)
      .set({ status: 'processing', next_try_at: sql`now() - interval '1 second'` })
      .where(eq(tables.refund.status, 'refused'))
    await sendRefunds(order.payment_no)
  })
  expect(await status()).toBe('refused')
})

test('products come after changes of theirs and their SKUs, not with sales, and from the trash with deleted_at', async () => {
  const kept = await newProduct()
  const { id, skus } = await newProduct({
    images: ['/demo/a.svg'],
    specs: [{ name: '尺码', values: ['S', 'M'] }],
    skus: ['S', 'M'].map((size) => ({ stock: 3, low_stock: 2, spec_values: [size] })),
  })
  const params = { id }
  const [small] = skus
  const feed = await follow('GET /cms/product')
  const { body: before } = await api('GET /cms/product/{id}', { token, params })
  const put = async (body: object) => ok(send('PUT', `/cms/product/${id}`, { token, body }))
  await feed.expect(id, 'name', () => put({ name: '新名字' }))
  const [one, other] = before.skus.map((sku) => ({ id: sku.id, price: sku.price }))
  await feed.expect(id, 'price', () => put({ skus: [{ ...one, price: 5_000 }, other] }))
  await feed.expect(id, 'bulk', () =>
    ok(api('POST /cms/product/bulk', { token, body: { ids: [id], action: 'price', percent: 10 } })),
  )
  await feed.expect(id, 'SKU', async () => {
    // As an import of pictures or a job would, without a word about the product.
    await (await database())
      .update(tables.sku)
      .set({ barcode: '123' })
      .where(eq(tables.sku.id, small?.id ?? 0))
  })
  await feed.expect(id, 'withdrawn', () => put({ skus: [one] }))
  const sold = await play.paidOrder(payer, { sku_id: one?.id ?? 0, count: 2 })
  await play.ship(sold.id, token)
  await ok(
    api('POST /cms/stock/adjust', { token, body: { reason: 'received', items: [{ sku_id: kept.sku.id, delta: 1 }] } }),
  )
  expect(await feed.ids()).toEqual([])
  await ok(api('DELETE /cms/product/{id}', { token, params }))
  expect(await feed.read()).toMatchObject([{ id, deleted_at: expect.any(String) }])
  await feed.expect(id, 'restore', () => ok(api('POST /cms/product/{id}/restore', { token, params })))
  await ok(api('DELETE /cms/product/{id}', { token, params }))
  const { items } = (await api('GET /cms/product', { token, query: { sort: 'updated_at', size: 100 } })).body
  expect(items.map((row) => row.id)).toContain(kept.id)
  expect(items.map((row) => row.id)).not.toContain(id)
})

test('SKUs come after changes of theirs and of their stock, and withdrawn or deleted ones with deleted_at', async () => {
  const { id, skus } = await newProduct({
    images: ['/demo/a.svg'],
    specs: [{ name: '尺码', values: ['S', 'M'] }],
    skus: ['S', 'M'].map((size) => ({ stock: 30, spec_values: [size] })),
  })
  await newProduct()
  const [small = 0, medium = 0] = skus.map((sku) => sku.id)
  const product = { token, params: { id } }
  const query = { sort: 'updated_at' as const, updated_from: new Date().toISOString() }
  const feed = await follow('GET /cms/sku', query.updated_from)
  const put = async (body: object) => ok(send('PUT', `/cms/product/${id}`, { token, body }))
  const [one, other] = [small, medium].map((sku) => ({ id: sku }))
  await feed.expect(small, 'price', () => put({ skus: [{ ...one, price: 5_000 }, other] }))
  await feed.expect(medium, 'order', () => play.placeOrder(payer, { sku_id: medium }))
  await feed.expect(medium, 'stock', () =>
    ok(api('POST /cms/stock/adjust', { token, body: { reason: 'received', items: [{ sku_id: medium, delta: 1 }] } })),
  )
  await put({ name: '新名字' })
  expect(await feed.ids()).toEqual([])
  await put({ skus: [one] })
  expect(await feed.read()).toMatchObject([{ id: medium, deleted_at: expect.any(String) }])
  await ok(api('DELETE /cms/product/{id}', product))
  expect(await feed.read()).toMatchObject([{ id: small, deleted_at: expect.any(String) }])
  const { items } = (await api('GET /cms/sku', { token, query: { ...query, product_id: id } })).body
  expect(items.map((row) => row.id)).toEqual([medium, small])
  const refused = await api('GET /cms/sku', { token, query: { sort: 'updated_at' } })
  expect(refused).toMatchObject({ status: 400, body: { invalid_params: [{ name: 'updated_from', code: 'required' }] } })
})

test('customers come after changes of theirs, not with orders and sign-ins, and closed ones with deleted_at', async () => {
  const feed = await follow('GET /cms/customer')
  const customer = await play.newPayer()
  const { id, token: own } = customer
  expect(await feed.ids()).toEqual([id])
  await feed.expect(id, 'name', () => ok(api('PUT /v1/user', { token: own, body: { nickname: '新名字' } })))
  await feed.expect(id, 'remark', () =>
    ok(api('PUT /cms/customer/{id}', { token, params: { id }, body: { remark: '老顾客' } })),
  )
  await feed.expect(id, 'address', () => ok(api('POST /v1/address', { token: own, body: addressInput })))
  await feed.expect(id, 'account', async () => {
    await (await database()).insert(tables.identity).values({ user_id: id, type: 102, identifier: '13912345678' })
  })
  const { code } = await loginCode({ openid: customer.openid })
  await ok(api('POST /v1/token', { body: { type: 200, account: code }, ip: unique('ip') }))
  const order = await play.placeOrder(customer)
  await ok(api('POST /v1/order/{id}/cancel', { token: own, params: { id: order.id } }))
  expect(await feed.ids()).toEqual([])
  const { code: proof } = await loginCode({ openid: customer.openid })
  await ok(api('POST /v1/user/close', { token: own, body: { code: proof }, ip: unique('ip') }))
  expect(await feed.read()).toMatchObject([{ id, nickname: '', mobile: null, deleted_at: expect.any(String) }])
  const { items } = (await api('GET /cms/customer', { token, query: { sort: 'updated_at', size: 100 } })).body
  expect(items.map((row) => row.id)).not.toContain(id)
})

test('a page of changes continues after the row as it was, though it and others change meanwhile', async () => {
  const orders = await Promise.all(Array.from({ length: 7 }, () => play.placeOrder(payer)))
  const db = await database()
  const touch = (id: number) => db.update(tables.order).set({ updated_at: sql`now()` }).where(eq(tables.order.id, id))
  const query = { sort: 'updated_at' as const, customer_id: payer.id, size: 3 }
  const first = (await api('GET /cms/order', { token, query })).body
  expect(first).not.toHaveProperty('total')
  for (const { id } of first.items) await touch(id)
  const read = first.items.map(({ id }) => id)
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const { body } = await api('GET /cms/order', { token, query: { ...query, cursor } })
    read.push(...body.items.map(({ id }) => id))
    cursor = body.next_cursor
  }
  expect(read).toEqual([...read.slice(0, 7), ...read.slice(0, 3)])
  expect(read.slice(0, 7).toSorted((a, b) => a - b)).toEqual(orders.map(({ id }) => id).toSorted((a, b) => a - b))
})

test('updated_to ends the list, and before updated_from it is empty', async () => {
  const { id } = await play.placeOrder(payer)
  const db = await database()
  const updated_at = new Date('2026-05-10T00:00:00.000Z')
  await db.update(tables.order).set({ updated_at }).where(eq(tables.order.id, id))
  const found = async (from: string, to: string) => {
    const query = {
      sort: 'updated_at' as const,
      updated_from: `2026-05-${from}T00:00:00Z`,
      updated_to: `2026-05-${to}T00:00:00Z`,
    }
    return (await api('GET /cms/order', { token, query })).body.items.map((one) => one.id)
  }
  expect([await found('10', '11'), await found('09', '10'), await found('11', '12'), await found('11', '10')]).toEqual([
    [id],
    [],
    [],
    [],
  ])
})

const moment = '2026-05-10T00:00:00Z'
test.each([
  [{ sort: 'updated_at', cursor: '12' }, 'cursor', 'not_allowed'],
  [{ cursor: '1790000000000_12' }, 'cursor', 'not_allowed'],
  [{ sort: 'id', cursor: '1790000000000_12' }, 'cursor', 'not_allowed'],
  [{ sort: 'updated_at', cursor: '1790000000000_' }, 'cursor', 'invalid_format'],
  [{ sort: 'updated_at', cursor: '1790000000000_9999999999' }, 'cursor', 'out_of_range'],
  [{ sort: 'updated_at', cursor: '179_1' }, 'cursor', 'invalid_format'],
  [{ updated_from: moment }, 'updated_from', 'not_allowed'],
  [{ sort: '-id', updated_to: moment }, 'updated_to', 'not_allowed'],
  [{ sort: 'updated_at', updated_from: 'yesterday' }, 'updated_from', 'invalid_format'],
  [{ sort: '-updated_at' }, 'sort', 'invalid_value'],
  [{ sort: 'updated_at', format: 'csv' }, 'sort', 'not_allowed'],
])('%j is refused', async (query, name, code) => {
  const { status, body } = await send<{ invalid_params: object[] }>('GET', `/cms/order?${new URLSearchParams(query)}`, {
    token,
  })
  expect(status).toBe(400)
  expect(body.invalid_params).toMatchObject([{ name, code }])
})
