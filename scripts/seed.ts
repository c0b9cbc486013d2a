/** `npm run db:seed`: migrates the database and writes the demonstration shop, once. Only with SANDBOX=1. */
import { seedDemonstration } from '@/lib/server/demonstration/demonstration'
import { databaseCommand } from './command'

await databaseCommand(seedDemonstration)
