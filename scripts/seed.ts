/** `npm run db:seed`: migrates and writes the demonstration shop, once. Only with SANDBOX=1. */
import { closeDatabase } from '@/lib/database'
import { seedDemonstration } from '@/lib/demonstration/demonstration'
import { command } from './command'

await command(() => seedDemonstration().finally(closeDatabase))
