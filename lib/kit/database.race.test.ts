import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { connect } from '@/db/connection/client'
import journal from '@/db/migrations/meta/_journal.json'
import { startBridge } from '@/db/testing/neon-bridge'
import { startForgetfulPooler } from '@/db/testing/pooler'
import { createDatabase, dropDatabase } from '@/db/testing/postgres'
import { readiness } from '@/lib/server/ready'
import { closeDatabase, missingPreparedStatements, missingStatementLimit, setConnection } from './database'

const given = inject('database')

/** Creates a database, empty or only migrated, runs `work` with its URL, and drops the database. */
async function withDatabase(state: 'empty' | 'migrated', work: (url: string) => Promise<void>): Promise<void> {
  if (given.driver === 'pglite') throw new Error('Race tests run on PostgreSQL.')
  const name = `migrated_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(given.direct, name, state === 'migrated' ? given.template : undefined)
  await work(url).finally(() => dropDatabase(given.direct, name))
}

/**
 * The folder of the bundled database commands, as they are deployed. A bundled command starts without compiling its
 * sources.
 */
const commands = '.data/commands'
beforeAll(() => {
  execFileSync(process.execPath, ['scripts/bundle.mjs', commands])
})

/** Runs a bundled command. Returns the exit code and the output without the line that names the database. */
const run = (script: string, variables: Record<string, string>) =>
  new Promise<{ code: unknown; text: string }>((resolve) => {
    const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: 'production', ...variables }
    execFile(process.execPath, [`${commands}/${script}.js`], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, text: stdout + stderr.replace(/^Database: .+\n/, '') }),
    )
  })

const upToDate = { code: 0, text: 'The database is up to date.\n' }
const ten = (variables: Record<string, string>) =>
  Promise.all(Array.from({ length: 10 }, () => run('migrate', variables)))

/** Returns the first column of the rows of a query. */
async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<[unknown]>({ text, rowMode: 'array' })
  await client.end()
  return rows.map(([value]) => value)
}

/** Returns the number of rows of each table, as texts with the name of the table. */
const counts = (url: string) =>
  query(
    url,
    `select schemaname || '.' || relname || ' ' || (xpath('/row/n/text()', query_to_xml(
      format('select count(*) as n from %I.%I', schemaname, relname), false, true, '')))[1]
    from pg_stat_user_tables order by 1`,
  )

test('ten migrations at once, on an empty database and on a full one', { timeout: 180_000 }, async () => {
  await withDatabase('empty', async (url) => {
    expect(await ten({ DATABASE_URL: url })).toEqual(Array(10).fill(upToDate))
    const seeded = await run('seed', { DATABASE_URL: url, SANDBOX: '1' })
    expect(seeded).toEqual({ code: 0, text: 'The demonstration shop was written.\n' })
    const before = await counts(url)
    expect(before).toContain(`drizzle.__drizzle_migrations ${journal.entries.length}`)
    expect(await ten({ DATABASE_URL: url })).toEqual(Array(10).fill(upToDate))
    expect(await counts(url)).toEqual(before)
  })
})

test('a migration bypasses the pooler if DATABASE_URL_UNPOOLED is set', async () => {
  await withDatabase('empty', async (url) => {
    const nobody = 'postgres://nobody@127.0.0.1:9/nothing'
    expect(await run('migrate', { DATABASE_URL: nobody, DATABASE_URL_UNPOOLED: url })).toEqual(upToDate)
  })
})

describe('a pooler that forgets prepared statements', () => {
  const sentence = /^The pooler in front of the database forgets prepared statements: set max_prepared_statements = 200/

  const through = async (url: string, neon_proxy?: string) => {
    setConnection(await connect({ url, data_dir: '', neon_proxy }))
    return missingPreparedStatements().finally(closeDatabase)
  }

  test('is found by the migration, the readiness and the drivers; other databases are not reported', async () => {
    await withDatabase('migrated', async (url) => {
      const pooler = await startForgetfulPooler(url)
      const [bridge, pooled] = [await startBridge(url), await startBridge(pooler.url)]
      try {
        expect(await through(pooler.url)).toMatch(sentence)
        expect(await through(pooler.url, pooled.address)).toMatch(sentence)
        setConnection(await connect({ url: pooler.url, data_dir: '' }))
        expect(await readiness().finally(closeDatabase)).toEqual({
          ready: false,
          detail: expect.stringMatching(sentence),
        })
        const refused = { code: 1, text: expect.stringMatching(sentence) }
        const past = { DATABASE_URL: pooler.url, DATABASE_URL_UNPOOLED: url }
        expect(await run('migrate', past)).toEqual(refused)
        expect(await through(url, bridge.address)).toBeUndefined()
        expect(await through(url)).toBeUndefined()
      } finally {
        await bridge.stop()
        await pooled.stop()
        pooler.stop()
      }
    })
  })
})

describe('statements outside transactions have a time limit', () => {
  const limit = (url: string) => query(url, "select current_setting('statement_timeout')")
  const missing = async (url: string) => {
    setConnection(await connect({ url, data_dir: '' }))
    return missingStatementLimit().finally(closeDatabase)
  }

  test('from the migration on, unless the database has another', async () => {
    await withDatabase('empty', async (url) => {
      expect(await missing(url)).toMatch(/run as its owner: alter database \w+ set statement_timeout = '5s'$/)
      expect(await run('migrate', { DATABASE_URL: url })).toEqual(upToDate)
      expect(await limit(url)).toEqual(['5s'])
      expect(await missing(url)).toBeUndefined()
      const name = new URL(url).pathname.slice(1)
      await query(url, `alter database ${name} set statement_timeout = '20s'`)
      expect(await run('migrate', { DATABASE_URL: url })).toEqual(upToDate)
      expect(await limit(url)).toEqual(['20s'])
    })
  })

  test('or the start names the command to run, if the role may not set it', async () => {
    await withDatabase('empty', async (url) => {
      const name = new URL(url).pathname.slice(1)
      const role = `role_${name}`
      for (const statement of [
        `create role ${role} login`,
        `grant create on database ${name} to ${role}`,
        `grant all on schema public to ${role}`,
        'create extension if not exists pg_trgm',
      ])
        await query(url, statement)
      const limited = new URL(url)
      limited.username = role
      expect(await run('migrate', { DATABASE_URL: limited.href })).toEqual(upToDate)
      expect(await limit(url)).toEqual(['0'])
      expect(await missing(limited.href)).toMatch(/statement_timeout/)
      await query(url, `drop owned by ${role}`)
      await query(url, `drop role ${role}`)
    })
  })
})

describe('a demonstration', () => {
  const refused = { code: 1, text: expect.stringMatching(/^SANDBOX must be off for this database: .*known password/) }

  test('never enters a database with real customers', async () => {
    await withDatabase('migrated', async (url) => {
      await query(url, `insert into "user" (kind, deleted_at) values ('customer', now())`)
      const before = await counts(url)
      expect(await run('seed', { DATABASE_URL: url, SANDBOX: '1' })).toEqual(refused)
      expect(await run('migrate', { DATABASE_URL: url, SANDBOX: '1' })).toEqual(refused)
      expect(await counts(url)).toEqual(before)
      expect(await run('migrate', { DATABASE_URL: url })).toEqual(upToDate)
    })
  })

  test('is written if only its own visitors have registered', async () => {
    await withDatabase('migrated', async (url) => {
      await query(url, `insert into "user" (kind, sandbox) values ('customer', true)`)
      expect(await run('seed', { DATABASE_URL: url, SANDBOX: '1' })).toMatchObject({ code: 0 })
    })
  })
})
