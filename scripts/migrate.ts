/** `npm run db:migrate`: updates the database of the environment, both schema and base data. */
import { migrateDatabase } from '@/lib/server/update-database'
import { databaseCommand } from './command'

await databaseCommand(migrateDatabase, { direct: true })
