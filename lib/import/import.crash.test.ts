import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { closeDatabase, connection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { stockFaults } from '@/lib/server/testing/factories'
import { ordersSql, parcelFile } from '@/lib/server/testing/paid-orders'
import { lineFaults, moneyFaults } from '@/lib/server/testing/payment'
import { endServer, exitSignalOf, type RunningServer, startServer } from '@/lib/server/testing/server'
import { createShopDatabase } from '@/lib/server/testing/shop-database'

afterAll(closeDatabase)

interface Progress {
  id: number
  done: number
  left: number
}

/**
 * Sends a request of the administrator. Returns the response; undefined if the server was killed before it responded.
 */
async function post(server: RunningServer, token: string, path: string, body: FormData | object) {
  const isForm = body instanceof FormData
  try {
    const response = await fetch(server.origin + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    const answer: Progress & { token: string } = await response.json()
    return answer
  } catch {
    return undefined
  }
}

/**
 * Applies an import on three servers in turn, and each server is killed at `point`. Calls `expectSound` after each
 * kill. A fourth server then applies the rest.
 */
async function applyThroughKills(
  point: string,
  { path, body, token, variables }: { path: string; body: object; token: string; variables: Record<string, string> },
  expectSound: () => Promise<void>,
) {
  for (let attempt = 0; attempt < 3; attempt++) {
    const doomed = await startServer({ ...variables, CRASH_AT: point })
    expect(await post(doomed, token, path, body)).toBeUndefined()
    expect(await exitSignalOf(doomed)).toBe('SIGKILL')
    await expectSound()
  }
  const server = await startServer(variables)
  let last = await post(server, token, path, body)
  // On a busy machine, one request applies only a part.
  while (last?.left) last = await post(server, token, path, body)
  await endServer(server, 'SIGTERM')
  await expectSound()
  return last
}

test.each(['record imported', 'import slice'])(
  'killed at the point "%s" repeatedly: every record is applied exactly once',
  async (point) => {
    const DATABASE_URL = await createShopDatabase(point.replaceAll(' ', '_'))
    const { db } = await connection()
    const stocks = () =>
      db
        .select({ id: sql<number>`id`, stock: sql<number>`stock` })
        .from(sql`sku`)
        .where(sql`deleted_at is null`)
        .orderBy(sql`id`)
    const before = await stocks()
    const variables = { DATABASE_URL, CRON_SECRET: env().CRON_SECRET ?? '' }
    const signIn = { type: 100, account: 'admin', secret: env().SANDBOX_PASSWORD }

    const first = await startServer(variables)
    const token = (await post(first, '', '/v1/token', signIn))?.token ?? ''
    const form = new FormData()
    form.append('file', new Blob([`sku_id,stock_delta\n${before.map(({ id }) => `${id},3`).join('\n')}\n`]), 'a.csv')
    const started = await post(first, token, '/cms/product/import', form)
    expect(started?.left).toBe(before.length)
    await endServer(first, 'SIGTERM')

    const path = `/cms/product/import/${started?.id}/apply`
    const last = await applyThroughKills(point, { path, body: {}, token, variables }, async () =>
      expect(await stockFaults()).toEqual([]),
    )
    expect(last).toMatchObject({ done: before.length, left: 0 })
    expect(await stocks()).toEqual(before.map(({ id, stock }) => ({ id, stock: stock + 3 })))
  },
)

test('each parcel of a file is shipped once after repeated kills, and broken lines are left out', async () => {
  const DATABASE_URL = await createShopDatabase('parcels')
  const { db } = await connection()
  const wanted = { count: 84, unpaid: 4 }
  const [customer] = await db.select({ id: tables.user.id }).from(tables.user).where(eq(tables.user.kind, 'customer'))
  for (const text of ordersSql({ ...wanted, user_id: customer?.id ?? 0 })) await db.execute(sql.raw(text))
  const skus = await db
    .select({ sku_no: tables.sku.sku_no })
    .from(tables.sku)
    .where(isNull(tables.sku.deleted_at))
    .orderBy(tables.sku.id)
    .limit(2)
  const { text, fine, broken } = parcelFile(
    wanted,
    skus.map(({ sku_no }) => sku_no),
    4,
  )
  const variables = { DATABASE_URL, CRON_SECRET: env().CRON_SECRET ?? '' }
  const first = await startServer(variables)
  const token = (await post(first, '', '/v1/token', { type: 100, account: 'admin', secret: env().SANDBOX_PASSWORD }))
    ?.token
  const form = new FormData()
  form.append('file', new Blob([text]), 'parcels.csv')
  const started = await post(first, token ?? '', '/cms/order/import', form)
  expect(started).toMatchObject({ left: fine, counts: { create: fine, error: 28 } })
  await endServer(first, 'SIGTERM')

  const path = `/cms/order/import/${started?.id}/apply`
  const body = { skip_errors: true }
  const last = await applyThroughKills('record imported', { path, body, token: token ?? '', variables }, async () => {
    expect(await lineFaults()).toEqual([])
    expect(await moneyFaults()).toEqual([])
  })
  expect(last).toMatchObject({ done: fine, left: 0, counts: { create: fine, error: 28 } })
  const ofBatch = sql`(select id from "order" where order_no like 'BATCH%')`
  expect(await db.$count(tables.shipment, sql`order_id in ${ofBatch}`)).toBe(fine)
  expect(await db.$count(tables.order_log, sql`action = 'ship' and order_id in ${ofBatch}`)).toBe(fine)
  const { errors, result } = tables.import_row
  const name = sql<string>`(${errors} -> 0 ->> 'column') || ' ' || (${errors} -> 0 ->> 'code')`
  const rows = await db
    .select({ name, n: sql<number>`count(*)::int` })
    .from(tables.import_row)
    .where(eq(result, 'error'))
    .groupBy(name)
  expect(Object.fromEntries(rows.map(({ name: kind, n }) => [kind, n]))).toEqual(broken)
})
