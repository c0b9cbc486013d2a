import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { EnvironmentError } from '@/lib/kit/env'
import { readiness } from '@/lib/server/ready'
import { migrateDatabase } from '@/lib/server/update-database'

/** The times of the last two migrations before version 1.0, all of which became one migration (docs/decisions/035). */
const [last, beforeLast] = [1_795_628_839_013, 1_795_616_508_714]

const table = sql`drizzle.__drizzle_migrations`

/** Returns the times of the migrations that the database has had. */
async function times() {
  const { db } = await connection()
  const rows = await db
    .select({ at: sql`created_at`.mapWith(Number) })
    .from(table)
    .orderBy(sql`created_at`)
  return rows.map(({ at }) => at)
}

/** Changes this database into one that has had only the migrations with these times, from before version 1.0. */
async function becomeOlder(...at: number[]) {
  const { transaction } = await connection()
  await transaction(async (tx) => {
    await tx.execute(sql`delete from ${table}`)
    for (const one of at) await tx.execute(sql`insert into ${table} (hash, created_at) values ('older', ${one})`)
  })
}

test('a database that has had every migration before version 1.0 is updated', async () => {
  const later = (await times()).slice(1)
  await becomeOlder(beforeLast, last, ...later)
  expect(await migrateDatabase()).toBe('The database is up to date.')
  expect(await times()).toEqual([beforeLast, last, ...later])
  expect(await readiness()).toMatchObject({ ready: true })
})

test('a database that has had fewer is refused with instructions, and not changed', async () => {
  await becomeOlder(beforeLast)
  const error = await migrateDatabase().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(EnvironmentError)
  expect(String(error)).toMatch(/older than version 1\.0.+0047_search_variants\.sql.+npm run db:migrate/)
  expect(await times()).toEqual([beforeLast])
})

test.each([
  [{}, 0, null],
  [{ 'order.freight_fee': 800 }, 800, null],
  [{ 'order.freight_fee': 800, 'order.freight_free_from': 9_900 }, 800, 9_900],
  [{ 'order.freight_fee': 0, 'order.freight_free_from': 0 }, 0, null],
  // Not a number: the previous version takes the default.
  [{ 'order.freight_fee': 'free', 'order.freight_free_from': true }, 0, null],
])('the former settings of freight %j become the default template', async (settings, first_fee, free_amount) => {
  const file = readFileSync(join(import.meta.dirname, 'migrations', '0011_create_freight_template.sql'), 'utf8')
  const insert = file.slice(file.indexOf('INSERT INTO'))
  const { db, transaction } = await connection()
  await transaction(async (tx) => {
    await tx.delete(tables.freight_template)
    await tx.delete(tables.config)
    for (const [key, value] of Object.entries(settings)) await tx.insert(tables.config).values({ key, value })
    await tx.execute(sql.raw(insert))
    await tx.delete(tables.config)
  })
  expect(await db.select().from(tables.freight_template)).toMatchObject([
    {
      ...{ charge: 'piece', free_amount, free_pieces: null, no_delivery: [], is_default: true, version: 1 },
      rules: [{ regions: [], first: 1, first_fee, next: 1, next_fee: 0, free_amount: null }],
    },
  ])
})
