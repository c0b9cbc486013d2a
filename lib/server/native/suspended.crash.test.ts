import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect } from '@/db/connection/client'
import * as tables from '@/db/tables'
import { createDatabase, startPostgres, type TestPostgres } from '@/db/testing/postgres'
import { startProxy } from '@/db/testing/proxy'
import { closeDatabase, connection, setConnection } from '@/lib/kit/database'
import { newBuyer, newProduct } from '@/lib/server/testing/factories'
import { lasting, printFigures } from '@/lib/server/testing/seconds'
import { endServer, startServer } from '@/lib/server/testing/server'
import { migrateDatabase } from '@/lib/server/update-database'

/*
 * Suspends a process while its database connections are lost silently, as behind a NAT. The first requests afterwards
 * take longer, but succeed.
 */

const requests = 20

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

test(
  'after a suspension the first requests are answered',
  async () => {
    const url = await createDatabase(postgres.url, 'suspended')
    setConnection(await connect({ url, data_dir: '' }))
    await migrateDatabase()
    const unlimited = [
      'order.unpaid_max',
      'order.unpaid_max_unverified',
      'order.unpaid_max_per_ip',
      'order.unpaid_pieces',
      'order.unpaid_pieces_unverified',
    ]
    const { db } = await connection()
    await db.insert(tables.config).values(unlimited.map((key) => ({ key, value: 100 })))
    const { skus } = await newProduct({ skus: [{ stock: 1_000 }] })
    const tokens = await Promise.all(Array.from({ length: requests }, async () => (await newBuyer()).token))
    await closeDatabase()
    const proxy = await startProxy(url)
    const variables = { DATABASE_URL: proxy.url, SANDBOX: '0', LOG_LEVEL: 'silent' }
    const server = await startServer(variables)
    onTestFinished(async () => {
      await endServer(server, 'SIGKILL')
      proxy.stop()
    })

    /** Sends orders, reads by customers and public reads, all at the same time. */
    const ask = () =>
      Promise.all(
        tokens.map(async (token, at) => {
          const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
          const order = {
            method: 'POST',
            headers: { ...headers, 'idempotency-key': randomUUID() },
            body: JSON.stringify({ items: [{ sku_id: skus[0]?.id, count: 1 }] }),
          }
          const began = performance.now()
          const answer = await fetch(
            server.origin + (at % 3 === 0 ? '/v1/order' : at % 3 === 1 ? '/v1/user' : '/v1/theme'),
            at % 3 === 0 ? order : { headers },
          )
          await answer.text()
          return { ok: answer.ok, status: answer.status, milliseconds: performance.now() - began }
        }),
      )
    // A server that has just started may be slow. After these requests, it has opened all its connections.
    for (let round = 0; round < 3; round++) await ask()
    expect((await ask()).filter(({ ok }) => !ok)).toEqual([])

    server.process.kill('SIGSTOP')
    proxy.stallOpen()
    // Longer than the idle time after which a connection is checked before use.
    await wait(lasting(8))
    server.process.kill('SIGCONT')
    const answers = await ask()
    printFigures(`First requests after ${lasting(8) / 1_000} s of suspension`, {
      answered: answers.filter(({ ok }) => ok).length,
      longest: Math.round(Math.max(...answers.map(({ milliseconds }) => milliseconds))),
    })
    // A request on a lost connection would end with 503 if the connection had not been checked.
    expect(answers.filter(({ ok }) => !ok)).toEqual([])
    // The next requests check the connections that the first ones did not use.
    expect((await ask()).filter(({ ok }) => !ok)).toEqual([])
  },
  60_000 + lasting(8),
)
