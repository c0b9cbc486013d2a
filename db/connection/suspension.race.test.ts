import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { startBridge } from '@/db/testing/neon-bridge'
import { createDatabase } from '@/db/testing/postgres'
import { newestProducts } from '@/lib/product/queries'
import { unique } from '@/lib/server/testing/factories'
import { connect } from './client'

const database = inject('database')

afterEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for('@vercel/request-context'))
})

test.each(['pg', 'neon'])('a function stays awake until its connections are closed, through %s', async (driver) => {
  if (database.driver === 'pglite') throw new Error('this needs a server')
  const url = await createDatabase(database.direct, unique('suspended_'), database.template)
  const bridge = driver === 'neon' ? await startBridge(url) : undefined
  const waits: Promise<unknown>[] = []
  const waitUntil = vi.fn((wait: Promise<unknown>) => waits.push(wait))
  Reflect.set(globalThis, Symbol.for('@vercel/request-context'), { get: () => ({ waitUntil }) })
  const observer = new Client({ connectionString: url })
  await observer.connect()
  const open = async () => {
    const { rowCount } = await observer.query(
      'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rowCount
  }

  const { db, transaction, close } = await connect({
    url,
    data_dir: '',
    neon_proxy: bridge?.address,
    is_suspended: true,
  })
  // Statements that share connections, one statement with a connection of its own, and a transaction.
  await Promise.all([
    ...Array.from({ length: 20 }, () => newestProducts(db, 10)),
    db.execute(sql`select 1`),
    transaction((tx) => tx.execute(sql`select 1`)),
  ])
  expect(await open()).toBeGreaterThan(1)
  await Promise.all(waits)
  expect(await open()).toBe(0)

  await close()
  await observer.end()
  await bridge?.stop()
})
