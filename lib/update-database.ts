import { join } from 'node:path'
import { writeBase } from '@/db/base/write'
import type { Connection } from '@/db/client'
import { limitStatements, migrate } from '@/db/migrate'
import { declaredPoints } from './auth/points'

/** The folder of the migrations, relative to the working directory of the server and of every command. */
const migrationsFolder = join(/* turbopackIgnore: true */ process.cwd(), 'db', 'migrations')

/** In one transaction: the schema is never newer than the permissions and menus that belong to it. */
export async function migrateAndWriteBase({ transaction }: Connection): Promise<void> {
  const points = await declaredPoints()
  await transaction(
    async (tx) => {
      await migrate(tx, migrationsFolder)
      await limitStatements(tx)
      await writeBase(tx, points)
    },
    { statement_seconds: 0 },
  )
}
