import { join } from 'node:path'
import { writeBase } from '@/db/base/write'
import { type Connection, connect, type Database } from '@/db/client'
import { once } from '@/db/once'
import { declaredPoints } from './auth/points'
import { env } from './env'

export type { Database }

interface Holder {
  connection: Promise<Connection> | undefined
  /** The same once it is open, for hot paths that would rather not wait for a promise. */
  opened: Connection | undefined
}

const holder = () => once<Holder>('database', () => ({ connection: undefined, opened: undefined }))

/** The open connection, or the promise of it. */
export const connected = (): Connection | Promise<Connection> => holder().opened ?? connection()

/** The one connection of this process, opened on first use. */
export function connection(): Promise<Connection> {
  const held = holder()
  held.connection ??= openDatabase().then(
    (opened) => {
      held.opened = opened
      return opened
    },
    (error: unknown) => {
      held.connection = undefined
      throw error
    },
  )
  return held.connection
}

/** Tests and commands bring their own. */
export function setConnection(opened: Connection): void {
  Object.assign(holder(), { connection: Promise.resolve(opened), opened })
}

/** Ends the connection of this process; the next use opens a new one. */
export async function closeDatabase(): Promise<void> {
  const held = holder()
  const closing = held.connection
  Object.assign(held, { connection: undefined, opened: undefined })
  await (await closing)?.close()
}

/** Brings the database up to date: the tables and what every installation needs. Answers a sentence. */
export async function migrateDatabase(): Promise<string> {
  await bringUpToDate(await connection())
  return 'The database is up to date.'
}

async function bringUpToDate({ migrate, transaction }: Connection): Promise<void> {
  await migrate(migrationsFolder)
  const points = await declaredPoints()
  await transaction((tx) => writeBase(tx, points))
}

/** Where the migrations lie, from the folder that every command and the server are started in. */
const migrationsFolder = join(process.cwd(), 'db', 'migrations')

async function openDatabase(): Promise<Connection> {
  const { DATABASE_URL, DATA_DIR, NEON_PROXY } = env()
  const opened = await connect({ url: DATABASE_URL, data_dir: DATA_DIR, neon_proxy: NEON_PROXY })
  // Embedded, nobody else could have migrated it. Deployed databases are migrated by a command before the start.
  if (!DATABASE_URL) await bringUpToDate(opened)
  return opened
}
