import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { send, sharedLines } from './lines'
import { lockFolder } from './lock'
import { once } from './once'
import { type Run, runners } from './run'
import * as tables from './tables'

/** Any of the three drivers, or a transaction on one of them. */
export type Database = PgDatabase<PgQueryResultHKT, typeof tables, ExtractTablesWithRelations<typeof tables>>

export interface Connection {
  /** Outside transactions. Throws when it is used inside one. */
  db: Database
  /** Commits when `run` resolves, rolls back when it rejects. Only the database given to `run` may be used meanwhile. */
  transaction<T>(run: (tx: Database) => Promise<T>): Promise<T>
  migrate(folder: string): Promise<void>
  close(): Promise<void>
}

export interface DatabaseSettings {
  /** None: the embedded database in `data_dir`. */
  url?: string | undefined
  data_dir: string
  /** `host:port` of a WebSocket bridge to a PostgreSQL of one's own, spoken to through Neon's driver. */
  neon_proxy?: string | undefined
}

/** A transaction waits this long for a row, then fails with 55P03; one that nobody drives is ended by the server. */
const begin = "begin; set local lock_timeout = '5s'; set local idle_in_transaction_session_timeout = '15s'"

/** Of the pool's connections, those that short statements share: more than there are cores only get in each other's way. */
const shared = Math.max(2, Math.min(4, availableParallelism()))

const pool = { max: 10, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000 }

/** Embedded PGlite, Neon over WebSockets, or PostgreSQL over TCP: decided by the address alone. */
export async function connect(settings: DatabaseSettings): Promise<Connection> {
  if (!settings.url) return embedded(settings.data_dir)
  return settings.neon_proxy || new URL(settings.url).hostname.endsWith('.neon.tech')
    ? neon(settings.url, settings.neon_proxy)
    : postgres(settings.url)
}

async function embedded(data_dir: string): Promise<Connection> {
  const { PGlite } = await import('@electric-sql/pglite')
  const unlock = lockFolder(data_dir)
  const folder = join(data_dir, 'pg')
  mkdirSync(folder, { recursive: true })
  const connection = await overPglite(await PGlite.create(folder))
  return { ...connection, close: () => connection.close().finally(unlock) }
}

/** The embedded database over a client that exists already: in a folder, or in the memory of a test. */
export async function overPglite(client: import('@electric-sql/pglite').PGlite): Promise<Connection> {
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const inTransaction = drizzle(client, { schema: tables })
  return {
    db: drizzle(guarded(client, ['query', 'exec', 'transaction']), { schema: tables }),
    transaction: (run) => inTransaction.transaction((tx) => inside().run(true, () => run(tx))),
    migrate: (migrationsFolder) => migrate(inTransaction, { migrationsFolder }),
    close: () => client.close(),
  }
}

async function postgres(url: string): Promise<Connection> {
  const { default: pg } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const { migrate } = await import('drizzle-orm/node-postgres/migrator')
  const clients = new pg.Pool({ connectionString: url, ...pool, pipeline: true })
  const db = drizzle(guarded(clients, ['query', 'connect']), { schema: tables })
  const lines = sharedLines(clients, shared)
  const runs = (database: Database, run: Run) => {
    runners().set(database, run)
    return database
  }
  const perClient = new WeakMap<import('pg').PoolClient, Database>()
  return {
    db: runs(db, (statement) => {
      refuseInside('run')
      return lines.run(statement)
    }),
    transaction: pooled<import('pg').PoolClient>(clients, (client) =>
      held(perClient, client, () => runs(drizzle(client, { schema: tables }), (statement) => send(client, statement))),
    ),
    migrate: (migrationsFolder) => migrate(db, { migrationsFolder }),
    close() {
      lines.close()
      return clients.end()
    },
  }
}

async function neon(url: string, proxy: string | undefined): Promise<Connection> {
  const { neonConfig, Pool } = await import('@neondatabase/serverless')
  const { drizzle } = await import('drizzle-orm/neon-serverless')
  const { migrate } = await import('drizzle-orm/neon-serverless/migrator')
  neonConfig.webSocketConstructor = globalThis.WebSocket ?? (await import('ws')).WebSocket
  if (proxy) {
    neonConfig.wsProxy = () => proxy
    neonConfig.useSecureWebSocket = false
    neonConfig.pipelineConnect = false // a plain PostgreSQL may ask for SCRAM, which cannot be anticipated
  }
  const clients = new Pool({ connectionString: url, ...pool })
  const db = drizzle(guarded(clients, ['query', 'connect']), { schema: tables })
  const perClient = new WeakMap<import('@neondatabase/serverless').PoolClient, Database>()
  return {
    db,
    transaction: pooled<import('@neondatabase/serverless').PoolClient>(clients, (client) =>
      held(perClient, client, () => drizzle(client, { schema: tables })),
    ),
    migrate: (migrationsFolder) => migrate(db, { migrationsFolder }),
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
 * Transactions on a client of a pool. Each client keeps its own drizzle object, so that statements prepared in one
 * transaction are still prepared in the next: drizzle's own `db.transaction` would build them anew every time.
 */
function pooled<Client extends PooledClient>(
  clients: { connect(): Promise<Client>; on(event: 'error', listener: (error: Error) => void): unknown },
  databaseOf: (client: Client) => Database,
): Connection['transaction'] {
  // An idle connection that the server closes is no failure of ours: the pool opens another. Unheard, it ends the process.
  clients.on('error', () => {})
  return async (run) => {
    const client = await clients.connect()
    // A connection that breaks fails its query; nobody else need hear of it, and unheard it would end the process.
    client.on('error', ignore)
    try {
      // Sent together with the first statement: a client works off its queries in order, and a round trip is saved.
      const begun = client.query(begin)
      begun.catch(() => {})
      const result = await inside().run(true, () => run(databaseOf(client)))
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

function held<Key extends WeakKey, Value>(map: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

const inside = () => once('inside-transaction', () => new AsyncLocalStorage<true>())

/**
 * Inside a transaction the outer database must not be asked: embedded, the query would wait for its own transaction
 * for ever; on a pool, a few requests at once would starve each other. So it fails here, in the first test.
 */
function refuseInside(key: string): void {
  if (inside().getStore())
    throw new Error(`db.${key} was called inside a transaction: use the transaction's own database`)
}

function guarded<T extends object>(client: T, methods: readonly string[]): T {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      if (typeof key !== 'string' || !methods.includes(key)) return value.bind(target)
      return (...given: unknown[]) => {
        refuseInside(key)
        return Reflect.apply(value, target, given)
      }
    },
  })
}
