import { join } from 'node:path'
import { writeBase } from '@/db/base/write'
import type { Connection } from '@/db/connection/client'
import { limitStatements, migrate } from '@/db/migrate'
import { adminOperations, permissionPoints } from '@/lib/auth/permission-codes'
import { connection, missingPreparedStatements, openDatabase, updateDatabaseWith } from '@/lib/kit/database'
import { EnvironmentError, env } from '@/lib/kit/env'
import { endpoints } from './endpoints'

/** The folder of the migrations, relative to the working directory of the server and of every command. */
const migrationsFolder = join(/* turbopackIgnore: true */ process.cwd(), 'db', 'migrations')

/** The permissions of all endpoints, and the operations that require them. */
export function declaredAccess() {
  const operations = adminOperations(endpoints)
  return { operations, points: permissionPoints(operations) }
}

/** In one transaction: the schema is never newer than the permissions and menus that belong to it. */
async function migrateAndWriteBase({ transaction }: Connection): Promise<void> {
  await transaction(
    async (tx) => {
      await migrate(tx, migrationsFolder)
      await limitStatements(tx)
      await writeBase(tx, declaredAccess())
    },
    { statement_seconds: 0 },
  )
}

/** From here on, an embedded database is brought up to date when it is opened. Others are migrated by a command. */
export const updateEmbeddedDatabase = () => updateDatabaseWith(migrateAndWriteBase)

/**
 * Runs the migrations and writes the base data, past the connection pooler where the environment says how. Any number of
 * processes may do this at once. Throws {@link EnvironmentError} where the server could not use the database. Returns a
 * sentence for the terminal.
 */
export async function migrateDatabase(): Promise<string> {
  const { DATABASE_URL, DATABASE_URL_UNPOOLED } = env()
  if (DATABASE_URL && DATABASE_URL_UNPOOLED) {
    const direct = await openDatabase(DATABASE_URL_UNPOOLED)
    await migrateAndWriteBase(direct).finally(direct.close)
  } else {
    await migrateAndWriteBase(await connection())
  }
  // The migration may go past a pooler that does not answer here; the start asks again.
  const forgetful = await missingPreparedStatements().catch(() => undefined)
  if (forgetful) throw new EnvironmentError([forgetful])
  return 'The database is up to date.'
}
