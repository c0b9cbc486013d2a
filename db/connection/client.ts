import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { singleton } from '@/db/singleton'
import {
  briefConnections,
  ClientPool,
  type IdleTimes,
  lastingConnections,
  otherMilliseconds,
  type PooledClient,
  readMilliseconds,
} from './client-pool'
import { lockFolder } from './lock'
import { isLost, NoAnswer, within } from './lost'
import { pipelinedPool, send } from './pipelined-pool'
import { runners } from './run'

/** Drizzle has no tables, which only `db.query` needs: evaluating them would delay the first request of a process. */
export type Database = PgDatabase<PgQueryResultHKT>

export interface Connection {
  /** Runs statements outside transactions; throws inside a transaction. */
  db: Database
  /** Commits when `run` resolves, rolls back when it rejects. `run` may only use its `tx`. */
  transaction<T>(run: (tx: Database) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** One connection of its own, without limits of time: `run` begins and ends its transactions itself. */
  session<T>(run: (db: Database) => Promise<T>): Promise<T>
  /** Separate connections for readiness and metrics, which must not wait. For the embedded database, `db`. */
  watching: Database
  /** Undefined for the embedded database, which has no connections. */
  pool?: () => PoolCounts
  /** False behind a pooler that forgets prepared statements. Undefined for the embedded database. */
  keepsStatements?: () => Promise<boolean>
  close(): Promise<void>
}

export interface PoolCounts {
  used: number
  idle: number
  /** The number of statements and transactions that wait for a connection. */
  waiting: number
}

interface TransactionOptions {
  /** 0: no limit. {@link statementSeconds} by default. */
  statement_seconds?: number
  /** Sends these statements together with the commit; if one fails, the transaction rolls back and rejects. */
  last?: () => readonly (() => Promise<unknown>)[]
}

export interface DatabaseSettings {
  /** Undefined: the embedded database in `data_dir`. */
  url?: string | undefined
  data_dir: string
  /** The `host:port` of a WebSocket bridge through which Neon's driver reaches an ordinary PostgreSQL. */
  neon_proxy?: string | undefined
  /** After a response, like functions on Vercel. */
  is_suspended?: boolean
}

/** The default limit of a statement in the database. */
export const statementSeconds = 5

/** The wait beyond the limit of a statement, after which the answer counts as lost. */
const answerMilliseconds = otherMilliseconds - statementSeconds * 1_000

/**
 * Waits 4 s for a lock (55P03). A statement that takes too long fails with 57014. The server ends a transaction that
 * sends nothing for 15 s. `set local`, because poolers refuse such settings on a connection.
 */
const beginWith = (statement_seconds: number) =>
  `begin; set local lock_timeout = '4s'; set local idle_in_transaction_session_timeout = '15s'; set local statement_timeout = '${statement_seconds}s'`

/** With more than one per core, PostgreSQL's processes would compete for the cores. */
const pipelinedCount = Math.max(2, Math.min(4, availableParallelism()))

const pool = { max: 10, connectionTimeoutMillis: 5_000 }

/** The number of transactions of requests that may run at the same time. The other connections are left for reads. */
export const transactionsAtOnce = pool.max - pipelinedCount - 1

const watching = { ...pool, max: 2 }

/** Detects connections that were lost without a message, for example behind a NAT. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

export async function connect(settings: DatabaseSettings): Promise<Connection> {
  if (!settings.url) return embedded(settings.data_dir)
  const idle = settings.is_suspended ? briefConnections : lastingConnections
  return settings.neon_proxy || new URL(settings.url).hostname.endsWith('.neon.tech')
    ? neon(settings.url, settings.neon_proxy, idle)
    : postgres(settings.url, idle)
}

async function embedded(data_dir: string): Promise<Connection> {
  const { PGlite } = await import(/* turbopackIgnore: true */ '@electric-sql/pglite')
  const unlock = lockFolder(data_dir)
  const folder = join(data_dir, 'pg')
  mkdirSync(folder, { recursive: true })
  const connection = await connectPglite(await PGlite.create(folder))
  return { ...connection, close: () => connection.close().finally(unlock) }
}

/** The build for functions leaves out these imports: PGlite takes 20 MB, and functions never use it. */
export async function connectPglite(client: import('@electric-sql/pglite').PGlite): Promise<Connection> {
  const { drizzle } = await import(/* turbopackIgnore: true */ 'drizzle-orm/pglite')
  const inTransaction = drizzle(client)
  const db = drizzle(forbidInsideTransaction(client, ['query', 'exec', 'transaction']))
  return {
    db,
    watching: db,
    session: (run) => run(inTransaction),
    transaction: (run, { last } = {}) =>
      inTransaction.transaction((tx) =>
        transactionScope().run(true, async () => {
          const result = await run(tx)
          for (const send of last?.() ?? []) await send()
          return result
        }),
      ),
    close: () => client.close(),
  }
}

async function postgres(url: string, idle: IdleTimes): Promise<Connection> {
  const { default: pg } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const options = { connectionString: url, idleTimeoutMillis: idle.own, ...keepAlive, pipeline: true }
  const clientsOf = (driver: import('pg').Pool) =>
    new ClientPool<import('pg').PoolClient>(
      driver,
      (client) => {
        // In pipeline mode, a release waits for the answers to all statements that were sent.
        client.connection.stream.destroy()
        client.release(true)
      },
      idle,
    )
  const driver = new pg.Pool({ ...options, ...pool })
  const watcher = new pg.Pool({ ...options, ...watching })
  const [clients, watchers] = [clientsOf(driver), clientsOf(watcher)]
  const pipelined = pipelinedPool(clients, pipelinedCount)
  const db = drizzle(outsideTransactions(driver, clients))
  runners().set(db, (statement) => {
    throwInsideTransaction('run')
    return pipelined.run(statement)
  })
  return {
    db,
    watching: drizzle(outsideTransactions(watcher, watchers)),
    transaction: pooledTransaction(clients, (client, limited, watch) => {
      const tx = drizzle(limited)
      runners().set(tx, (statement) => watch(() => send(client, statement)))
      return tx
    }),
    session: sessionOf(clients, (client) => drizzle(client)),
    pool: () => countsOf(driver, pipelined.waiting()),
    keepsStatements: () => keepsStatements(watchers, (client) => client.query(probe)),
    async close() {
      pipelined.close()
      await Promise.all([driver.end(), watcher.end()])
    },
  }
}

async function neon(url: string, proxy: string | undefined, idle: IdleTimes): Promise<Connection> {
  const { neonConfig, Pool } = await import('@neondatabase/serverless')
  const { drizzle } = await import('drizzle-orm/neon-serverless')
  neonConfig.webSocketConstructor = globalThis.WebSocket ?? (await import('ws')).WebSocket
  if (proxy) {
    neonConfig.wsProxy = () => proxy
    neonConfig.useSecureWebSocket = false
    neonConfig.pipelineConnect = false // pipelining works with password authentication only; PostgreSQL may require SCRAM
  }
  const options = { connectionString: url, idleTimeoutMillis: idle.own }
  const clientsOf = (driver: import('@neondatabase/serverless').Pool) =>
    new ClientPool<import('@neondatabase/serverless').PoolClient>(driver, (client) => client.release(true), idle)
  const driver = new Pool({ ...options, ...pool })
  const watcher = new Pool({ ...options, ...watching })
  const [clients, watchers] = [clientsOf(driver), clientsOf(watcher)]
  return {
    db: drizzle(outsideTransactions(driver, clients)),
    watching: drizzle(outsideTransactions(watcher, watchers)),
    transaction: pooledTransaction(clients, (_, limited) => drizzle(limited)),
    session: sessionOf(clients, (client) => drizzle(client)),
    pool: () => countsOf(driver),
    keepsStatements: () => keepsStatements(watchers, (client) => client.query(probe)),
    async close() {
      await Promise.all([driver.end(), watcher.end()])
    },
  }
}

const probe = { name: 'mini_shop_probe', text: 'select 1' }

/** 26000: the statement is unknown on its connection. 42P05: another client has taken its name there. */
const forgotten = /^(26000|42P05)$/

/** A second client occupies the connection of the first, so that the first continues on another connection. */
async function keepsStatements<Client extends PooledClient>(
  clients: ClientPool<Client>,
  send: (client: Client) => Promise<unknown>,
): Promise<boolean> {
  const inTransaction = async (client: Client, work: () => Promise<unknown>) => {
    await client.query('begin')
    await work().finally(() => client.query('rollback'))
  }
  const isKept = (one: Client, other: Client) =>
    inTransaction(one, () => send(one)).then(() =>
      inTransaction(other, () => other.query('select 1').then(() => inTransaction(one, () => send(one)))),
    )
  try {
    await onOwnClient(clients, (one) => onOwnClient(clients, (other) => isKept(one, other)))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && forgotten.test(String(error.code))) return false
    throw error
  }
}

async function onOwnClient<Client extends PooledClient, T>(
  clients: ClientPool<Client>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await clients.take(readMilliseconds)
  return within(otherMilliseconds, work(client)).finally(() => clients.drop(client, 0))
}

const sessionOf =
  <Client extends PooledClient>(clients: ClientPool<Client>, databaseOf: (client: Client) => Database) =>
  async <T>(run: (db: Database) => Promise<T>): Promise<T> => {
    throwInsideTransaction('session')
    const client = await clients.take(otherMilliseconds)
    return run(databaseOf(client)).finally(() => clients.drop(client, 0))
  }

interface CountedPool {
  totalCount: number
  idleCount: number
  waitingCount: number
}

/** `waiting`: the statements that wait for a shared connection. */
const countsOf = ({ totalCount, idleCount, waitingCount }: CountedPool, waiting = 0): PoolCounts => ({
  used: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount + waiting,
})

/** Applies the limits of {@link ClientPool.send}. Throws inside a transaction. */
function outsideTransactions<Pool extends object, Client extends PooledClient>(
  driver: Pool,
  clients: ClientPool<Client>,
): Pool {
  const query = (...args: unknown[]) =>
    clients.send(textOf(args[0]), (client) => Promise.resolve(Reflect.apply(client.query, client, args)))
  return forbidInsideTransaction(withQuery(driver, query), ['query', 'connect'])
}

function textOf(query: unknown): string {
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query
  return typeof text === 'string' ? text : ''
}

const withQuery = <T extends object>(target: T, query: (...args: unknown[]) => Promise<unknown>): T =>
  new Proxy(target, { get: (_, key) => (key === 'query' ? query : bound(target, key)) })

type Watch = <T>(send: () => Promise<T>) => Promise<T>

interface TransactionClient {
  database: Database
  watch: Watch
  /** After this time, the answer to the statement counts as lost. */
  milliseconds: number
  is_lost: boolean
  /** A statement after the commit or rollback would not be part of the transaction. */
  is_over: boolean
  sent: number
}

/** The longest delay of a timer in JavaScript: 24 days. */
const noLimit = 2 ** 31 - 1

/**
 * Each client keeps one drizzle object, so that prepared statements are reused; drizzle's own `db.transaction` would
 * build them again each time. `limited` is the client with the limits of `watch`.
 */
function pooledTransaction<Client extends PooledClient>(
  clients: ClientPool<Client>,
  databaseOf: (client: Client, limited: Client, watch: Watch) => Database,
): Connection['transaction'] {
  const known = new WeakMap<Client, TransactionClient>()
  const prepare = (client: Client): TransactionClient => {
    const watch: Watch = async (send) => {
      // The statement would wait behind the answer that was lost.
      if (state.is_lost) throw new NoAnswer()
      try {
        return await within(state.milliseconds, send())
      } catch (error) {
        state.is_lost ||= isLost(error)
        throw error
      }
    }
    const inside: Watch = (send) => {
      if (state.is_over) throw new Error('A statement was sent after the end of its transaction.')
      state.sent++
      return watch(send)
    }
    const query = (...args: unknown[]) => inside(() => Promise.resolve(Reflect.apply(client.query, client, args)))
    const database = databaseOf(client, withQuery(client, query), inside)
    const state: TransactionClient = {
      database,
      watch,
      milliseconds: otherMilliseconds,
      is_lost: false,
      is_over: false,
      sent: 0,
    }
    return state
  }
  return async (run, { statement_seconds = statementSeconds, last } = {}) => {
    const client = await clients.take(otherMilliseconds)
    const began = Date.now()
    const state = memoize(known, client, () => prepare(client))
    const control = (text: string) => state.watch(() => client.query(text))
    state.milliseconds = statement_seconds === 0 ? noLimit : statement_seconds * 1_000 + answerMilliseconds
    state.is_over = false
    try {
      // Not awaited: `begin` is sent together with the first statement, which saves a round trip. Queries run in order.
      const begun = control(beginWith(statement_seconds))
      begun.catch(() => {})
      const result = await transactionScope().run(true, async () => {
        const value = await run(state.database)
        await begun
        const sent: Promise<unknown>[] = []
        for (const send of last?.() ?? []) {
          const before = state.sent
          // A query of drizzle's builder is sent each time its promise is awaited, so it becomes one promise here.
          const one = Promise.resolve(send())
          one.catch(() => {})
          // A statement that is not sent at once would be sent after the commit.
          if (state.sent === before) await one
          sent.push(one)
        }
        state.is_over = true
        const answers = await Promise.allSettled([...sent, control('commit')])
        for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
        return value
      })
      clients.give(client)
      return result
    } catch (error) {
      state.is_over = true
      // A connection without a successful rollback must not be used again.
      await control('rollback').then(
        () => clients.give(client),
        () => clients.drop(client, began),
      )
      throw error
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
 * With the embedded database, a query on the outer database would wait forever for the transaction; with a pool,
 * requests could wait for each other's connections.
 */
function throwInsideTransaction(key: string): void {
  if (transactionScope().getStore())
    throw new Error(`db.${key} was called inside a transaction: use the transaction's own database`)
}

function bound(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key)
  return typeof value === 'function' ? value.bind(target) : value
}

function forbidInsideTransaction<T extends object>(client: T, methods: readonly string[]): T {
  return new Proxy(client, {
    get(target, key) {
      const value = bound(target, key)
      if (typeof value !== 'function' || typeof key !== 'string' || !methods.includes(key)) return value
      return (...args: unknown[]) => {
        throwInsideTransaction(key)
        return Reflect.apply(value, target, args)
      }
    },
  })
}
