import { afterEach, beforeEach, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newBuyer,
  newProduct,
  resetParameter,
  setParameters,
} from '@/lib/server/testing/factories'
import { deliver, newPayer, payOrder, placeOrder, usePlatform } from '@/lib/server/testing/payment'

beforeEach(usePlatform)
afterEach(() => resetParameter('shop.closed'))

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Closes the shop for a time, in hours from now, and returns the closing. */
async function close(from: number, until: number) {
  const closing = { from: inHours(from), until: inHours(until), message: '春节休息，<b>初七</b>起发货' }
  await setParameters({ 'shop.closed': closing })
  return closing
}

const place = (token: string, sku_id: number, key?: string) =>
  api('POST /v1/order', {
    token,
    body: { items: [{ sku_id, count: 1 }] },
    ...(key && { headers: { 'idempotency-key': key } }),
  })

test('while the shop is closed no order is placed, and before and afterwards it is', async () => {
  const { token } = await newBuyer()
  const { sku } = await newProduct({ skus: [{ stock: 5 }] })
  await close(1, 2)
  expect((await place(token, sku.id)).status).toBe(201)
  const { message, until } = await close(-1, 1)
  const refused = await place(token, sku.id)
  expect(refused.status).toBe(409)
  expect(refused.problem).toMatchObject({ code: 'shop_closed', message, until })
  const db = await database()
  expect(await db.$count(tables.order)).toBe(1)
  await close(-2, -1)
  expect((await place(token, sku.id)).status).toBe(201)
})

test('a closed shop is the reason that is told first', async () => {
  const { token } = await newBuyer()
  const { sku } = await newProduct({ skus: [{ stock: 0 }] })
  await close(-1, 1)
  expect((await place(token, sku.id)).problem.code).toBe('shop_closed')
})

test('a repeated request gets the order that was placed before, and a refused key can place one later', async () => {
  const { token } = await newBuyer()
  const { sku } = await newProduct()
  const first = await place(token, sku.id, 'before-the-closing')
  await close(-1, 1)
  expect(await place(token, sku.id, 'before-the-closing')).toMatchObject({ status: 201, text: first.text })
  expect((await place(token, sku.id, 'in-the-closing')).problem.code).toBe('shop_closed')
  await resetParameter('shop.closed')
  expect((await place(token, sku.id, 'in-the-closing')).status).toBe(201)
})

test('an order that exists is paid, and the cart works', async () => {
  const payer = await newPayer()
  const order = await placeOrder(payer)
  const unpaid = await placeOrder(payer)
  await close(-1, 1)
  await payOrder(payer, order.id)
  await deliver()
  const { token } = payer
  const read = async (id: number) => (await api('GET /v1/order/{id}', { token, params: { id } })).body
  expect((await read(order.id)).status).toBe('paid')
  expect((await read(unpaid.id)).actions).toContain('pay')
  const added = await api('POST /v1/cart', { token, body: { sku_id: order.sku_id, count: 1 } })
  expect(added.status).toBe(200)
})

test('a preview is computed, and says that the shop is closed', async () => {
  const { token } = await newBuyer()
  const { sku } = await newProduct({ skus: [{ price: 1_200 }] })
  const preview = async () =>
    (await api('POST /v1/order/preview', { token, body: { items: [{ sku_id: sku.id, count: 2 }] } })).body
  const closing = await close(-1, 1)
  expect(await preview()).toMatchObject({ items_amount: 2_400, receiver: addressInput, closed: closing })
  await close(1, 2)
  expect((await preview()).closed).toBeNull()
  await close(-2, -1)
  expect((await preview()).closed).toBeNull()
})

test('clients are told of a closing until it is over', async () => {
  const told = async () => {
    const shop = await api('GET /v1/shop')
    expect((await api('GET /v1/home')).body.shop).toEqual(shop.body)
    return shop
  }
  const open = await told()
  expect(open.body.closed).toBeNull()
  expect(open.headers.get('cache-control')).toContain('max-age=0')
  for (const [from, until] of [
    [24, 48],
    [-1, 1],
  ] as const) {
    const closing = await close(from, until)
    expect((await told()).body.closed).toEqual(closing)
  }
  const etag = (await told()).headers.get('etag') ?? ''
  await close(-2, -1)
  const over = await api('GET /v1/shop', { headers: { 'if-none-match': etag } })
  expect([over.status, over.body.closed]).toEqual([200, null])
})
