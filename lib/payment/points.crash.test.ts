import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { closeDatabase, connection } from '@/lib/kit/database'
import { readCmsOrder } from '@/lib/order/cms-queries'
import { shipOrder } from '@/lib/order/ship/ship'
import { stockFaults } from '@/lib/server/testing/factories'
import { lineFaults, makeEverythingDue, moneyFaults, refund } from '@/lib/server/testing/payment'
import { endServer, exitSignalOf, freePort, type RunningServer, startServer } from '@/lib/server/testing/server'
import { createShopDatabase } from '@/lib/server/testing/shop-database'

const began = new Date()

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mini-shop-points-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Answer {
  id: number
  token: string
  code: string
  status: string
  refunded_amount: number
}

/** Sends one request to the server; undefined: the server was killed before it responded. */
async function request(
  server: RunningServer,
  method: string,
  path: string,
  token = '',
  body?: unknown,
): Promise<Answer | undefined> {
  try {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(server.origin + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    return await response.json()
  } catch {
    return undefined
  }
}

/**
 * Creates a database with the demonstration shop for the test of one crash point. Returns the environment variables for
 * the servers of this shop, which all use the same port.
 */
async function prepare(name: string) {
  const port = String(await freePort())
  const variables = {
    DATABASE_URL: await createShopDatabase(name),
    DATA_DIR: folder,
    CRON_SECRET: process.env.CRON_SECRET ?? '',
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
  }
  return variables
}

async function placed(server: RunningServer) {
  const code = (await request(server, 'POST', '/sandbox/control', '', { action: 'login_code', openid: 'crash' }))?.code
  const token = (await request(server, 'POST', '/v1/token', '', { type: 200, account: code }))?.token ?? ''
  await request(server, 'POST', '/v1/address', token, {
    name: '王',
    mobile: '13800001234',
    province: '浙',
    city: '杭',
    district: '',
    detail: '一号',
  })
  const order = await request(server, 'POST', '/v1/order', token, { items: [{ sku_id: 1, count: 1 }] })
  return { token, order_id: order?.id ?? 0 }
}

/** Ships everything that is left of an order, as staff. */
async function ship(id: number): Promise<void> {
  const { transaction, db } = await connection()
  const { version } = await readCmsOrder(db, id)
  const parcel = { method: 'express', carrier: 'SF', tracking_no: 'SF1380000123456', version } as const
  await transaction((tx) => shipOrder(tx, id, parcel, { kind: 'staff', user_id: 1 }))
}

/** Makes the platform repeat its callbacks and runs the jobs, which must repair the state after the crash. */
async function recover(server: RunningServer) {
  const { db } = await connection()
  // Makes every callback due, except a planned loss, and every refund of the provider.
  await db
    .update(tables.sandbox_delivery)
    .set({ next_try_at: sql`now()` })
    .where(sql`delivered_at is null and fault is distinct from 'lost'`)
  await db.update(tables.sandbox_refund).set({ succeeded_at: sql`now()` }).where(sql`succeeded_at is not null`)
  for (let round = 0; round < 3; round++) {
    await request(server, 'POST', '/sandbox/control', '', { action: 'deliver' })
    await makeEverythingDue()
    await request(server, 'GET', '/api/cron?job=reconcile', process.env.CRON_SECRET)
  }
  await new Promise((resolve) => setTimeout(resolve, 200))
}

describe('a process that is killed', () => {
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

  test.each(points)('at the point "%s" leaves a state that reconciliation repairs', async (point) => {
    const variables = await prepare(`point_${point.replaceAll(' ', '_')}`)
    const doomed = await startServer({ ...variables, CRASH_AT: point })
    const { token, order_id } = await placed(doomed)
    const pay = async (server: RunningServer) => {
      const prepared = await request(server, 'POST', '/v1/pay/pre_order', token, { order_id })
      if (!prepared) return
      const { payment_no, ...parameters } = { payment_no: '', ...prepared }
      await request(server, 'POST', '/sandbox/control', '', {
        action: 'pay',
        ...parameters,
        ...(point === 'payment queried' && { fault: 'lost' }),
      })
    }
    const restore = async (server: RunningServer) => {
      await recover(server)
      await refund(order_id, 1)
      await makeEverythingDue()
      await request(server, 'GET', '/api/cron?job=reconcile', process.env.CRON_SECRET)
    }
    const reportShipping = async (server: RunningServer) => {
      await makeEverythingDue()
      await request(server, 'GET', '/api/cron?job=report', process.env.CRON_SECRET)
    }
    if (point === 'payment closed') {
      await request(doomed, 'POST', '/v1/pay/pre_order', token, { order_id })
      await request(doomed, 'POST', `/v1/order/${order_id}/cancel`, token)
    } else {
      await pay(doomed)
      if (point === 'payment queried') await recover(doomed)
      if (point === 'refund requested') await restore(doomed)
      if (point === 'shipping reported') {
        await recover(doomed)
        await ship(order_id)
        await reportShipping(doomed)
      }
    }
    expect(await exitSignalOf(doomed)).toBe('SIGKILL')

    const again = await startServer(variables)
    if (point === 'attempt opened' || point === 'prepaid') await pay(again)
    await recover(again)
    await recover(again)
    if (point === 'shipping reported') await reportShipping(again)
    const order = await request(again, 'GET', `/v1/order/${order_id}`, token)
    const expected =
      { 'payment closed': 'cancelled', 'refund requested': 'refunded', 'shipping reported': 'shipped' }[point] ?? 'paid'
    expect(order?.status).toBe(expected)
    const { db } = await connection()
    expect(await moneyFaults()).toEqual([])
    expect(await lineFaults()).toEqual([])
    expect(await stockFaults()).toEqual([])
    expect(await db.$count(tables.payment, eq(tables.payment.order_id, order_id))).toBe(1)
    const reports = await db.select().from(tables.shipping_report).where(eq(tables.shipping_report.order_id, order_id))
    expect(reports.map(({ status }) => status)).toEqual(point === 'shipping reported' ? ['uploaded'] : [])
    const [trade] = await db.select().from(tables.sandbox_trade).orderBy(desc(tables.sandbox_trade.id)).limit(1)
    const refunded = eq(tables.sandbox_refund.trade_id, trade?.id ?? 0)
    expect(await db.$count(tables.sandbox_refund, refunded)).toBe(point === 'refund requested' ? 1 : 0)
    expect(trade?.shipping?.list.length ?? 0).toBe(point === 'shipping reported' ? 1 : 0)
    // Older errors belong to the demonstration.
    expect(await db.select().from(tables.error_log).where(gt(tables.error_log.last_at, began))).toEqual([])
    expect(await endServer(again, 'SIGTERM')).toBe(0)
    await closeDatabase()
  })
})
