import { sql } from 'drizzle-orm'
import { type Connection, connect, type Database, statementSeconds } from '@/db/connection/client'
import { singleton } from '@/db/singleton'
import { EnvironmentError, env } from './env'
import { refuseRealCustomers } from './real-customers'

export type { Database }

interface Holder {
  connection: Promise<Connection> | undefined
  /** For code that runs often and should not await a promise each time. */
  opened: Connection | undefined
}

const holder = () => singleton<Holder>('database', () => ({ connection: undefined, opened: undefined }))

type Update = (opened: Connection) => Promise<void>

const updater = () => singleton<{ update: Update | undefined }>('database-update', () => ({ update: undefined }))

/** Not imported here: the function needs every endpoint, and every endpoint imports this module. */
export function updateDatabaseWith(update: Update): void {
  updater().update = update
}

/** For code that runs often and should only await if there is a promise. */
export const connected = (): Connection | Promise<Connection> => holder().opened ?? connection()

/** Opened on first use. After a failure, the next call tries again. */
export function connection(): Promise<Connection> {
  const connectionState = holder()
  connectionState.connection ??= openDatabase().then(
    (opened) => {
      connectionState.opened = opened
      return opened
    },
    (error: unknown) => {
      connectionState.connection = undefined
      throw error
    },
  )
  return connectionState.connection
}

/** For tests and commands. */
export function setConnection(opened: Connection): void {
  Object.assign(holder(), { connection: Promise.resolve(opened), opened })
}

/** The next use opens a new one. */
export async function closeDatabase(): Promise<void> {
  const connectionState = holder()
  const closing = connectionState.connection
  Object.assign(connectionState, { connection: undefined, opened: undefined })
  await (await closing)?.close()
}

/** undefined, or a sentence with the command that limits statements outside transactions. */
export async function missingStatementLimit(): Promise<string | undefined> {
  const { db } = await connection()
  const [found] = await db
    .select({ name: sql<string>`quote_ident(current_database())` })
    .from(sql`(select current_setting('statement_timeout') as value) as setting`)
    .where(sql`value = '0'`)
  return (
    found &&
    `Statements may run for any time in this database: run as its owner: alter database ${found.name} set statement_timeout = '${statementSeconds}s'`
  )
}

/** Every request uses prepared statements. Returns undefined or a sentence. Caches only a success. */
export async function missingPreparedStatements(): Promise<string | undefined> {
  const { keepsStatements } = await connection()
  const known = singleton('prepared-statements', () => ({ areKept: false }))
  known.areKept ||= keepsStatements === undefined || (await keepsStatements())
  return known.areKept
    ? undefined
    : 'The pooler in front of the database forgets prepared statements: set max_prepared_statements = 200 in PgBouncer 1.21 or later, or connect past it.'
}

/** Throws {@link EnvironmentError} if SANDBOX is on and the database has real customers. */
export async function openDatabase(url = env().DATABASE_URL): Promise<Connection> {
  const { DATA_DIR, NEON_PROXY, SANDBOX, VERCEL } = env()
  const opened = await connect({
    url,
    data_dir: DATA_DIR,
    neon_proxy: NEON_PROXY,
    is_suspended: VERCEL !== undefined,
  })
  try {
    if (SANDBOX) await refuseRealCustomers(opened.db)
    // Only this process can migrate the embedded database. Others are migrated by a command before the start.
    if (!url) await updater().update?.(opened)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}
