import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, inject, test } from 'vitest'
import { connect } from '@/db/connection/client'
import * as tables from '@/db/tables'
import { createDatabase } from '@/db/testing/postgres'
import { unique } from '@/lib/server/testing/factories'

const folder = mkdtempSync(join(tmpdir(), 'deploying-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What an operator's shell has before anything was loaded. */
const bare = {
  NODE_ENV: 'production' as const,
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: join(folder, 'embedded'),
}

const shell = (script: string) =>
  promisify(execFile)('sh', ['-ec', script], { env: bare }).then(
    ({ stdout, stderr }) => ({ failed: false, output: stdout + stderr }),
    ({ stdout, stderr }) => ({ failed: true, output: `${stdout}${stderr}` }),
  )

/** The lines of the guide that concern the database, block by block, without what needs root or the network. */
function blocks(): string[] {
  const guide = readFileSync('docs/deploying.md', 'utf8')
  return [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.replace('git pull && npm ci && npm run build && ', ''))
      .filter((line) => /^(set -a|npm run (db|admin))/.test(line))
      .join('\n')
      .replaceAll('/etc/shop.env', join(folder, 'shop.env'))
      .replaceAll('<username>', 'boss'),
  )
}

test('the commands of the guide work on the database of the server', { timeout: 120_000 }, async () => {
  const database = inject('database')
  if (database.driver !== 'pg') throw new Error('the guide is about a server of its own')
  const name = unique('deploying_')
  const url = await createDatabase(database.url, name)
  writeFileSync(
    join(folder, 'shop.env'),
    `DATABASE_URL='${url}'\nBASE_URL='https://shop.example.com'\nNEXTAUTH_SECRET='${'s'.repeat(40)}'\nCRON_SECRET='${'c'.repeat(40)}'\n`,
  )
  const [first = '', second = ''] = blocks().filter((block) => block.includes('db:migrate'))
  expect(first).toContain('admin:create')
  for (const block of [first, second]) {
    const { failed, output } = await shell(block)
    expect({ failed, output }).toMatchObject({
      failed: false,
      output: expect.stringContaining(`Database: ${name} on `),
    })
    expect(output).not.toContain(new URL(url).password || 'no password')
  }
  const { db, close } = await connect({ url, data_dir: '' })
  try {
    expect(await db.$count(tables.user)).toBe(1)
  } finally {
    await close()
  }
})

test.each(['db:migrate', 'admin:create -- boss'])(
  '%s without variables touches no database',
  { timeout: 60_000 },
  async (name) => {
    const { failed, output } = await shell(`npm run ${name}`)
    expect(failed).toBe(true)
    expect(output).toContain('DATABASE_URL is not set')
    expect(output).toContain('--embedded')
  },
)
