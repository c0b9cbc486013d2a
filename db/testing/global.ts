import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { connect, connectPglite } from '@/db/connection/client'
import { migrate, readMigrations } from '@/db/migrate'
import { startBridge } from './neon-bridge'
import { startPgbouncer } from './pgbouncer'
import { createDatabase, startPostgres } from './postgres'

/** Tests copy this migrated database. */
export type TestDatabase =
  | { driver: 'pglite'; template: string }
  | ({ driver: 'pg' } & TestServer)
  | ({ driver: 'neon'; proxy: string } & TestServer)

interface TestServer {
  url: string
  /** Without the pooler, for tests about connections themselves. */
  direct: string
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    database: TestDatabase
  }
}

const migrations = 'db/migrations'

/** Once per run, by the driver in TEST_DRIVER (pg, pglite or neon), through the PgBouncer of TEST_PGBOUNCER if set. */
export default async function setup(project: TestProject, driver = process.env.TEST_DRIVER ?? 'pg') {
  if (driver === 'pglite') {
    project.provide('database', { driver, template: await pgliteTemplate() })
    return
  }
  const server = await startPostgres()
  const template = 'template_mini_shop'
  const url = await createDatabase(server.url, template)
  const connection = await connect({ url, data_dir: '' })
  await migrate(connection, migrations)
  await connection.close()
  const binary = process.env.TEST_PGBOUNCER
  const pooler = binary ? await startPgbouncer(binary, server.url) : undefined
  const reached = { url: (pooler ?? server).url, direct: server.url, template }
  const bridge = driver === 'neon' ? await startBridge(reached.url) : undefined
  project.provide(
    'database',
    bridge ? { driver: 'neon', ...reached, proxy: bridge.address } : { driver: 'pg', ...reached },
  )
  return async () => {
    await bridge?.stop()
    await pooler?.stop()
    await server.stop()
  }
}

/** A dump, reused until a migration changes. */
async function pgliteTemplate(): Promise<string> {
  const hash = createHash('sha256')
  for (const { hash: one } of readMigrations(migrations)) hash.update(one)
  const file = join('.data', `template-${hash.digest('hex').slice(0, 16)}.tar.gz`)
  if (existsSync(file)) return file
  const client = await PGlite.create()
  const connection = await connectPglite(client)
  await migrate(connection, migrations)
  const dump = await client.dumpDataDir('gzip')
  await connection.close()
  mkdirSync('.data', { recursive: true })
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()))
  return file
}
