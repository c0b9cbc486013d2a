// Run before the server of the browser tests starts: creates root users with temporary passwords.

import { writeFileSync } from 'node:fs'
import { closeDatabase } from '@/lib/database'
import { env } from '@/lib/env'
import { makeRoot } from '@/lib/user/root'
import { command } from '@/scripts/command'
import { fileIn, names } from './colleagues'

async function createStaff(): Promise<string> {
  const secrets: Record<string, string> = {}
  for (const name of names) secrets[name] = (await makeRoot(name)).secret
  writeFileSync(fileIn(env().DATA_DIR), JSON.stringify(secrets))
  return `Created ${names.length} staff accounts.`
}

await command(() => createStaff().finally(closeDatabase))
