import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { type Database, statementSeconds } from './connection/client'
import { takeTurn } from './connection/command-lock'

const table = sql`drizzle.__drizzle_migrations`

/**
 * Runs the migrations of `migrationsFolder` that this database has not had yet, in the given transaction: all or none. A
 * concurrent run waits and finds nothing to do. The table that lists them is that of drizzle's own migrator, which is
 * not used because it takes no lock: of two at once, one failed.
 */
export async function migrate(tx: Database, migrationsFolder: string): Promise<void> {
  await takeTurn(tx, 'migrate')
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql`create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`,
  )
  const [done] = await tx.select({ at: sql<number>`coalesce(max(created_at), 0)`.mapWith(Number) }).from(table)
  for (const migration of readMigrationFiles({ migrationsFolder })) {
    if (done && migration.folderMillis <= done.at) continue
    for (const statement of migration.sql) await tx.execute(sql.raw(statement))
    const { hash, folderMillis } = migration
    await tx.execute(sql`insert into ${table} (hash, created_at) values (${hash}, ${folderMillis})`)
  }
}

/**
 * Gives new connections to this database a time limit for statements, unless it has one already or this role may not. For
 * statements outside transactions, which cannot bring a limit: poolers refuse it as an option of a connection.
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
