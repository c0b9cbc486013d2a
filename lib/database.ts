import { join } from 'node:path'
import { writeBase } from '@/db/base/write'
import { type Connection, connect, type Database } from '@/db/client'
import { singleton } from '@/db/singleton'
import { declaredPoints } from './auth/points'
import { env } from './env'

export type { Database }

interface Holder {
  connection: Promise<Connection> | undefined
  /** The same once it is open, for hot paths that avoid awaiting a promise. */
  opened: Connection | undefined
}

const holder = () => singleton<Holder>('database', () => ({ connection: undefined, opened: undefined }))

/** The connection of this process; a promise only until it is open. */
export const connected = (): Connection | Promise<Connection> => holder().opened ?? connection()

/** The connection of this process, opened on first use. After a failure, the next call tries again. */
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

/** Replaces the connection of this process; for tests and commands. */
export function setConnection(opened: Connection): void {
  Object.assign(holder(), { connection: Promise.resolve(opened), opened })
}

/** Closes the connection of this process; the next use opens a new one. */
export async function closeDatabase(): Promise<void> {
  const connectionState = holder()
  const closing = connectionState.connection
  Object.assign(connectionState, { connection: undefined, opened: undefined })
  await (await closing)?.close()
}

/** Runs the migrations and writes the base data. Returns a sentence for the terminal. */
export async function migrateDatabase(): Promise<string> {
  await bringUpToDate(await connection())
  return 'The database is up to date.'
}

async function bringUpToDate({ migrate, transaction }: Connection): Promise<void> {
  await migrate(migrationsFolder)
  const points = await declaredPoints()
  await transaction((tx) => writeBase(tx, points))
}

/** The folder of the migrations, relative to the working directory of the server and of every command. */
const migrationsFolder = join(process.cwd(), 'db', 'migrations')

async function openDatabase(): Promise<Connection> {
  const { DATABASE_URL, DATA_DIR, NEON_PROXY } = env()
  const opened = await connect({ url: DATABASE_URL, data_dir: DATA_DIR, neon_proxy: NEON_PROXY })
  // Only this process can migrate the embedded database. Others are migrated by a command before the start.
  if (!DATABASE_URL) await bringUpToDate(opened)
  return opened
}
