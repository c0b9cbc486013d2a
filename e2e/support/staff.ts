// Before the server of the browser tests starts: makes the people who work there, each a root with a one-time password.

import { writeFileSync } from 'node:fs'
import { closeDatabase } from '@/lib/database'
import { env } from '@/lib/env'
import { makeRoot } from '@/lib/user/root'
import { command } from '@/scripts/command'
import { fileIn, names } from './colleagues'

async function employ(): Promise<string> {
  const secrets: Record<string, string> = {}
  for (const name of names) secrets[name] = (await makeRoot(name)).secret
  writeFileSync(fileIn(env().DATA_DIR), JSON.stringify(secrets))
  return `${names.length} people work in the shop.`
}

await command(() => employ().finally(closeDatabase))
