import { join } from 'node:path'
import { writeBase } from '@/db/base/write'
import type { Connection } from '@/db/connection/client'
import { limitStatements, migrate, TooOldError } from '@/db/migrate'
import { adminOperations, permissionCodes } from '@/lib/auth/permission-codes'
import { connection, missingPreparedStatements, openDatabase, updateDatabaseWith } from '@/lib/kit/database'
import { EnvironmentError, env } from '@/lib/kit/env'
import { endpoints } from './endpoints'
import { markProductionDatabase, refuseProductionDatabase } from './production-mark'

/** Relative to the working directory of the server and of every command. */
const migrationsFolder = join(/* turbopackIgnore: true */ process.cwd(), 'db', 'migrations')

export function declaredAccess() {
  const operations = adminOperations(endpoints)
  return { operations, points: permissionCodes(operations) }
}

/**
 * The base data in one transaction of its own. `say` gets lines about the migrations. Throws {@link EnvironmentError} if
 * the database is too old.
 */
export async function migrateAndWriteBase(opened: Connection, say?: (line: string) => void): Promise<void> {
  try {
    await migrate(opened, migrationsFolder, say)
  } catch (error) {
    throw error instanceof TooOldError ? new EnvironmentError([error.message]) : error
  }
  await opened.transaction(
    async (tx) => {
      await writeBase(tx, declaredAccess())
      await limitStatements(tx)
    },
    { statement_seconds: 0 },
  )
}

export const updateEmbeddedDatabase = () => updateDatabaseWith((opened) => migrateAndWriteBase(opened))

/**
 * Bypasses the pooler if there is a direct URL. Any number of processes may call this at once. Throws {@link
 * EnvironmentError} if the server could not use the database.
 */
export async function migrateDatabase(say?: (line: string) => void): Promise<string> {
  const { DATABASE_URL, DATABASE_URL_UNPOOLED } = env()
  const update = async (opened: Connection) => {
    await refuseProductionDatabase(opened.db)
    await migrateAndWriteBase(opened, say)
    await markProductionDatabase(opened.db)
  }
  if (DATABASE_URL && DATABASE_URL_UNPOOLED) {
    const direct = await openDatabase(DATABASE_URL_UNPOOLED)
    await update(direct).finally(direct.close)
  } else {
    await update(await connection())
  }
  // The migration may have bypassed a pooler that does not respond. The server checks the pooler again when it starts.
  const forgetful = await missingPreparedStatements().catch(() => undefined)
  if (forgetful) throw new EnvironmentError([forgetful])
  return 'The database is up to date.'
}
