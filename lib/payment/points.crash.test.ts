import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '@/db/client'
import * as tables from '@/db/tables'
import { createDatabase, startPostgres, type TestPostgres } from '@/db/testing/postgres'
import { closeDatabase, connection, setConnection } from '@/lib/database'
import { seedDemonstration } from '@/lib/demonstration'
import { ledgerFaults } from '@/lib/testing/factories'
import { everythingIsDue, moneyFaults } from '@/lib/testing/payment'
import { endServer, freePort, type RunningServer, startServer } from '@/lib/testing/server'
import { refundOrder } from './refund'

let folder: string
let postgres: TestPostgres
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mini-shop-points-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

interface Answer {
  id: number
  token: string
  code: string
  status: string
  refunded_amount: number
  total_amount: number
}

/** One request to the server; undefined where the server died of it. */
async function ask(
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

/** The signal it died of; `none` where it is still alive after a while. */
async function deathOf({ process }: RunningServer): Promise<string | null> {
  for (let attempt = 0; attempt < 100 && process.exitCode === null && process.signalCode === null; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return process.exitCode === null && process.signalCode === null ? 'none' : process.signalCode
}

/** A database of its own for each point, with the demonstration shop in it, and one address for all its servers. */
async function prepare(name: string) {
  const port = String(await freePort())
  const variables = {
    DATABASE_URL: await createDatabase(postgres.url, name),
    DATA_DIR: folder,
    CRON_SECRET: process.env.CRON_SECRET ?? '',
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
  }
  setConnection(await connect({ url: variables.DATABASE_URL, data_dir: folder }))
  await (await connection()).migrate('db/migrations')
  await seedDemonstration()
  return variables
}

async function placed(server: RunningServer) {
  const code = (await ask(server, 'POST', '/sandbox/control', '', { action: 'login_code', openid: 'crash' }))?.code
  const token = (await ask(server, 'POST', '/v1/token', '', { type: 200, account: code }))?.token ?? ''
  await ask(server, 'POST', '/v1/address', token, {
    name: '王',
    mobile: '13800001234',
    province: '浙',
    city: '杭',
    district: '',
    detail: '一号',
  })
  const order = await ask(server, 'POST', '/v1/order', token, { items: [{ sku_id: 1, count: 1 }] })
  return { token, order_id: order?.id ?? 0, total: order?.total_amount ?? 0 }
}

/** Whatever the crash left: the platform calls again, the jobs run, and then all must be well. */
async function heal(server: RunningServer) {
  const { db } = await connection()
  // A lost callback stays lost; all others, and the provider's refunds, come about now.
  await db
    .update(tables.sandbox_delivery)
    .set({ next_try_at: sql`now()` })
    .where(sql`delivered_at is null and fault is distinct from 'lost'`)
  await db.update(tables.sandbox_refund).set({ succeeded_at: sql`now()` }).where(sql`succeeded_at is not null`)
  for (let round = 0; round < 3; round++) {
    await ask(server, 'POST', '/sandbox/control', '', { action: 'deliver' })
    await everythingIsDue()
    await ask(server, 'GET', '/api/cron/reconcile', process.env.CRON_SECRET)
  }
  await new Promise((resolve) => setTimeout(resolve, 200))
}

describe('a process that dies', () => {
  const points = [
    'attempt opened',
    'prepaid',
    'callback verified',
    'callback applied',
    'payment queried',
    'payment closed',
    'refund requested',
  ]

  test.each(points)('at the point "%s" leaves what is healed', async (point) => {
    const variables = await prepare(`point_${point.replaceAll(' ', '_')}`)
    const doomed = await startServer({ ...variables, CRASH_AT: point })
    const { token, order_id, total } = await placed(doomed)
    const pay = async (server: RunningServer) => {
      const prepared = await ask(server, 'POST', '/v1/pay/pre_order', token, { order_id })
      if (!prepared) return
      const { payment_no, ...parameters } = { payment_no: '', ...prepared }
      await ask(server, 'POST', '/sandbox/control', '', {
        action: 'pay',
        ...parameters,
        ...(point === 'payment queried' && { fault: 'lost' }),
      })
    }
    const giveBack = async (server: RunningServer) => {
      await heal(server)
      const { transaction } = await connection()
      await transaction((tx) =>
        refundOrder(tx, order_id, { amount: total, reason: '退', returns_stock: true, actor: 1 }),
      )
      await everythingIsDue()
      await ask(server, 'GET', '/api/cron/reconcile', process.env.CRON_SECRET)
    }
    if (point === 'payment closed') {
      await ask(doomed, 'POST', '/v1/pay/pre_order', token, { order_id })
      await ask(doomed, 'POST', `/v1/order/${order_id}/cancel`, token)
    } else {
      await pay(doomed)
      if (point === 'payment queried') await heal(doomed)
      if (point === 'refund requested') await giveBack(doomed)
    }
    expect(await deathOf(doomed)).toBe('SIGKILL')

    const again = await startServer(variables)
    if (point === 'attempt opened' || point === 'prepaid') await pay(again)
    await heal(again)
    await heal(again)
    const order = await ask(again, 'GET', `/v1/order/${order_id}`, token)
    const expected = { 'payment closed': 'cancelled', 'refund requested': 'refunded' }[point] ?? 'paid'
    expect(order?.status).toBe(expected)
    const { db } = await connection()
    expect(await moneyFaults()).toEqual([])
    expect(await ledgerFaults()).toEqual([])
    expect(await db.$count(tables.payment, eq(tables.payment.order_id, order_id))).toBe(1)
    expect(await db.$count(tables.sandbox_refund)).toBe(point === 'refund requested' ? 1 : 0)
    expect(await db.select().from(tables.error_log)).toEqual([])
    expect(await endServer(again, 'SIGTERM')).toBe(0)
    await closeDatabase()
  })
})
