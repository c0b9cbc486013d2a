import { randomInt } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { deliverDue } from '@/lib/platform/sandbox/deliveries'
import { faults } from '@/lib/platform/sandbox/fetch'
import { api, dispatch } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, setParameters, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { rounds } from '@/lib/server/testing/races'

/*
 * Every transaction takes its locks in this order: user, order, payment, refund or case or shipment, coupon, SKUs by
 * id, products by id, files.
 */

let payers: play.Payer[]
let staff: { id: number; token: string }
beforeAll(async () => {
  play.usePlatform()
  await setParameters({
    'limit.writes_per_minute': 1_000_000,
    'order.unpaid_max': 100_000,
    'order.unpaid_pieces': 100_000,
  })
  staff = await newStaff([
    ...['list', 'create', 'update', 'delete', 'stock'].map((verb) => `cms.product.${verb}`),
    ...['list', 'ship', 'refund'].map((verb) => `cms.order.${verb}`),
  ])
  payers = await Promise.all(Array.from({ length: 4 }, () => play.newPayer()))
})

const payerAt = (at: number): play.Payer => {
  const payer = payers[at % payers.length]
  if (!payer) throw new Error('no payer')
  return payer
}

/**
 * Returns the number of deadlocks in this database so far, including deadlocks after which the transaction was
 * repeated.
 */
async function deadlocks(): Promise<number> {
  const db = await database()
  // The counts of connections reach the view within a second.
  await db.execute(sql`select pg_sleep(1.1), pg_stat_clear_snapshot()`)
  const [row] = await db
    .select({ count: sql<number>`deadlocks::int` })
    .from(sql`pg_stat_database where datname = current_database()`)
  return row?.count ?? -1
}

let before = 0
afterEach(async () => {
  const after = await deadlocks()
  const meanwhile = after - before
  before = after
  expect(meanwhile).toBe(0)
  expect(await stockFaults()).toEqual([])
  expect(await play.moneyFaults()).toEqual([])
  expect(await (await database()).select().from(tables.error_log)).toEqual([])
})

const token = () => staff.token
const save = async (id: number) => {
  const { body } = await api('GET /cms/product/{id}', { token: token(), params: { id } })
  return api('PUT /cms/product/{id}', {
    token: token(),
    params: { id },
    body: { version: body.version, skus: body.skus.map((one) => ({ id: one.id, price: randomInt(100, 10_000) })) },
  })
}
const bulk = (ids: number[]) =>
  api('POST /cms/product/bulk', { token: token(), body: { ids, action: 'price', percent: randomInt(2) ? 5 : -5 } })
const place = (payer: play.Payer, skus: number[], count = 1) =>
  api('POST /v1/order', { token: payer.token, body: { items: skus.map((sku_id) => ({ sku_id, count })) } })

const sizes = (stock: number) => ({
  images: ['/demo/a.svg'],
  specs: [{ name: '尺码', values: ['S', 'M'] }],
  skus: ['S', 'M'].map((size) => ({ stock, spec_values: [size] })),
})

/**
 * Creates two products. Sorted by id, their SKUs alternate between the products, so that locks of the SKUs of both
 * products cross. Returns the ids of the products and of the four SKUs.
 */
async function crossing(stock: number) {
  const [one, two] = [await newProduct(sizes(stock)), await newProduct(sizes(stock))]
  const db = await database()
  const [a = one.sku, b = one.sku, c = one.sku, d = one.sku] = [...one.skus, ...two.skus]
  // Exchanges the second SKU of the first product and the first SKU of the second product.
  const move = (id: number, product_id: number, { value_ids, spec_values }: typeof a) =>
    db.update(tables.sku).set({ product_id, value_ids, spec_values }).where(eq(tables.sku.id, id))
  await move(b.id, two.id, { ...b, value_ids: [99] })
  await move(c.id, one.id, b)
  await move(b.id, two.id, c)
  return { ids: [one.id, two.id], skus: [a.id, b.id, c.id, d.id] }
}

/**
 * Returns the callbacks of the simulated platform that are due within two minutes as requests, without sending the
 * callbacks. For the platform, the callbacks are delivered.
 */
async function callbacks(): Promise<Request[]> {
  const caught: Request[] = []
  await deliverDue({
    now: play.inSeconds(120),
    fetch: async (url, init) => {
      caught.push(new Request(url, init))
      return new Response(null, { status: 204 })
    },
  })
  return caught
}

test('late payments and saves of their product wait for each other', { timeout: 240_000 }, async () => {
  for (let round = 0; round < rounds(100); round++) {
    const { id, sku } = await newProduct({ images: ['/demo/a.svg'], skus: [{ stock: 4 }] })
    const orders = await Promise.all(payers.map((payer) => play.placeOrder(payer, { sku_id: sku.id })))
    await Promise.all(orders.map((order, at) => play.payOrder(payerAt(at), order.id, 'late')))
    // The provider does not respond while the orders are canceled, so that no cancellation sees the payment.
    for (let at = 0; at < 100; at++) faults.next('timeout')
    await Promise.all(
      orders.map((order, at) =>
        api('POST /v1/order/{id}/cancel', { token: payerAt(at).token, params: { id: order.id } }),
      ),
    )
    faults.clear()
    const late = await callbacks()
    expect(late).toHaveLength(4)
    const [replies, saves] = await Promise.all([
      Promise.all(late.map((request) => dispatch(request))),
      Promise.all(Array.from({ length: 4 }, () => save(id))),
    ])
    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    // At least one save succeeds; the others have an outdated version.
    expect(saves.map(({ status }) => status)).toContain(200)
    const rows = await (await database())
      .select({ status: tables.order.status })
      .from(tables.order)
      .where(
        inArray(
          tables.order.id,
          orders.map((order) => order.id),
        ),
      )
    expect(rows.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid', 'paid'])
  }
})

test('bulk actions and orders whose SKUs cross wait for each other', { timeout: 240_000 }, async () => {
  const { ids, skus } = await crossing(100_000)
  for (let round = 0; round < rounds(200); round++) {
    const replies = await Promise.all([
      bulk(ids),
      bulk(ids.toReversed()),
      ...payers.map((payer, at) => place(payer, at % 2 ? skus : skus.toReversed())),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 201, 201, 201, 201])
    for (const { body } of replies.slice(0, 2)) expect(body).toMatchObject({ results: [{ ok: true }, { ok: true }] })
  }
})

test('orders that sell out several products lock the products in one order', { timeout: 240_000 }, async () => {
  for (let round = 0; round < rounds(200); round++) {
    const { skus } = await crossing(1)
    const [a = 0, b = 0, c = 0, d = 0] = skus
    // SKUs a and d belong to the products in ascending order of ids, b and c in descending order.
    const replies = await Promise.all([place(payerAt(0), [a, d]), place(payerAt(1), [b, c])])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
  }
})

test('concurrent payments, saves, bulk actions, orders, refunds and parcels do not deadlock', {
  timeout: 480_000,
}, async () => {
  const { ids, skus } = await crossing(50)
  const some = () => skus.filter(() => randomInt(2) === 1)
  const anything = [
    async (payer: play.Payer) => {
      const { body, status } = await place(payer, some().concat(skus[0] ?? 0), 1)
      if (status !== 201) return
      if (randomInt(3) === 0) {
        await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: body.id } })
        return
      }
      await play.payOrder(payer, body.id)
      await play.deliver()
      if (randomInt(2)) await play.ship(body.id, staff.token).catch(() => undefined)
      await play.refund(body.id, staff.id).catch(() => undefined)
    },
    () => save(ids[randomInt(2)] ?? 0),
    () => bulk(ids),
    () =>
      api('POST /cms/stock/adjust', {
        token: token(),
        body: { reason: 'received', items: skus.toReversed().map((sku_id) => ({ sku_id, delta: 1 })) },
      }),
    async () => void (await play.settleAll()),
  ]
  for (let round = 0; round < rounds(200); round++) {
    await Promise.all(payers.flatMap((payer) => [0, 1].map(() => anything[randomInt(anything.length)]?.(payer))))
  }
  await play.settleAll()
  expect(await play.lineFaults()).toEqual([])
})
