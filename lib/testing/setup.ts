import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, inject } from 'vitest'
import { type Connection, connect, overPglite } from '@/db/client'
import { createDatabase, dropDatabase } from '@/db/testing/postgres'
import { closeDatabase, setConnection } from '@/lib/database'

// Next looks for it there while its modules load; a test that plays a request for it would come too late.
Object.assign(globalThis, { AsyncLocalStorage })

// Every test file gets a copy of the migrated database for itself.
const database = inject('database')
const name = `test_${randomBytes(6).toString('hex')}`

async function open(): Promise<Connection> {
  if (database.driver === 'pglite') {
    return overPglite(await PGlite.create({ loadDataDir: new Blob([readFileSync(database.template)]) }))
  }
  const url = await createDatabase(database.url, name, database.template)
  return connect({ url, data_dir: '', neon_proxy: database.driver === 'neon' ? database.proxy : undefined })
}

setConnection(await open())

afterAll(async () => {
  await closeDatabase()
  if (database.driver !== 'pglite') await dropDatabase(database.url, name)
})
