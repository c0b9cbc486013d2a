import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { type Database, statementSeconds } from './connection/client'
import { takeCommandLock } from './connection/command-lock'

const table = sql`drizzle.__drizzle_migrations`

/** Older than the first migration. */
export class TooOldError extends Error {
  override name = 'TooOldError'
  override message =
    'The database is older than version 1.0, and the migrations between are not in this version: with the last commit that has db/migrations/0047_search_variants.sql, run npm ci && npm run db:migrate. Then update it with this version. Or start with an empty database.'
}

/**
 * All or none; a concurrent run waits. Replaces drizzle's migrator, which takes no lock, so one of two runs would fail;
 * uses its table. The first migration replaces all before version 1.0 and has the time of the last of them
 * (docs/decisions/035): a database with all of these continues with the second, an older one throws {@link
 * TooOldError}.
 */
export async function migrate(tx: Database, migrationsFolder: string): Promise<void> {
  await takeCommandLock(tx, 'migrate')
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql`create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`,
  )
  const [done] = await tx.select({ at: sql<number>`coalesce(max(created_at), 0)`.mapWith(Number) }).from(table)
  const migrations = readMigrationFiles({ migrationsFolder })
  if (done && done.at > 0 && migrations[0] && done.at < migrations[0].folderMillis) throw new TooOldError()
  for (const migration of migrations) {
    if (done && migration.folderMillis <= done.at) continue
    for (const statement of migration.sql) await tx.execute(sql.raw(statement))
    const { hash, folderMillis } = migration
    await tx.execute(sql`insert into ${table} (hash, created_at) values (${hash}, ${folderMillis})`)
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
