import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { type Connection, connect, connectPglite } from '@/db/connection/client'
import { singleton } from '@/db/singleton'
import { createDatabase, dropDatabase } from '@/db/testing/postgres'
import { closeDatabase, setConnection } from '@/lib/kit/database'
import { env, readEnv } from '@/lib/kit/env'
import '@/lib/server/assembly'
import { fileUseFaults } from './file-uses'
import { processes } from './processes'
import { watch } from './secrets'
import { endServer, startServer } from './server'

// Next reads this global while its modules load, before tests can set it.
Object.assign(globalThis, { AsyncLocalStorage })

// Test files run one after another in a process that loads each module once. The state of the previous file is removed.
for (const key of Object.getOwnPropertySymbols(globalThis)) {
  const name = Symbol.keyFor(key)
  // A thread has no state for the next file, and would not end.
  if (name?.startsWith('mini-shop.') && name !== 'mini-shop.strength-worker') Reflect.deleteProperty(globalThis, key)
}
watch.forget()
// Jobs run only if a test starts them. The server would also run them after other requests.
singleton('jobs-last-run', () => ({ at: Number.POSITIVE_INFINITY }))
const variables = env()
for (const name of Object.keys(variables)) Reflect.deleteProperty(variables, name)
Object.assign(variables, readEnv(process.env))

// Every test file gets its own copy of the migrated database.
const database = inject('database')
const name = `test_${randomBytes(6).toString('hex')}`

/** `again`: another connection, because tests may close or break the first. */
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

// Uploaded and temporary files of the tests, deleted afterwards.
const outer = tmpdir()
const folder = mkdtempSync(join(outer, 'mini-shop-test-'))
variables.DATA_DIR = folder
process.env.TMPDIR = folder

// Captures log lines instead of writing them.
singleton('log', () =>
  pino({ base: undefined, level: 'debug' }, { write: (line) => watch.capture('a log line', line) }),
)
for (const variable of ['NEXTAUTH_SECRET', 'CRON_SECRET', 'METRICS_TOKEN', 'SANDBOX_PASSWORD'])
  watch.addSecret(process.env[variable])

// Several processes share one database, so races must be resolved in the database.
for (let at = 0; at < Number(process.env.TEST_PROCESSES ?? 0); at++) {
  if (database.driver === 'pglite') throw new Error('TEST_PROCESSES needs a PostgreSQL')
  const url = new URL(database.url)
  url.pathname = `/${name}`
  // The tests send the IP of the client like a proxy, which a private demonstration would refuse.
  const reachable = { HOST: '0.0.0.0', SANDBOX_PASSWORD: 'of the processes' }
  processes().push(await startServer({ DATABASE_URL: url.href, TRUST_PROXY: '1', ...reachable }))
}

// Fails if a text that the tests wrote contains one of their secrets.
afterAll(async () => {
  const verification = await opened.again()
  const leaks = await watch.leaks(verification.db)
  const faults = await fileUseFaults(verification.db)
  await verification.close()
  await Promise.all(processes().map((server) => endServer(server, 'SIGTERM')))
  await closeDatabase()
  process.env.TMPDIR = outer
  rmSync(folder, { recursive: true, force: true })
  if (database.driver !== 'pglite') await dropDatabase(database.url, name)
  if (leaks.length > 0) throw new Error(`Secrets were found where they are not allowed:\n${leaks.join('\n')}`)
  if (faults.length > 0) throw new Error(`file_use differs from a scan of all tables:\n${faults.join('\n')}`)
})
