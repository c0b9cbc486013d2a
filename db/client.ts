import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { lockFolder } from './lock'
import { pipelinedPool, send } from './pipelined-pool'
import { type Run, runners } from './run'
import { singleton } from './singleton'
import * as tables from './tables'

/** Any of the three drivers, or a transaction on one of them. */
export type Database = PgDatabase<PgQueryResultHKT, typeof tables, ExtractTablesWithRelations<typeof tables>>

export interface Connection {
  /** Outside transactions. Throws when it is used inside one. */
  db: Database
  /** Commits when `run` resolves, rolls back when it rejects. Inside `run`, only its `tx` may be used. */
  transaction<T>(run: (tx: Database) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DatabaseSettings {
  /** The PostgreSQL URL; undefined: the embedded database in `data_dir`. */
  url?: string | undefined
  data_dir: string
  /** `host:port` of a WebSocket bridge through which Neon's driver reaches an ordinary PostgreSQL. */
  neon_proxy?: string | undefined
}

/** A transaction waits 5 s for a lock, then fails with 55P03; the server ends one that sends nothing for 15 s. */
const begin = "begin; set local lock_timeout = '5s'; set local idle_in_transaction_session_timeout = '15s'"

/** How many of the pool's connections are pipelined: with more than one per core, PostgreSQL's processes compete for cores. */
const pipelinedCount = Math.max(2, Math.min(4, availableParallelism()))

const pool = { max: 10, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000 }

/** Connects to embedded PGlite, Neon over WebSockets, or PostgreSQL over TCP, depending on the settings. */
export async function connect(settings: DatabaseSettings): Promise<Connection> {
  if (!settings.url) return embedded(settings.data_dir)
  return settings.neon_proxy || new URL(settings.url).hostname.endsWith('.neon.tech')
    ? neon(settings.url, settings.neon_proxy)
    : postgres(settings.url)
}

async function embedded(data_dir: string): Promise<Connection> {
  const { PGlite } = await import(/* turbopackIgnore: true */ '@electric-sql/pglite')
  const unlock = lockFolder(data_dir)
  const folder = join(data_dir, 'pg')
  mkdirSync(folder, { recursive: true })
  const connection = await connectPglite(await PGlite.create(folder))
  return { ...connection, close: () => connection.close().finally(unlock) }
}

/**
 * A connection on a PGlite client, on a folder or in the memory of a test. PGlite has 20 MB and is never used in a
 * function of Vercel, which has a DATABASE_URL: the build ignores it and drizzle's driver for it, so that no function
 * carries them.
 */
export async function connectPglite(client: import('@electric-sql/pglite').PGlite): Promise<Connection> {
  const { drizzle } = await import(/* turbopackIgnore: true */ 'drizzle-orm/pglite')
  const inTransaction = drizzle(client, { schema: tables })
  return {
    db: drizzle(forbidInsideTransaction(client, ['query', 'exec', 'transaction']), { schema: tables }),
    transaction: (run) => inTransaction.transaction((tx) => transactionScope().run(true, () => run(tx))),
    close: () => client.close(),
  }
}

async function postgres(url: string): Promise<Connection> {
  const { default: pg } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const clients = new pg.Pool({ connectionString: url, ...pool, pipeline: true })
  const db = drizzle(forbidInsideTransaction(clients, ['query', 'connect']), { schema: tables })
  const pipelined = pipelinedPool(clients, pipelinedCount)
  const setRunner = (database: Database, run: Run) => {
    runners().set(database, run)
    return database
  }
  const drizzleOf = new WeakMap<import('pg').PoolClient, Database>()
  return {
    db: setRunner(db, (statement) => {
      throwInsideTransaction('run')
      return pipelined.run(statement)
    }),
    transaction: pooledTransaction<import('pg').PoolClient>(clients, (client) =>
      memoize(drizzleOf, client, () =>
        setRunner(drizzle(client, { schema: tables }), (statement) => send(client, statement)),
      ),
    ),
    close() {
      pipelined.close()
      return clients.end()
    },
  }
}

async function neon(url: string, proxy: string | undefined): Promise<Connection> {
  const { neonConfig, Pool } = await import('@neondatabase/serverless')
  const { drizzle } = await import('drizzle-orm/neon-serverless')
  neonConfig.webSocketConstructor = globalThis.WebSocket ?? (await import('ws')).WebSocket
  if (proxy) {
    neonConfig.wsProxy = () => proxy
    neonConfig.useSecureWebSocket = false
    neonConfig.pipelineConnect = false // pipelining works with password authentication only; PostgreSQL may require SCRAM
  }
  const clients = new Pool({ connectionString: url, ...pool })
  const db = drizzle(forbidInsideTransaction(clients, ['query', 'connect']), { schema: tables })
  const drizzleOf = new WeakMap<import('@neondatabase/serverless').PoolClient, Database>()
  return {
    db,
    transaction: pooledTransaction<import('@neondatabase/serverless').PoolClient>(clients, (client) =>
      memoize(drizzleOf, client, () => drizzle(client, { schema: tables })),
    ),
    close: () => clients.end(),
  }
}

interface PooledClient {
  query(text: string): Promise<unknown>
  release(error?: Error | boolean): void
  on(event: 'error', listener: () => void): unknown
  off(event: 'error', listener: () => void): unknown
}

const ignore = () => {}

/**
 * Runs transactions on clients of a pool. Each client keeps one drizzle object, so that statements prepared in one
 * transaction are reused in the next; drizzle's own `db.transaction` would build them again each time.
 */
function pooledTransaction<Client extends PooledClient>(
  clients: { connect(): Promise<Client>; on(event: 'error', listener: (error: Error) => void): unknown },
  databaseOf: (client: Client) => Database,
): Connection['transaction'] {
  // The server may close idle connections; the pool opens new ones. Without a listener, the event ends the process.
  clients.on('error', () => {})
  return async (run) => {
    const client = await clients.connect()
    // A broken connection rejects its query. Without a listener, the event ends the process.
    client.on('error', ignore)
    try {
      // Not awaited: it is sent together with the first statement, which saves a round trip. Queries run in order.
      const begun = client.query(begin)
      begun.catch(() => {})
      const result = await transactionScope().run(true, () => run(databaseOf(client)))
      await begun
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
      throw error
    } finally {
      client.off('error', ignore)
    }
  }
}

function memoize<Key extends WeakKey, Value>(map: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

const transactionScope = () => singleton('inside-transaction', () => new AsyncLocalStorage<true>())

/**
 * Inside a transaction the outer database must not be used: embedded, the query would wait forever for its own
 * transaction; on a pool, concurrent requests could wait for each other's connections. So it throws on every driver.
 */
function throwInsideTransaction(key: string): void {
  if (transactionScope().getStore())
    throw new Error(`db.${key} was called inside a transaction: use the transaction's own database`)
}

function forbidInsideTransaction<T extends object>(client: T, methods: readonly string[]): T {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      if (typeof key !== 'string' || !methods.includes(key)) return value.bind(target)
      return (...args: unknown[]) => {
        throwInsideTransaction(key)
        return Reflect.apply(value, target, args)
      }
    },
  })
}
