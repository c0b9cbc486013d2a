import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, gt, inArray, isNull, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { singleton } from '@/db/singleton'
import * as tables from '@/db/tables'
import { closeDatabase } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { readCmsOrder } from '@/lib/order/cms-queries'
import { api } from '@/lib/server/testing/api'
import { database, newStaff, setParameters, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { rounds } from '@/lib/server/testing/races'
import { exitSignalOf, type RunningServer, startServer } from '@/lib/server/testing/server'
import { createShopDatabase } from '@/lib/server/testing/shop-database'
import { askAll, makeWaybill, newAccount, waybillsOf } from '@/lib/server/testing/waybill'

/*
 * Packers make waybills, cancel them and ship with them, while the server is killed: between a step at the platform and
 * its record, or at any moment. Another process then asks the platform again, while the packers press again.
 * `TEST_ROUNDS=all npx vitest run --project crash lib/order/waybill` kills ten times as often.
 */

/** undefined: at a random moment. */
const points = ['waybill written', 'waybill added', 'waybill canceled', undefined]
const kills = rounds(120)
const longestLife = 150

/** Of a packer, for an order, with the number of valid waybills that the order has then. */
const wishes = { make: 1, cancel: 0, ship: 1 }
type Wish = keyof typeof wishes
const packed: Wish[] = ['make', 'cancel', 'ship', 'make', 'cancel', 'ship']

const began = new Date()

afterAll(closeDatabase)

interface Answer {
  id: number
  version: number
  delivery_id: string
  tracking_no: string | null
  state: string
}

interface Packer {
  token: string
  account_id: number
}

interface Job {
  id: number
  wish: Wish
  /** Of the first request. */
  key: string
}

/** Sends one request to the server; undefined: it was killed before it answered, or refused. */
async function post(server: RunningServer, token: string, path: string, body: object, key = unique('key-')) {
  try {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    }
    const response = await fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer: Answer = await response.json()
    return response.ok ? answer : undefined
  } catch {
    return undefined
  }
}

const parcelOf = ({ delivery_id, tracking_no }: Pick<Answer, 'delivery_id' | 'tracking_no'>) => ({
  method: 'express' as const,
  carrier: delivery_id,
  tracking_no: tracking_no ?? '',
})

/** At the server that is killed. */
async function work(server: RunningServer, { token, account_id }: Packer, { id, wish, key }: Job): Promise<void> {
  const made = await post(server, token, '/cms/waybill', { order_id: id, version: 2, account_id }, key)
  if (made?.state !== 'ready') return
  if (wish === 'cancel') await post(server, token, `/cms/waybill/${made.id}/cancel`, { version: made.version })
  if (wish === 'ship') await post(server, token, `/cms/order/${id}/ship`, { ...parcelOf(made), version: 2 })
}

const refusals = ['in_progress', 'already_exists', 'stale_version', 'order_state']

/** In this process: the request that got no answer again, and a new one. */
async function pressAgain({ token, account_id }: Packer, { id, key }: Job): Promise<void> {
  for (const again of [key, undefined]) {
    const { status, problem } = await makeWaybill(token, { id, account_id }, again)
    if (status !== 201) expect(refusals).toContain(problem.code)
  }
}

/** In this process, after the job: what is left of the wish. */
async function finish({ token, account_id }: Packer, { id, wish }: Job): Promise<void> {
  const { status, version } = await readCmsOrder(await database(), id)
  if (status === 'shipped') return
  const { problem } = await makeWaybill(token, { id, account_id, version })
  if (problem.status === 409) expect(problem.code).toBe('already_exists')
  const waybill = (await waybillsOf(id)).find(({ state }) => state === 'ready')
  if (!waybill) throw new Error('no waybill is ready')
  if (wish === 'cancel')
    await api('POST /cms/waybill/{id}/cancel', {
      token,
      params: { id: waybill.id },
      body: { version: waybill.version },
    })
  if (wish === 'ship') {
    const shipped = await play.ship(id, token, parcelOf(waybill))
    expect(shipped.status, shipped.text).toBe(200)
  }
}

/** As five minutes later, when keys of requests without an answer are free. */
const freeKeys = async () =>
  (await database())
    .update(tables.idempotency)
    .set({ created_at: sql`now() - interval '6 minutes'` })
    .where(isNull(tables.idempotency.status))

/** Queries that find inconsistent rows, by the name of the fault. Each must return no rows. */
const faults = {
  'an order with two valid waybills': sql`
    select o.id from "order" o join sandbox_waybill s on starts_with(s.order_id, o.order_no || '-') and s.canceled_at is null
    group by o.id having count(*) > 1`,
  'a waybill that was never settled': sql`select id, state from waybill where state in ('creating', 'canceling', 'failed')`,
  'a waybill without its number of the platform': sql`
    select w.id, w.state, w.tracking_no, s.waybill_id, s.canceled_at from waybill w left join sandbox_waybill s on s.order_id = w.key
    where w.state in ('ready', 'shipped') and (s.canceled_at is not null or s.waybill_id is distinct from w.tracking_no)`,
  'a valid waybill that the shop does not know': sql`
    select s.order_id from sandbox_waybill s left join waybill w on w.key = s.order_id and w.state in ('ready', 'shipped')
    where s.canceled_at is null and w.id is null`,
  'a parcel whose waybill is not used': sql`
    select s.id, w.state from shipment s join waybill w on w.delivery_id = s.carrier and w.tracking_no = s.tracking_no
    where s.revoked_at is null and w.state <> 'shipped'`,
  'a used waybill without a parcel': sql`
    select w.id from waybill w where w.state = 'shipped' and not exists (
      select from shipment s where s.carrier = w.delivery_id and s.tracking_no = w.tracking_no and s.revoked_at is null)`,
}

async function expectSound(): Promise<void> {
  const db = await database()
  for (const [what, query] of Object.entries(faults)) expect(await db.execute(query), what).toHaveProperty('rows', [])
}

/** Returns the number of valid waybills at the platform, by order. */
async function validOf(jobs: Job[]): Promise<Record<number, number>> {
  const db = await database()
  const rows = await db
    .select({ id: tables.waybill_order.order_id })
    .from(tables.sandbox_waybill)
    .innerJoin(tables.waybill, sql`${tables.waybill.key} = ${tables.sandbox_waybill.order_id}`)
    .innerJoin(tables.waybill_order, sql`${tables.waybill_order.waybill_id} = ${tables.waybill.id}`)
    .where(
      and(
        isNull(tables.sandbox_waybill.canceled_at),
        inArray(
          tables.waybill_order.order_id,
          jobs.map(({ id }) => id),
        ),
      ),
    )
  return Object.fromEntries(jobs.map(({ id }) => [id, rows.filter((row) => row.id === id).length]))
}

test(`waybills are the same in the shop and at the platform after ${kills} kills`, { timeout: 1_800_000 }, async () => {
  // Jobs run only when the test starts them, and not after other requests.
  singleton('jobs-last-run', () => ({ at: Number.POSITIVE_INFINITY }))
  play.usePlatform()
  const DATABASE_URL = await createShopDatabase('waybills')
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000 })
  const codes = ['waybill.list', 'waybill.print', 'waybill.cancel', 'order.list', 'order.ship']
  const { token } = await newStaff(codes.map((code) => `cms.${code}`))
  const many = { quota: 1_000_000 }
  const packer = { token, account_id: (await newAccount(many, many)).id }
  const payers = await Promise.all(packed.map(() => play.newPayer()))
  const { CRON_SECRET = '', NEXTAUTH_SECRET = '' } = env()

  for (let round = 0; round < kills; round++) {
    const point = points[round % points.length]
    const orders = await play.soldOrders(payers, { orders: packed.length, count: 1, stock: 1 })
    const jobs = orders.map(({ id }, at): Job => ({ id, wish: packed[at] ?? 'make', key: unique('key-') }))
    const doomed = await startServer({
      DATABASE_URL,
      CRON_SECRET,
      NEXTAUTH_SECRET,
      ...(point !== undefined && { CRASH_AT: point }),
    })
    const working = Promise.all(jobs.map((job) => work(doomed, packer, job)))
    if (point === undefined) {
      await wait(randomInt(longestLife))
      doomed.process.kill('SIGKILL')
    }
    await working
    expect(await exitSignalOf(doomed)).toBe('SIGKILL')

    // The packers press again before the job or meanwhile, and once more when the keys are free.
    await Promise.all([...jobs.map((job) => pressAgain(packer, job)), ...(round % 8 < 4 ? [] : [askAll()])])
    await freeKeys()
    await Promise.all(jobs.map((job) => pressAgain(packer, job)))
    await askAll()
    await expectSound()
    await Promise.all(jobs.map((job) => finish(packer, job)))
    await expectSound()
    expect(await validOf(jobs)).toEqual(Object.fromEntries(jobs.map(({ id, wish }) => [id, wishes[wish]])))
  }
  // Older errors belong to the demonstration.
  const errors = await (await database()).select().from(tables.error_log).where(gt(tables.error_log.last_at, began))
  expect(errors).toEqual([])
})
