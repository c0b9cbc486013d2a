import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Connection, type Database, statementSeconds } from './connection/client'

/* Each migration has a kind, which says what it locks and how it runs (docs/decisions/055). */

export const kinds = ['expand', 'data', 'index', 'validate', 'contract'] as const
export type Kind = (typeof kinds)[number]

/** From a name such as `0001_1_1_expand_orders`. The first migration, of a new database, has none. */
export function kindOf(tag: string): Kind | undefined {
  const [, word] = /^\d{4}_\d+_\d+_([a-z]+)(?:_|$)/.exec(tag) ?? []
  return kinds.find((kind) => kind === word)
}

interface Migration {
  tag: string
  kind: Kind | undefined
  /** In the table of the migrations: the latest says what a database has had. */
  at: number
  hash: string
  statements: string[]
}

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

const readMigration = (folder: string, file: string, at: number): Migration => {
  const text = readFileSync(join(folder, file), 'utf8')
  const tag = file.replace('.sql', '')
  const hash = createHash('sha256').update(text).digest('hex')
  return { tag, kind: kindOf(tag), at, hash, statements: text.split('--> statement-breakpoint') }
}

export function readMigrations(folder: string): Migration[] {
  const { entries } = Journal.parse(JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')))
  return entries.map(({ tag, when }) => readMigration(folder, `${tag}.sql`, when))
}

/** Of versions between 1.0.0 and 1.1.0, which were not released. Their file names begin with their times. */
export function readUnreleased(folder: string): Migration[] {
  const unreleased = join(folder, 'unreleased')
  const files = existsSync(unreleased) ? readdirSync(unreleased).toSorted() : []
  return files.map((file) => readMigration(unreleased, file, Number.parseInt(file, 10)))
}

const table = sql`drizzle.__drizzle_migrations`
const progress = sql`drizzle.migration_progress`

/** Older than the first migration. */
export class TooOldError extends Error {
  override name = 'TooOldError'
  override message =
    'The database is older than version 1.0, and the migrations between are not in this version: with the last commit that has db/migrations/0047_search_variants.sql, run npm ci && npm run db:migrate. Then update it with this version. Or start with an empty database.'
}

/** Below `deadlock_timeout` (1 s): in a deadlock, the migration gives way and is repeated, never a request. */
const lockMilliseconds = 800
const attempts = 20
const batch = 1_000

/**
 * Runs the migrations that the database has not had; a concurrent run waits. Each is complete or repeated by the next
 * run. `say` gets a line about each. Replaces drizzle's migrator, which takes no lock; uses its table. The first
 * migration replaces all before version 1.0 and has the time of the last of them (docs/decisions/035): a database with
 * all of these continues with the second, an older one throws {@link TooOldError}.
 */
export async function migrate(
  connection: Connection,
  folder: string,
  say: (line: string) => void = () => {},
): Promise<void> {
  const work = () =>
    connection.session((db) => new Migrator(db, say).run(readMigrations(folder), readUnreleased(folder)))
  // Only this process can use the embedded database, which has one connection.
  await (connection.pool ? alone(connection, work) : work())
}

/**
 * In an idle transaction, as poolers forget locks of connections. Each attempt is a transaction of its own: indexes that
 * are built beside requests wait for the end of any transaction with a statement that runs.
 */
const alone = ({ session }: Connection, work: () => Promise<void>) =>
  session(async (holder) => {
    for (;;) {
      await holder.execute(sql`begin`)
      const isTaken = sql<boolean>`pg_try_advisory_xact_lock(hashtext('mini-shop.migrate'))`
      if (await selectValue(holder, isTaken)) break
      await holder.execute(sql`rollback`)
      await wait(200)
    }
    await holder.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await work()
    await holder.execute(sql`commit`)
  })

async function selectValue<T>(db: Database, value: SQL<T>): Promise<T | undefined> {
  const [row] = await db.select({ value }).from(sql`(select) as one`)
  return row?.value
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error ? ('code' in error ? error.code : codeOf(error.cause)) : undefined

/** A lock that was not available, or a deadlock. */
const mustWait = (error: unknown) => ['55P03', '40P01'].includes(String(codeOf(error)))

class Migrator {
  constructor(
    private readonly db: Database,
    private readonly say: (line: string) => void,
  ) {}

  async run(all: readonly Migration[], unreleased: readonly Migration[]): Promise<void> {
    await this.execute('create schema if not exists drizzle')
    await this.db.execute(
      sql`create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`,
    )
    const latest = await this.latest()
    const [first] = all
    if (latest > 0 && first && latest < first.at) throw new TooOldError()
    if (first && latest > first.at) await this.adopt(latest, all, unreleased)
    const due = await this.latest().then((done) => all.filter(({ at }) => at > done))
    if (latest > 0) for (const migration of due) this.say(await this.planOf(migration))
    for (const migration of due) {
      const began = Date.now()
      await this.apply(migration)
      if (latest > 0) this.say(`${migration.tag}: done in ${((Date.now() - began) / 1_000).toFixed(1)} s`)
    }
  }

  /** A database of a version between 1.0.0 and 1.1.0 gets the rest of their migrations instead of those of 1.1. */
  private async adopt(latest: number, all: readonly Migration[], unreleased: readonly Migration[]): Promise<void> {
    const last = unreleased.at(-1)?.at ?? 0
    if (latest > last) return
    await this.inTransaction(async () => {
      for (const migration of unreleased.filter(({ at }) => at > latest)) {
        for (const statement of migration.statements) await this.execute(statement)
        await this.record(migration)
      }
      for (const migration of all.filter(({ tag }) => /^\d{4}_1_1_[a-z]+$/.test(tag))) await this.record(migration)
    })
    this.say('The database was of a version between 1.0.0 and 1.1.0: it has the changes that were left.')
  }

  private async apply(migration: Migration): Promise<void> {
    if (migration.kind === 'index') {
      for (const statement of migration.statements) await this.index(statement)
      await this.record(migration)
    } else if (migration.kind === 'contract') {
      for (const statement of migration.statements) await this.alone(statement, lockMilliseconds)
      await this.record(migration)
    } else if (migration.kind === 'data') {
      for (const [at, statement] of migration.statements.entries()) await this.changeRows(migration.tag, at, statement)
      await this.inTransaction(async () => {
        await this.record(migration)
        await this.db.execute(sql`delete from ${progress} where tag = ${migration.tag}`)
      })
    } else {
      await this.inTransaction(async () => {
        for (const statement of migration.statements) await this.execute(statement)
        await this.record(migration)
      })
    }
  }

  /** Outside a transaction. What an interrupted attempt left is removed. */
  private async index(statement: string): Promise<void> {
    const [, name = ''] = /index concurrently "(\w+)"/i.exec(statement) ?? []
    const rows = await this.db
      .select({ name: sql<string>`relname`, isValid: sql<boolean>`indisvalid` })
      .from(sql`pg_index join pg_class on pg_class.oid = indexrelid`)
      .where(
        sql`relnamespace = 'public'::regnamespace and (relname = ${name} or relname ~ ${`^${name}_cc(new|old)\\d*$`})`,
      )
    for (const left of rows.filter(({ isValid }) => !isValid))
      await this.alone(`drop index concurrently "${left.name}"`, 0)
    const exists = rows.some((row) => row.name === name && row.isValid)
    if (!exists || !/^create /im.test(statement)) await this.alone(statement, 0)
  }

  /** Outside a transaction. */
  private async alone(statement: string, lock_timeout: number): Promise<void> {
    await this.execute('set statement_timeout = 0')
    await this.execute(`set lock_timeout = ${lock_timeout}`)
    await this.repeated(() => this.execute(statement))
    await this.execute('reset lock_timeout')
    await this.execute('reset statement_timeout')
  }

  /** Once, or for all rows in batches, each in its own transaction together with how far it is. */
  private async changeRows(tag: string, at: number, statement: string): Promise<void> {
    const [, batched] = /^-- in batches of "(\w+)"$/m.exec(statement) ?? []
    await this.db.execute(
      sql`create table if not exists ${progress} (tag text, statement int, until int not null, primary key (tag, statement))`,
    )
    const done = await selectValue(
      this.db,
      sql<number | null>`(select until from ${progress} where tag = ${tag} and statement = ${at})`,
    )
    const last = batched
      ? await selectValue(this.db, sql`(select coalesce(max(id), 0) from ${sql.identifier(batched)})`.mapWith(Number))
      : 1
    const size = batched ? batch : 1
    for (let after = done ?? 0; after < (last ?? 0); after += size) {
      const until = after + size
      await this.inTransaction(async () => {
        await this.execute(statement.replaceAll(/\$1\b/g, String(after)).replaceAll(/\$2\b/g, String(until)))
        await this.db.execute(
          sql`insert into ${progress} values (${tag}, ${at}, ${until}) on conflict (tag, statement) do update set until = excluded.until`,
        )
      })
    }
  }

  private execute = (statement: string) => this.db.execute(sql.raw(statement))

  private record = ({ hash, at }: Pick<Migration, 'hash' | 'at'>) =>
    this.db.execute(sql`insert into ${table} (hash, created_at) values (${hash}, ${at})`)

  private latest = async () =>
    (await selectValue(this.db, sql`(select coalesce(max(created_at), 0) from ${table})`.mapWith(Number))) ?? 0

  private inTransaction = (work: () => Promise<void>) =>
    this.repeated(async () => {
      await this.execute('begin')
      try {
        await this.execute(`set local lock_timeout = ${lockMilliseconds}`)
        await this.execute('set local statement_timeout = 0')
        await work()
        await this.execute('commit')
      } catch (error) {
        await this.execute('rollback')
        throw error
      }
    })

  /** While other transactions hold the locks, up to {@link attempts} times, a second apart. */
  private async repeated(work: () => Promise<unknown>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await work()
        return
      } catch (error) {
        if (!mustWait(error) || attempt === attempts) throw error
        this.say(`A lock is held by other transactions: attempt ${attempt + 1} of ${attempts} in a second.`)
        await wait(1_000)
      }
    }
  }

  private async planOf({ tag, kind, statements }: Migration): Promise<string> {
    const text = statements.join('\n')
    const tables = [
      ...new Set(Array.from(text.matchAll(/(?:batches of| on|^alter table) "(\w+)"/gim), ([, name = '']) => name)),
    ]
    const sizes = kind === 'data' || kind === 'index' || kind === 'validate' ? await this.sizes(tables) : ''
    const [locked = ''] = /^lock table .*(?=;)/im.exec(text) ?? []
    const plan = {
      expand: `adds to the schema${locked && `; locks ${locked.slice('lock table '.length)} for less than a second`}`,
      data: `changes rows in batches, beside requests${sizes}`,
      index: `builds ${statements.length} indexes, beside requests${sizes}`,
      validate: `checks ${statements.length} constraints, beside requests${sizes}`,
      contract: 'removes what no version needs that can run',
    }
    return `${tag}: ${kind ? plan[kind] : 'creates the tables'}`
  }

  private async sizes(tables: readonly string[]): Promise<string> {
    const rows = await this.db
      .select({ name: sql<string>`relname`, rows: sql<number>`reltuples`.mapWith(Number) })
      .from(sql`pg_class`)
      .where(sql`relnamespace = 'public'::regnamespace and relname in ${[...tables]}`)
      .orderBy(sql`relname`)
    const known = rows.filter((row) => row.rows > 0)
    return known.length === 0
      ? ''
      : ` (about ${known.map((row) => `${Math.round(row.rows)} rows of ${row.name}`).join(', ')})`
  }
}

/**
 * For new connections, unless a limit exists or the role may not set one. Statements outside transactions cannot set a
 * limit themselves, and poolers refuse a limit as an option of a connection.
 */
export async function limitStatements(tx: Database): Promise<void> {
  await tx.execute(
    sql.raw(`do $$ begin
    if exists (
      select from pg_database d where datname = current_database() and pg_has_role(datdba, 'usage') and not exists (
        select from pg_db_role_setting s, unnest(s.setconfig) c
        where s.setdatabase = d.oid and s.setrole = 0 and c like 'statement_timeout=%'))
    then execute format('alter database %I set statement_timeout = %L', current_database(), '${statementSeconds}s');
    end if;
  end $$`),
  )
}
