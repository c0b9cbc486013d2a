/** `npm run db:migrate`: updates the schema and the base data of the database of the environment variables. */
import { migrateDatabase } from '@/lib/server/update-database'
import { databaseCommand } from './command'

await databaseCommand(() => migrateDatabase((line) => process.stdout.write(`${line}\n`)), { direct: true })
