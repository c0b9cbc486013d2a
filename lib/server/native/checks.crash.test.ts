import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, startPostgres, type TestPostgres } from '@/db/testing/postgres'
import { refusedServer } from '@/lib/server/testing/server'

const folder = mkdtempSync(join(tmpdir(), 'mini-shop-start-'))
const file = join(folder, 'file')
writeFileSync(file, '')

let postgres: TestPostgres
let url: URL
beforeAll(async () => {
  postgres = await startPostgres()
  url = new URL(await createDatabase(postgres.url, 'starting'))
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

/** Returns the URL of the database with the given parts replaced. */
const changed = (changes: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'hostname'>>) =>
  Object.assign(new URL(url), changes).href

test.each([
  ['without a place for files', () => ({ DATA_DIR: file }), /^Files cannot be stored in \S+ \(ENOTDIR.*set DATA_DIR/],
  ['on a database that does not exist', () => ({ DATABASE_URL: changed({ pathname: '/none' }) }), /does not exist/],
  [
    'with a host that is not found',
    () => ({ DATABASE_URL: changed({ hostname: 'db.invalid' }) }),
    /host .+ is not found/,
  ],
  ['with an unknown user', () => ({ DATABASE_URL: changed({ username: 'stranger' }) }), /refuses the (user|password)/],
])('a server %s ends with one sentence, and never listens', async (_, changes, sentence) => {
  const { code, reasons } = await refusedServer({
    DATABASE_URL: url.href,
    SANDBOX: '0',
    DATA_DIR: folder,
    ...changes(),
  })
  expect({ code, reasons }).toEqual({ code: 1, reasons: [expect.stringMatching(sentence)] })
  expect(reasons.join()).not.toContain(url.password || 'no password')
})
