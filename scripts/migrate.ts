/** `npm run db:migrate`: brings the database that the environment names up to date. */
import { closeDatabase, migrateDatabase } from '@/lib/database'
import { command } from './command'

await command(() => migrateDatabase().finally(closeDatabase))
