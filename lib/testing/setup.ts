import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, inject } from 'vitest'
import { type Connection, connect, overPglite } from '@/db/client'
import { createDatabase, dropDatabase } from '@/db/testing/postgres'
import { closeDatabase, setConnection } from '@/lib/database'
import { processes } from './processes'
import { endServer, startServer } from './server'

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

// The built server, several times on the same database: what races must then be decided there.
for (let at = 0; at < Number(process.env.TEST_PROCESSES ?? 0); at++) {
  if (database.driver === 'pglite') throw new Error('TEST_PROCESSES needs a PostgreSQL: TEST_DRIVER=pg')
  const url = new URL(database.url)
  url.pathname = `/${name}`
  // Each test says from where it comes, as a proxy in front of the processes would.
  processes().push(await startServer({ DATABASE_URL: url.href, TRUST_PROXY: '1' }))
}

afterAll(async () => {
  await Promise.all(processes().map((one) => endServer(one, 'SIGTERM')))
  await closeDatabase()
  if (database.driver !== 'pglite') await dropDatabase(database.url, name)
})
