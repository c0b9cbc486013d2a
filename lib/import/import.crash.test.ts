import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '@/db/client'
import { createDatabase, startPostgres, type TestPostgres } from '@/db/testing/postgres'
import { closeDatabase, connection, setConnection } from '@/lib/database'
import { seedDemonstration } from '@/lib/demonstration/demonstration'
import { env } from '@/lib/env'
import { stockFaults } from '@/lib/testing/factories'
import { endServer, exitSignalOf, type RunningServer, startServer } from '@/lib/testing/server'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await closeDatabase()
  await postgres.stop()
})

interface Progress {
  id: number
  done: number
  left: number
}

/** A request of the administrator; undefined where the server was killed before it answered. */
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

test.each(['record imported', 'import slice'])(
  'killed at the point "%s", again and again: nothing is applied twice, nothing is lost',
  async (point) => {
    const DATABASE_URL = await createDatabase(postgres.url, point.replaceAll(' ', '_'))
    setConnection(await connect({ url: DATABASE_URL, data_dir: '' }))
    await seedDemonstration()
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

    for (let attempt = 0; attempt < 3; attempt++) {
      const doomed = await startServer({ ...variables, CRASH_AT: point })
      expect(await post(doomed, token, `/cms/product/import/${started?.id}/apply`, {})).toBeUndefined()
      expect(await exitSignalOf(doomed)).toBe('SIGKILL')
      expect(await stockFaults()).toEqual([])
    }
    const server = await startServer(variables)
    const last = await post(server, token, `/cms/product/import/${started?.id}/apply`, {})
    expect(last).toMatchObject({ done: before.length, left: 0 })
    expect(await stocks()).toEqual(before.map(({ id, stock }) => ({ id, stock: stock + 3 })))
    expect(await stockFaults()).toEqual([])
    await endServer(server, 'SIGTERM')
  },
)
