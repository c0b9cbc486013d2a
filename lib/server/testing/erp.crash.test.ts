import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { and, isNull, lt, sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import * as tables from '@/db/tables'
import { closeDatabase } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { readSample } from './erp'
import { addressInput, database, newKey, newProduct, newStaff, setParameters } from './factories'
import { makeEverythingDue, makePlatformDue } from './payment'
import { randomOf } from './random'
import { endServer, freePort, startServer } from './server'
import { createShopDatabase } from './shop-database'

/*
 * Runs the sample ERP (examples/erp) with the built shop, while requests and answers get lost and both are killed.
 * `TEST_ROUNDS=all`: 1,000 lives of orders, in minutes.
 */

const folder = mkdtempSync(join(tmpdir(), 'mini-shop-erp-'))
afterAll(async () => {
  await closeDatabase()
  rmSync(folder, { recursive: true })
})

const Reply = z.object({ number: z.int(), shipped: z.boolean().optional(), requests: z.int() })

class Killed extends Error {}

/** A process. Its work rejects with {@link Killed}. */
async function startErp(variables: Record<string, string>) {
  const child = fork(join(import.meta.dirname, 'erp-process.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...variables },
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Killed()))
  ended.catch(() => undefined)
  await Promise.race([once(child, 'message'), ended])
  let last = 0
  const work = async (parcel?: { order_id: number; tracking_no: string }) => {
    const number = ++last
    const replied = new Promise<z.output<typeof Reply>>((resolve) => {
      const hear = (message: unknown) => {
        const reply = Reply.parse(message)
        if (reply.number !== number) return
        child.off('message', hear)
        resolve(reply)
      }
      child.on('message', hear)
    })
    child.send({ number, parcel }, () => undefined)
    return Promise.race([replied, ended])
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await ended.catch(() => undefined)
  }
  return { work, kill }
}

const Line = z.object({ sku_no: z.string(), count: z.int(), shipped_count: z.int(), refunded_count: z.int() })
const Mirrored = z.object({ order_no: z.string(), status: z.string(), total_amount: z.int(), lines: z.array(Line) })

async function inShop() {
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
  return Object.fromEntries(rows.map(({ id, ...row }) => [id, Mirrored.parse(row)]))
}

const Token = z.object({ token: z.string() })
const Code = z.object({ code: z.string() })
const Made = z.object({ id: z.int() })
const Attempt = z.object({ payment_no: z.string() })
const Detail = z.object({ version: z.int(), items: z.array(z.object({ id: z.int(), count: z.int() })) })

const ends = ['unpaid', 'cancel', 'paid', 'erp', 'erp', 'refund', 'confirm'] as const
const lives = process.env.TEST_ROUNDS === 'all' ? 1_000 : 60

test('is in step with the shop after random lives of orders, with lost answers and restarts of both', {
  timeout: 1_800_000,
}, async () => {
  const random = randomOf(7)
  const oneOf = <T>(values: readonly [T, ...T[]]) => values[random(values.length)] ?? values[0]
  const DATABASE_URL = await createShopDatabase('erp')
  const db = await database()
  for (const name of [
    'limit.reads_per_minute',
    'limit.writes_per_minute',
    'limit.sandbox_per_minute',
    'limit.key_reads_per_minute',
    'limit.key_writes_per_minute',
    'order.unpaid_max',
  ] as const)
    await setParameters({ [name]: 100_000 })
  const staff = await newStaff([], { is_root: true })
  const { token: key } = await newKey(staff.id, ['cms.order.list', 'cms.order.ship'])
  const skus = await Promise.all(
    Array.from({ length: 5 }, async () => (await newProduct({ skus: [{ stock: 10_000 }] })).sku.id),
  )

  const PORT = String(await freePort())
  const base = `http://127.0.0.1:${PORT}`
  const { CRON_SECRET = '', NEXTAUTH_SECRET = '' } = env()
  const variables = { DATABASE_URL, PORT, BASE_URL: base, CRON_SECRET, NEXTAUTH_SECRET }
  let server = await startServer(variables)
  let restarts = 0
  let restarting = Promise.resolve()
  onTestFinished(() => void server.process.kill('SIGKILL'))
  const restart = async () => {
    await endServer(server, 'SIGKILL')
    const killed_at = new Date()
    restarts++
    server = await startServer(variables)
    // As five minutes later, when keys of requests without an answer are free.
    await db
      .update(tables.idempotency)
      .set({ created_at: sql`now() - interval '6 minutes'` })
      .where(and(isNull(tables.idempotency.status), lt(tables.idempotency.created_at, killed_at)))
  }

  const { FileStore, Refusal, Shop } = await readSample()
  const clientOf = (token: string) => new Shop({ base, key: token, attempts: 2_400, pause: () => wait(50) })
  /** Undefined if the shop refuses, such as a repeated payment whose first answer was lost. */
  const attempt = async <T>(asked: Promise<T>): Promise<T | undefined> =>
    asked.catch((error) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
  const anyone = clientOf('')
  const control = (body: object) => attempt(anyone.post('/sandbox/control', body, crypto.randomUUID()))
  const { code } = Code.parse(await control({ action: 'login_code', openid: 'of-the-erp' }))
  const customer = clientOf(Token.parse(await anyone.post('/v1/token', { type: 200, account: code })).token)
  await customer.post('/v1/address', addressInput)
  const desk = clientOf(staff.token)

  const state = join(folder, 'erp.json')
  let kills = 0
  const start = (lose: number) =>
    startErp({ SHOP_URL: base, SHOP_KEY: key, STATE: state, SEED: String(kills), LOSE: String(lose) })
  let erp = start(10)
  const kill = async () => {
    const killed = await erp
    kills++
    erp = killed.kill().then(() => start(10))
    await erp
  }
  /** Started again whenever it was killed. */
  const alive = async (parcel?: { order_id: number; tracking_no: string }) => {
    for (;;) {
      try {
        return await (await erp).work(parcel)
      } catch (error) {
        if (!(error instanceof Killed)) throw error
      }
    }
  }

  let shipped = 0
  let mirroring: Promise<unknown> = Promise.resolve()
  let killing = Promise.resolve()
  for (let life = 0; life < lives; life++) {
    if (random(30) === 0) {
      await restarting
      restarting = wait(random(100)).then(restart)
    }
    const end = oneOf(ends)
    const items = [{ sku_id: skus[random(skus.length)], count: 1 + random(2) }]
    const { id } = Made.parse(await customer.post('/v1/order', { items }, `life ${life}`))
    if (end === 'cancel') await attempt(customer.post(`/v1/order/${id}/cancel`, {}))
    else if (end !== 'unpaid') {
      const { payment_no } = Attempt.parse(await customer.post('/v1/pay/pre_order', { order_id: id }))
      await control({ action: 'page_pay', out_trade_no: payment_no })
      await control({ action: 'deliver' })
    }
    if (end === 'refund') {
      const { version, items } = Detail.parse(await desk.get(`/cms/order/${id}`))
      const pieces = items.map(({ id, count }) => ({ order_item_id: id, count }))
      await attempt(desk.post(`/cms/order/${id}/refund`, { items: pieces, reason_code: 'other', version }))
    }
    if (random(8) === 0) {
      await killing
      // While it ships or mirrors.
      killing = wait(random(40)).then(kill)
    }
    if (end === 'erp' || end === 'confirm') {
      const reply = await alive({ order_id: id, tracking_no: `SF-${life}` })
      if (reply.shipped) shipped++
    }
    if (end === 'confirm') await attempt(customer.post(`/v1/order/${id}/confirm`, {}))
    if (random(3) === 0) {
      await mirroring
      mirroring = alive()
    }
  }
  await Promise.all([restarting, killing, mirroring])

  for (let round = 0; round < 4; round++) {
    await makeEverythingDue()
    await makePlatformDue()
    await control({ action: 'deliver' })
    for (const job of ['reconcile', 'report'])
      await fetch(`${base}/api/cron?job=${job}`, { headers: { authorization: `Bearer ${CRON_SECRET}` } })
  }
  await (await erp).kill()
  const last = await start(0)
  const mirrored = () => z.record(z.string(), Mirrored).parse(new FileStore(state).orders)
  const quiet = async () => {
    const { requests } = await last.work()
    return { requests, isEqual: isDeepStrictEqual(mirrored(), await inShop()) }
  }
  // The sample asks every five minutes. Jobs of the server may still change orders, or hold changes back.
  await expect.poll(quiet, { timeout: 60_000 }).toEqual({ requests: 1, isEqual: true })
  await last.kill()
  await endServer(server, 'SIGTERM')
  // A lost answer has shipped nothing twice.
  expect(await db.$count(tables.shipment, sql`tracking_no like 'SF-%'`)).toBe(shipped)
  expect(Math.min(shipped, restarts, kills)).toBeGreaterThan(0)
})
