import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { type Connection, connect, connectPglite } from '@/db/client'
import { singleton } from '@/db/singleton'
import { createDatabase, dropDatabase } from '@/db/testing/postgres'
import { closeDatabase, setConnection } from '@/lib/database'
import { processes } from './processes'
import { watch } from './secrets'
import { endServer, startServer } from './server'

// Next looks for it there while its modules load; a test that plays a request for it would come too late.
Object.assign(globalThis, { AsyncLocalStorage })

// Every test file gets a copy of the migrated database for itself.
const database = inject('database')
const name = `test_${randomBytes(6).toString('hex')}`

/** The database, and how it is reached by another line: tests may close theirs, or cut it. */
async function open(): Promise<{ connection: Connection; again(): Promise<Connection> }> {
  if (database.driver === 'pglite') {
    const data = new Blob([readFileSync(database.template)])
    const connection = await connectPglite(await PGlite.create({ loadDataDir: data }))
    return { connection, again: async () => ({ ...connection, close: async () => {} }) }
  }
  const url = await createDatabase(database.url, name, database.template)
  const settings = { url, data_dir: '', neon_proxy: database.driver === 'neon' ? database.proxy : undefined }
  return { connection: await connect(settings), again: () => connect(settings) }
}

const opened = await open()
setConnection(opened.connection)

// Log lines are heard instead of written.
singleton('log', () => pino({ base: undefined, level: 'debug' }, { write: (line) => watch.hear('a log line', line) }))
for (const variable of ['NEXTAUTH_SECRET', 'CRON_SECRET', 'SANDBOX_PASSWORD']) watch.keep(process.env[variable])

// The built server, several times on the same database: what races must then be decided there.
for (let at = 0; at < Number(process.env.TEST_PROCESSES ?? 0); at++) {
  if (database.driver === 'pglite') throw new Error('TEST_PROCESSES needs a PostgreSQL')
  const url = new URL(database.url)
  url.pathname = `/${name}`
  // Each test says from where it comes, as a proxy in front of the processes would.
  processes().push(await startServer({ DATABASE_URL: url.href, TRUST_PROXY: '1' }))
}

// No secret that the tests of a file used is to be found in anything that they left behind.
afterAll(async () => {
  const looking = await opened.again()
  const leaks = await watch.leaks(looking.db)
  await looking.close()
  await Promise.all(processes().map((one) => endServer(one, 'SIGTERM')))
  await closeDatabase()
  if (database.driver !== 'pglite') await dropDatabase(database.url, name)
  if (leaks.length > 0) throw new Error(`Secrets were found where none may be:\n${leaks.join('\n')}`)
})
