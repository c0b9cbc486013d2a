/** `npm run db:migrate`: updates the database of the environment: migrations and base data. */
import { closeDatabase, migrateDatabase } from '@/lib/database'
import { command } from './command'

await command(() => migrateDatabase().finally(closeDatabase))
