import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '@/db/tables'
import { migrateDatabase } from '@/lib/server/update-database'
import { api, dispatch } from './api'
import { database, newKey, newProduct, newStaff, setParameters } from './factories'
import { newPayer, paidOrder, placeOrder, refund, settleAll, usePlatform } from './payment'
import { rounds } from './races'

/*
 * Runs the sample ERP (examples/erp) with the real shop, while answers get lost and the ERP is killed between two
 * requests.
 */

const Line = z.object({ sku_no: z.string(), count: z.int(), shipped_count: z.int(), refunded_count: z.int() })
const Mirrored = z.object({ order_no: z.string(), status: z.string(), total_amount: z.int(), lines: z.array(Line) })

interface Erp {
  mirror(): Promise<void>
  pushStock(counted: Record<string, number>, reason: string): Promise<Record<string, { code: string }>>
  pushPrices(prices: Record<string, number>, reason: string): Promise<Record<string, { code: string }>>
  ship(id: number, parcel: { carrier: string; tracking_no: string }): Promise<boolean>
}

interface Sample {
  Shop: new (options: { base: string; key: string; fetch: typeof fetch; pause: () => Promise<void> }) => object
  FileStore: new (file: string) => { orders: Record<string, unknown> }
  Erp: new (shop: object, store: object) => Erp
}

const isClass = (value: unknown) => typeof value === 'function'
const file = join(import.meta.dirname, '../../../examples/erp/erp.mjs')

const folder = mkdtempSync(join(tmpdir(), 'mini-shop-erp-'))
afterAll(() => rmSync(folder, { recursive: true }))
const state = join(folder, 'erp.json')

let sample: Sample
let key = ''
let staff: Awaited<ReturnType<typeof newStaff>>
beforeAll(async () => {
  sample = z
    .object({
      Shop: z.custom<Sample['Shop']>(isClass),
      FileStore: z.custom<Sample['FileStore']>(isClass),
      Erp: z.custom<Sample['Erp']>(isClass),
    })
    .parse(await import(/* @vite-ignore */ pathToFileURL(file).href))
  await migrateDatabase()
  for (const name of [
    'limit.writes_per_minute',
    'limit.key_reads_per_minute',
    'limit.key_writes_per_minute',
    'order.unpaid_max',
  ] as const)
    await setParameters({ [name]: 100_000 })
  staff = await newStaff([], { is_root: true })
  const codes = ['cms.order.list', 'cms.order.ship', 'cms.product.stock', 'cms.product.update']
  key = (await newKey(staff.id, codes)).token
})
beforeEach(usePlatform)

/** A repeatable sequence of numbers from 0 to 1. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

type Mishap = 'killed' | 'lost' | undefined

/** Starts the ERP from its file. `mishap`: what happens before or after the shop has handled a request. */
function start(mishap: () => Mishap) {
  let kill = (_: Killed) => {}
  const killed = new Promise<never>((_, reject) => {
    kill = reject
  })
  let requests = 0
  const suffer = async () => {
    const what = mishap()
    if (what === 'lost') throw new Error('the connection broke')
    if (what !== 'killed') return
    kill(new Killed())
    // Nothing after this runs.
    await new Promise(() => undefined)
  }
  const shop = new sample.Shop({
    base: 'http://localhost:3000',
    key,
    pause: async () => {},
    async fetch(url, init) {
      requests++
      await suffer()
      const response = await dispatch(new Request(new URL(String(url)), init))
      await suffer()
      return response
    },
  })
  const store = new sample.FileStore(state)
  return { erp: new sample.Erp(shop, store), store, requests: () => requests, killed }
}

class Killed extends Error {}

const inShop = async () => {
  const rows = await (await database())
    .select({
      id: tables.order.id,
      order_no: tables.order.order_no,
      status: tables.order.status,
      total_amount: tables.order.total_amount,
      lines: sql`(select json_agg(json_build_object('sku_no', s.sku_no, 'count', i.count, 'shipped_count', i.shipped_count,
        'refunded_count', i.refunded_count) order by i.id) from order_item i join sku s on s.id = i.sku_id
        where i.order_id = ${tables.order}.id)`,
    })
    .from(tables.order)
  return new Map(rows.map(({ id, ...row }) => [String(id), Mirrored.parse(row)]))
}

test('is in step with the shop after random lives of orders, with lost answers and restarts', async () => {
  const random = numbers(7)
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]
  const products = await Promise.all(Array.from({ length: 5 }, () => newProduct({ skus: [{ stock: 10_000 }] })))
  const payer = await newPayer()
  const lives = rounds(1_000)
  const mishap = () => {
    const fate = random()
    return fate < 0.01 ? 'killed' : fate < 0.11 ? 'lost' : undefined
  }
  let [running, kills, shipped] = [start(mishap), 0, 0]
  /** As a process that is started again whenever it was killed. */
  const alive = async <T>(work: (erp: Erp) => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await Promise.race([work(running.erp), running.killed])
      } catch (error) {
        if (!(error instanceof Killed)) throw error
        kills++
        running = start(mishap)
      }
    }
  }
  const ends = ['unpaid', 'cancel', 'paid', 'erp', 'erp', 'refund', 'confirm'] as const
  for (let life = 0; life < lives; life++) {
    const sku_id = pick(products)?.sku.id
    const end = pick(ends)
    const order =
      end === 'unpaid' || end === 'cancel'
        ? await placeOrder(payer, { sku_id })
        : await paidOrder(payer, { sku_id, count: 2 })
    const params = { id: order.id }
    if (end === 'cancel') await api('POST /v1/order/{id}/cancel', { token: payer.token, params })
    if (end === 'refund') await refund(order.id, staff.id)
    if (end === 'erp' || end === 'confirm') {
      const parcel = { carrier: 'SF', tracking_no: `SF${life}` }
      if (await alive((erp) => erp.ship(order.id, parcel))) shipped++
    }
    if (end === 'confirm') await api('POST /v1/order/{id}/confirm', { token: payer.token, params })
    if (random() < 0.3) await alive((erp) => erp.mirror())
  }
  await settleAll()
  await alive((erp) => erp.mirror())
  const mirrored = z.record(z.string(), Mirrored).parse(running.store.orders)
  expect(new Map(Object.entries(mirrored))).toEqual(await inShop())
  expect(kills).toBeGreaterThan(0)
  // A lost answer has shipped nothing twice.
  expect(await (await database()).$count(tables.shipment)).toBe(shipped)
  const quiet = start(() => undefined)
  await quiet.erp.mirror()
  expect(quiet.requests()).toBe(1)
})

test('stock that it counts is that of the shop, less what waits for payment; a line that cannot be has a problem', async () => {
  const [full, empty] = [await newProduct({ skus: [{ stock: 5 }] }), await newProduct({ skus: [{ stock: 5 }] })]
  const payer = await newPayer()
  await placeOrder(payer, { sku_id: full.sku.id, count: 2 })
  await placeOrder(payer, { sku_id: empty.sku.id, count: 3 })
  const { erp } = start(() => undefined)
  const problems = await erp.pushStock({ [full.sku.sku_no]: 40, [empty.sku.sku_no]: 1 }, 'count-1')
  expect(Object.entries(problems).map(([sku_no, { code }]) => [sku_no, code])).toEqual([
    [empty.sku.sku_no, 'out_of_stock'],
  ])
  const [row] = await (await database()).select().from(tables.sku).where(eq(tables.sku.id, full.sku.id))
  expect(row?.stock).toBe(38)
})

test('prices that it sets are those of the shop, and an unknown number has a problem', async () => {
  const { sku } = await newProduct({ status: 'off_sale', skus: [{ price: 1_000 }] })
  const { erp } = start(() => undefined)
  const problems = await erp.pushPrices({ [sku.sku_no]: 1_200, 'NO-SUCH': 1 }, 'prices-1')
  expect(Object.entries(problems).map(([sku_no, { code }]) => [sku_no, code])).toEqual([['NO-SUCH', 'not_found']])
  const [row] = await (await database()).select().from(tables.sku).where(eq(tables.sku.id, sku.id))
  expect(row?.price).toBe(1_200)
})
