import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { connect } from '@/db/connection/client'
import * as tables from '@/db/tables'
import { createDatabase, dropDatabase } from '@/db/testing/postgres'
import { unique } from '@/lib/server/testing/factories'

const folder = mkdtempSync(join(tmpdir(), 'deploying-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The environment variables of an operator's shell, which do not include the variables of the server. */
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

const database = inject('database')
if (database.driver !== 'pg') throw new Error('The guide is about a server of its own.')
const server = database.url
const name = unique('deploying_')
const rehearsal = `${name}_rehearsal`
let url = ''

/** Runs a shell script after loading the variables of the server, as an operator does. */
const withVariables = (script: string) => shell(`set -a && . ${join(folder, 'shop.env')} && set +a\n${script}`)

const Package = z.object({ scripts: z.record(z.string(), z.string()) })
const { scripts } = Package.parse(JSON.parse(readFileSync('package.json', 'utf8')))
/** Returns the command of an npm script, which does not need npm's own time. */
const script = (name: string) => scripts[name] ?? `npm run ${name}`

async function within<T>(work: (db: Awaited<ReturnType<typeof connect>>['db']) => Promise<T>): Promise<T> {
  const { db, close } = await connect({ url, data_dir: '' })
  return work(db).finally(close)
}

/** Whether this machine has PostgreSQL's tools in the version of the server or newer. */
async function hasTools(): Promise<boolean> {
  const [server] = await within((db) =>
    db.select({ version: sql<string>`current_setting('server_version_num')` }).from(sql`(select) as nothing`),
  )
  try {
    const tools = execFileSync('sh', ['-c', 'pg_dump --version'], { encoding: 'utf8' })
    return Number(/ (\d+)/.exec(tools)?.[1]) >= Math.floor(Number(server?.version) / 10_000)
  } catch {
    return false
  }
}

beforeAll(async () => {
  url = await createDatabase(server, name)
  const data = join(folder, 'data')
  mkdirSync(data)
  writeFileSync(
    join(folder, 'shop.env'),
    `DATABASE_URL='${url}'\nBASE_URL='https://shop.example.com'\nNEXTAUTH_SECRET='${'s'.repeat(40)}'\nCRON_SECRET='${'c'.repeat(40)}'\nDATA_DIR='${data}'\n`,
  )
})

test('the commands work on the database of the variables, and print its name', { timeout: 120_000 }, async () => {
  for (const command of ['npm run db:migrate', 'npm run admin:create -- boss']) {
    const { failed, output } = await withVariables(command)
    expect({ failed, output }).toMatchObject({
      failed: false,
      output: expect.stringContaining(`Database: ${name} on `),
    })
    expect(output).not.toContain(new URL(url).password || 'no password')
  }
  expect(await within((db) => db.$count(tables.user))).toBe(1)
})

test('a backup is rehearsed, and an incomplete one is refused', { timeout: 240_000 }, async ({ skip }) => {
  skip(!(await hasTools()), 'there are no tools of PostgreSQL as new as the server')
  const key = `u/${'k'.repeat(32)}.png`
  mkdirSync(join(folder, 'data/files/u'), { recursive: true })
  writeFileSync(join(folder, 'data/files', key), 'four')
  await within(async (db) => {
    const [user] = await db.select().from(tables.user)
    await db
      .insert(tables.file_object)
      .values({ storage: 'local', key, url: `/files/${key}`, mime: 'image/png', size: 4, user_id: user?.id ?? 0 })
  })
  const [dump, archive] = [join(folder, 'shop.dump'), join(folder, 'files.tar.gz')]
  const backup = `pg_dump --format=custom --file=${dump} "$DATABASE_URL"
    tar --create --gzip --file=${archive} --directory="$DATA_DIR" files`
  expect(await withVariables(backup)).toMatchObject({ failed: false })

  const rehearse = `${script('restore:rehearse')} ${rehearsal} ${dump} ${archive}`
  await createDatabase(server, rehearsal)
  expect(await withVariables(rehearse)).toMatchObject({
    failed: false,
    output: expect.stringContaining('Restored: 0 customers, 0 products, 0 orders, 0 payments, 1 files.'),
  })
  expect(await withVariables(rehearse)).toMatchObject({ failed: true, output: expect.stringContaining('is not empty') })
  await dropDatabase(server, rehearsal)
  await createDatabase(server, rehearsal)
  await shell(`tar --create --gzip --file=${archive} --files-from=/dev/null`)
  expect(await withVariables(rehearse)).toMatchObject({
    failed: true,
    output: expect.stringContaining(`such as ${key}`),
  })
  await dropDatabase(server, rehearsal)
})

// Both commands run in `databaseCommand`, which prints the name of the database as tested above.
test('a command without variables touches no database', { timeout: 60_000 }, async () => {
  const { failed, output } = await shell(`${script('admin:create')} boss`)
  expect(failed).toBe(true)
  expect(output).toContain('DATABASE_URL is not set')
  expect(output).toContain('--embedded')
})
