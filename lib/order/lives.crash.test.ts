import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { closeDatabase, connection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { caseFaults } from '@/lib/server/testing/after_sale'
import { addressInput, newProduct, stockFaults } from '@/lib/server/testing/factories'
import {
  lineFaults,
  makeEverythingDue,
  makePlatformDue,
  moneyFaults,
  promotionFaults,
} from '@/lib/server/testing/payment'
import { endServer, exitSignalOf, freePort, type RunningServer, startServer } from '@/lib/server/testing/server'
import { createShopDatabase } from '@/lib/server/testing/shop-database'

/*
 * Random histories of orders: placed, paid, shipped in parts, refunded with and without returning stock, with cases of
 * every outcome, while servers are killed between a step at the provider or platform and its record in the database. At
 * the end, money, stock, parcels and reports must be consistent. `LIVES=1000 npx vitest run --project crash
 * lib/order/lives` runs more of them.
 */

const lives = Number(process.env.LIVES ?? 40)
const clients = 6
const steps = 14

/**
 * The points at which a server is killed. Each point is between a step at the provider or platform and the record of
 * this step in the database.
 */
const points = [
  'attempt opened',
  'prepaid',
  'callback verified',
  'callback applied',
  'payment queried',
  'payment closed',
  'refund requested',
  'shipping reported',
]

afterAll(closeDatabase)

const oneOf = <One>(all: readonly One[]): One => {
  const one = all[randomInt(all.length)]
  if (one === undefined) throw new Error('there is nothing to choose from')
  return one
}
const chance = (percent: number) => randomInt(100) < percent
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

interface Line {
  id: number
  count: number
  shipped_count: number
  kept_count: number
  refunded_count: number
  open_case_id: number | null
}

/** The fields of responses that the test reads. */
interface Answer {
  id: number
  token: string
  code: string
  total_amount: number
  status: string
  kind: string
  version: number
  items: Line[]
  actions: string[]
  payment_no: string
}

interface Reply {
  status: number
  body: Answer
}

/** A shop whose server is killed and started again at the same address. */
class Shop {
  private server: RunningServer | undefined
  /** Responses with a status of 500 or more, which must not occur. */
  readonly failures: string[] = []
  isOver = false

  private constructor(private readonly variables: Record<string, string>) {}

  static async open(variables: Record<string, string>): Promise<Shop> {
    const PORT = String(await freePort())
    return new Shop({ ...variables, PORT, BASE_URL: `http://127.0.0.1:${PORT}` })
  }

  /**
   * Starts one server for each point, which is killed at this point, and then a server that is not killed. Returns the
   * number of kills.
   */
  async run(): Promise<number> {
    let kills = 0
    for (const point of points) {
      if (this.isOver) break
      this.server = await startServer({ ...this.variables, CRASH_AT: point })
      while (!this.isOver && this.server.process.exitCode === null && this.server.process.signalCode === null)
        await pause(20)
      if (this.server.process.signalCode === 'SIGKILL') kills += 1
      else await endServer(this.server, 'SIGTERM')
      await exitSignalOf(this.server)
    }
    this.server = await startServer(this.variables)
    return kills
  }

  async close(): Promise<void> {
    if (this.server) await endServer(this.server, 'SIGTERM')
  }

  /** Sends one request; undefined: the server was killed before it answered. */
  async send(method: string, path: string, token = '', body?: unknown, headers = {}): Promise<Reply | undefined> {
    try {
      const response = await fetch(`${this.variables.BASE_URL}${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await response.text()
      if (response.status >= 500) this.failures.push(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
      return { status: response.status, body: text ? JSON.parse(text) : undefined }
    } catch {
      return undefined
    }
  }

  /** Sends a request until there is a response. Only for requests that may be repeated. */
  async insist(method: string, path: string, token = '', body?: unknown, headers = {}): Promise<Reply> {
    for (let attempt = 0; attempt < 1_200; attempt++) {
      const reply = await this.send(method, path, token, body, headers)
      if (reply) return reply
      await pause(50)
    }
    throw new Error('the shop does not come back')
  }

  control = (body: object) => this.insist('POST', '/sandbox/control', '', body)
}

/**
 * Makes waiting payments, refunds, reports and callbacks due. Then delivers the callbacks and runs three cron jobs.
 */
async function tick(shop: Shop): Promise<void> {
  await makeEverythingDue()
  await makePlatformDue()
  await shop.send('POST', '/sandbox/control', '', { action: 'deliver' })
  for (const job of ['reconcile', 'expire', 'report']) await shop.send('GET', `/api/cron?job=${job}`, env().CRON_SECRET)
}

interface Client {
  shop: Shop
  token: string
  staff: string
  skus: number[]
  /** The id of the promotion with coupons that customers can take. */
  coupons: number
}

const leftOf = ({ count, shipped_count, kept_count }: Line) => count - shipped_count - kept_count

/**
 * Places an order and takes random steps with the order, until the order is canceled or refunded, or the maximum number
 * of steps is reached.
 */
async function live(client: Client): Promise<void> {
  const { shop, staff, skus } = client
  const chosen = new Set(Array.from({ length: 1 + randomInt(3) }, () => oneOf(skus)))
  const items = [...chosen].map((sku_id) => ({ sku_id, count: 1 + randomInt(3) }))
  const placed = await place(client, items)
  if (placed.status !== 201) throw new Error(JSON.stringify(placed.body))
  const order_id = placed.body.id
  const path = `/cms/order/${order_id}`
  for (let step = 0; step < steps; step++) {
    const { body: order } = await shop.insist('GET', path, staff)
    if (order.status === 'cancelled' || order.status === 'refunded') return
    const open = order.items.find((line) => line.open_case_id !== null)?.open_case_id
    if (open && chance(60)) await goOn(client, open)
    else if (order.status === 'unpaid') await beforePayment(client, order_id, order)
    else await afterPayment(client, order_id, order)
  }
}

/**
 * Places an order, in half of the cases with a coupon. If the coupon or a deal does not apply, repeats the order
 * without the coupon; after `price_changed`, with the new total as `expected_amount`.
 */
async function place({ shop, token, coupons }: Client, items: object[]): Promise<Reply> {
  // With the same key, a repeated request does not place a second order.
  const keyed = () => ({ 'idempotency-key': randomUUID() })
  const taken = chance(50) && (await shop.insist('POST', '/v1/coupon', token, { promotion_id: coupons }, keyed()))
  const coupon = taken ? { coupon_id: taken.body.id } : {}
  let reply = await shop.insist('POST', '/v1/order', token, { items, ...coupon }, keyed())
  while (['coupon_unusable', 'price_changed'].includes(reply.body.code)) {
    const expected = reply.body.code === 'price_changed' ? { expected_amount: reply.body.total_amount } : {}
    reply = await shop.insist('POST', '/v1/order', token, { items, ...expected }, keyed())
  }
  return reply
}

async function beforePayment({ shop, token, staff }: Client, id: number, { version, items }: Answer): Promise<void> {
  const what = randomInt(100)
  if (what < 8) {
    await shop.send('POST', `/v1/order/${id}/cancel`, token)
  } else if (what < 15) {
    await shop.send('POST', `/cms/order/${id}/cancel`, staff, { reason_code: 'other', version })
  } else if (what < 25) {
    const lower = [{ order_item_id: oneOf(items).id, price: 1 + randomInt(99) }]
    const changes = chance(50) ? { discount_amount: randomInt(99) } : { items: lower }
    await shop.send('PUT', `/cms/order/${id}`, staff, { ...changes, version })
  } else {
    const prepared = await shop.send('POST', '/v1/pay/pre_order', token, { order_id: id })
    if (prepared?.status !== 200) return
    const fault = chance(15) ? { fault: oneOf(['lost', 'duplicate', 'altered_body']) } : {}
    const out_trade_no = prepared.body.payment_no
    await shop.send('POST', '/sandbox/control', '', { action: 'page_pay', out_trade_no, ...fault })
  }
}

async function afterPayment({ shop, token, staff }: Client, id: number, order: Answer): Promise<void> {
  const { version, items } = order
  const path = `/cms/order/${id}`
  const shippable = items.filter((line) => leftOf(line) > 0 && line.open_case_id === null)
  const refundable = items.filter((line) => line.refunded_count < line.count && line.open_case_id === null)
  const what = oneOf(['ship', 'ship', 'ship', 'part', 'part', 'refund', 'ask', 'ask_return', 'confirm', 'correct'])
  const parcel = {
    method: 'express',
    carrier: oneOf(['SF', 'ZTO', 'JD']),
    tracking_no: `T${randomUUID().slice(0, 18)}`,
  }
  if (what === 'ship') await shop.send('POST', `${path}/ship`, staff, { ...parcel, version })
  if (what === 'part' && shippable.length > 0) {
    const line = oneOf(shippable)
    const pieces = [{ order_item_id: line.id, count: 1 + randomInt(leftOf(line)) }]
    await shop.send('POST', `${path}/ship`, staff, { ...parcel, items: pieces, version })
  }
  if (what === 'refund' && refundable.length > 0) {
    const line = oneOf(refundable)
    const count = 1 + randomInt(line.count - line.refunded_count)
    const named = [{ order_item_id: line.id, count }]
    const restock = chance(50) ? { restock: [{ order_item_id: line.id, count: 1 + randomInt(count) }] } : {}
    await shop.send('POST', `${path}/refund`, staff, { items: named, reason_code: 'other', ...restock, version })
  }
  if ((what === 'ask' || what === 'ask_return') && refundable.length > 0) {
    const line = oneOf(refundable)
    const named = [{ order_item_id: line.id, count: 1 + randomInt(line.count - line.refunded_count) }]
    const kind = what === 'ask' ? 'refund' : 'return_refund'
    await shop.send('POST', '/v1/after_sale', token, { order_id: id, kind, reason_code: 'damaged', items: named })
  }
  if (what === 'confirm') await shop.send('POST', `/v1/order/${id}/confirm`, token)
  if (what === 'correct') {
    const { db } = await connection()
    const [sent] = await db.select().from(tables.shipment).where(sql`order_id = ${id} and revoked_at is null`).limit(1)
    const { carrier, tracking_no } = parcel
    const action = chance(50) ? 'correct' : 'revoke'
    const body = action === 'correct' ? { carrier, tracking_no, version } : { version }
    if (sent) await shop.send('POST', `${path}/shipment/${sent.id}/${action}`, staff, body)
  }
}

/** Takes a random next step in an after-sale case that the status of the case allows, as the customer or as staff. */
async function goOn({ shop, token, staff }: Client, id: number): Promise<void> {
  const { body: read } = await shop.insist('GET', `/cms/after_sale/${id}`, staff)
  const { version } = read
  const own = (action: string, body: object = {}) => shop.send('POST', `/v1/after_sale/${id}/${action}`, token, body)
  const decide = (action: string, body: object = {}) =>
    shop.send('POST', `/cms/after_sale/${id}/${action}`, staff, { ...body, version })
  const note = '说明'
  const pieces = read.items.slice(0, 1).map((item) => ({ ...pieceOf(item), count: 1 }))
  const restock = chance(50) ? pieces : []
  const moves: Record<string, (() => Promise<unknown>)[]> = {
    requested: [
      () => decide('approve', read.kind === 'refund' ? {} : { return_to: '杭州' }),
      () => decide('approve', read.kind === 'refund' ? {} : { return_to: '杭州' }),
      () => decide('reject', { note }),
      () => own('withdraw'),
    ],
    returning: [
      () => own('return', { carrier: 'SF', tracking_no: 'SF1' }),
      () => own('return', { carrier: 'SF', tracking_no: 'SF1' }),
      () => own('withdraw'),
    ],
    returned: [
      () => decide('receive', { restock }),
      () => decide('receive', { restock }),
      () => decide('refuse', { note }),
    ],
    rejected: [() => own('dispute', { description: note })],
    disputed: [() => decide('decide', { approve: true, note }), () => decide('decide', { approve: false, note })],
  }
  const possible = moves[read.status]
  if (possible) await oneOf(possible)()
}

/** Returns the id of the order line that an item of an after-sale case is about. */
const pieceOf = (item: object): { order_item_id: number } => ({
  order_item_id: 'order_item_id' in item ? Number(item.order_item_id) : 0,
})

/**
 * Creates promotions that run now: a reduction, free shipping, a deal with few pieces, and a promotion with coupons.
 * Returns the id of the promotion with coupons.
 */
async function createPromotions(atDeal: { id: number; product_id: number }[]): Promise<number> {
  const { db } = await connection()
  const running = {
    starts_at: sql`now() - interval '1 day'`,
    ends_at: sql`now() + interval '1 day'`,
    name: '促销',
    label: '促销',
  }
  const [deal, , , coupons] = await db
    .insert(tables.promotion)
    .values([
      { ...running, gives: 'deal', tiers: [], exclusive: true },
      { ...running, gives: 'reduction', repeats: true, tiers: [{ from_amount: 3_000, off_amount: 333 }] },
      { ...running, gives: 'freight', tiers: [{ from_pieces: 2, off_permille: 1_000 }] },
      {
        ...running,
        gives: 'reduction',
        tiers: [{ from_amount: 1_000, off_permille: 123 }],
        coupon_source: 'customer',
        per_customer: 999,
      },
    ])
    .returning({ id: tables.promotion.id })
  if (!deal || !coupons) throw new Error('no promotion')
  await db
    .insert(tables.deal_sku)
    .values(
      atDeal.map(({ id, product_id }) => ({ promotion_id: deal.id, sku_id: id, product_id, price: 777, quota: 40 })),
    )
  return coupons.id
}

/** Queries that find inconsistent rows, by the name of the fault. Each must return no rows. */
const faults = {
  'a refund that is neither paid nor failed': sql`select id from refund where status = 'processing'`,
  'an attempt to pay that is open although its order is over': sql`
    select p.id from payment p join "order" o on o.id = p.order_id
    where p.status in ('created', 'prepaid', 'closing') and o.status <> 'unpaid'`,
  'a parcel that was not reported': sql`
    select s.id, o.status, r.status as report, r.errcode, r.next_try_at from shipment s join "order" o on o.id = s.order_id
    left join shipping_report r on r.order_id = o.id where s.revoked_at is null and s.reported_at is null`,
  'a parcel whose number is not what was reported': sql`
    select s.id from shipment s join shipping_report r on r.order_id = s.order_id
    where s.revoked_at is null and r.corrected_at is null and s.reported_as <> s.carrier || ' ' || s.tracking_no`,
  'a payment of which the platform was not told that nothing follows': sql`
    select r.id from shipping_report r join "order" o on o.id = r.order_id
    join payment p on p.id = r.payment_id join sandbox_trade t on t.out_trade_no = p.payment_no
    where o.status <> 'paid' and (r.status <> 'uploaded' or
      (o.refunded_amount < o.paid_amount and (t.shipping ->> 'finished')::boolean is distinct from true))`,
  'a platform that knows other parcels than were shipped': sql`
    select o.id from "order" o join payment p on p.order_id = o.id and p.settles join sandbox_trade t on t.out_trade_no = p.payment_no
    where o.refunded_amount < o.paid_amount and jsonb_array_length(coalesce(t.shipping -> 'list', '[]'))
      <> (select count(*) from shipment s where s.order_id = o.id and s.revoked_at is null)`,
  'a parcel that the platform has twice': sql`
    select t.id from sandbox_trade t, jsonb_array_elements(t.shipping -> 'list') one
    where one ->> 'tracking_no' is not null group by t.id, one ->> 'tracking_no' having count(*) > 1`,
  'pieces that are neither in stock nor sold': sql`
    select s.id from sku s where (select coalesce(-sum(l.delta), 0) from stock_log l where l.sku_id = s.id and l.order_id is not null)
      <> (select coalesce(sum(i.count), 0) from order_item i join "order" o on o.id = i.order_id where i.sku_id = s.id and o.status <> 'cancelled')
       - (select coalesce(sum(c.restock_count), 0) from refund_item c join refund r on r.id = c.refund_id and r.status = 'succeeded'
          join order_item i on i.id = c.order_item_id where i.sku_id = s.id)`,
}

/**
 * The paid minus the refunded amounts, in fen, according to the provider and according to the orders. The test expects
 * both sums to be equal.
 */
const money = {
  provider: sql<string>`(select coalesce(sum(total), 0) from sandbox_trade where state in ('SUCCESS', 'REFUND'))
    - (select coalesce(sum(amount), 0) from sandbox_refund where state = 'SUCCESS')`,
  shop: sql<string>`(select sum(paid_amount - refunded_amount) from "order")`,
}

test(`${lives} random lives of orders, through ${points.length} kills`, { timeout: 3_600_000 }, async () => {
  const DATABASE_URL = await createShopDatabase('lives')
  const { db } = await connection()
  const high = ['limit.writes_per_minute', 'limit.reads_per_minute', 'limit.sandbox_per_minute', 'order.unpaid_max']
  await db.insert(tables.config).values(high.map((key) => ({ key, value: 100_000 })))
  const { skus } = await newProduct({ skus: [99, 1_234, 5_000, 12_345].map((price) => ({ price, stock: 100_000 })) })
  const couponsId = createPromotions(skus.slice(1, 3))
  const shop = await Shop.open({ DATABASE_URL, CRON_SECRET: env().CRON_SECRET ?? '' })
  const running = shop.run()

  const staff = (
    await shop.insist('POST', '/v1/token', '', { type: 100, account: 'admin', secret: env().SANDBOX_PASSWORD })
  ).body.token
  const newClient = async (at: number): Promise<Client> => {
    const { body } = await shop.control({ action: 'login_code', openid: `lives-${at}` })
    const { token } = (await shop.insist('POST', '/v1/token', '', { type: 200, account: body.code })).body
    await shop.insist('POST', '/v1/address', token, addressInput)
    return { shop, token, staff, skus: skus.map(({ id }) => id), coupons: await couponsId }
  }
  let begun = 0
  // Resends the refused report of the demonstration, which would count as a fault below.
  const [refused] = await db.select().from(tables.shipping_report).where(sql`status = 'refused'`)
  await shop.insist('POST', `/cms/order/${refused?.order_id}/report`, staff)
  const ready: Client[] = []
  for (let at = 0; at < clients; at++) ready.push(await newClient(at))
  const work = async (client: Client) => {
    while (begun++ < lives) await live(client)
  }
  const working = Promise.all(ready.map(work))
  let isWorking = true
  const ticking = (async () => {
    for (let quiet = 0; quiet < 4; quiet += isWorking ? 0 : 1) await tick(shop)
  })()
  await working.finally(() => {
    isWorking = false
    // No client is left to reach the remaining points.
    shop.isOver = true
  })
  const kills = await running
  await ticking
  for (let round = 0; round < 4; round++) await tick(shop)
  await pause(500)

  expect(kills).toBeGreaterThanOrEqual(Math.min(points.length, 5))
  for (const [what, query] of Object.entries(faults)) expect(await db.execute(query), what).toHaveProperty('rows', [])
  const [sums] = await db.select(money).from(sql`(values (1)) one`)
  expect(sums?.provider).toBe(sums?.shop)
  expect(await moneyFaults()).toEqual([])
  expect(await promotionFaults()).toEqual([])
  expect(await db.$count(tables.coupon, sql`used_at is not null`)).toBeGreaterThan(0)
  expect(await db.$count(tables.order_discount, sql`gives = 'deal'`)).toBeGreaterThan(0)
  expect(await lineFaults()).toEqual([])
  expect(await caseFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
  expect(shop.failures).toEqual([])
  await shop.close()
})
