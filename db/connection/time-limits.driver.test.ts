import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import { respond } from '@/lib/kit/api/run/respond'
import { responseOf } from '@/lib/kit/api/run/response'
import { connection } from '@/lib/kit/database'
import { unique } from '@/lib/server/testing/factories'
import { jsonStatement } from './statement'

/** Returns the response of an endpoint with the handler `handle`, and the seconds until the response. */
async function answer(method: 'GET' | 'POST', handle: Endpoint['handle']) {
  const output = z.unknown()
  const definition = endpoint({ method, path: '/v1/test', summary: '', access: everyone, output, handle })
  const began = performance.now()
  const response = responseOf(await respond(definition, new Request('http://localhost/v1/test', { method }), {}))
  const seconds = (performance.now() - began) / 1_000
  const retry_after = response.headers.get('retry-after')
  return { status: response.status, retry_after, body: await response.json(), seconds }
}

const tooLong = { status: 503, retry_after: '2', body: { code: 'unavailable' } }

const sleepStatement = jsonStatement('sleep', (db) =>
  db.select({ json: sql<number>`to_json(1)` }).from(sql`pg_sleep(6)`),
)

describe('a statement that takes too long', () => {
  test('outside a transaction is cut after 2.5 s, sent again and cut again', async () => {
    const [plain, short] = await Promise.all([
      answer('GET', async ({ db }) => ({ slept: await db.execute(sql`select pg_sleep(6)`) })),
      answer('GET', async ({ db }) => ({ slept: await sleepStatement(db) })),
    ])
    for (const { seconds, ...rest } of [plain, short]) {
      expect(rest).toMatchObject(tooLong)
      expect(seconds).toBeGreaterThan(4.9)
    }
  })

  test('in a transaction is cut after 5 s, the transaction is rolled back, the connection is usable', async () => {
    const { db } = await connection()
    const table = sql.identifier(unique('cut_'))
    await db.execute(sql`create table ${table} (id int)`)
    const cut = await answer('POST', async ({ db: tx }) => {
      await tx.execute(sql`insert into ${table} values (1)`)
      await tx.execute(sql`select pg_sleep(7)`)
      return {}
    })
    expect(cut).toMatchObject(tooLong)
    expect(cut.seconds).toBeGreaterThan(4.9)
    const { transaction } = await connection()
    await transaction((tx) => tx.execute(sql`insert into ${table} values (3)`))
    const [row] = await db.select({ ids: sql<string>`string_agg(id::text, ',')` }).from(sql`${table}`)
    expect(row?.ids).toBe('3')
  })

  test('may take as long as its transaction says', async () => {
    const { transaction } = await connection()
    const sleep = (seconds: number, statement_seconds: number) =>
      transaction((tx) => tx.execute(sql`select pg_sleep(${seconds})`), { statement_seconds })
    await Promise.all([
      sleep(5.5, 10),
      sleep(8.5, 0),
      expect(sleep(3, 1)).rejects.toMatchObject({ cause: { code: '57014' } }),
    ])
  })
})
