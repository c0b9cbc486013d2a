import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { laterStatements } from '@/db/testing/later-statements'
import { connection } from '@/lib/kit/database'
import { EnvironmentError } from '@/lib/kit/env'
import { readiness } from '@/lib/server/ready'
import { api } from '@/lib/server/testing/api'
import { newBuyer, newProduct } from '@/lib/server/testing/factories'
import { migrateDatabase } from '@/lib/server/update-database'

/**
 * The times of the last two migrations before version 1.0. All migrations before version 1.0 were later merged into one
 * (docs/decisions/035).
 */
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

/**
 * Changes the list of migrations in this database: afterwards, it has had only the migrations with these times, from
 * before version 1.0.
 */
async function becomeOlder(...at: number[]) {
  const { transaction } = await connection()
  await transaction(async (tx) => {
    await tx.execute(sql`delete from ${table}`)
    for (const one of at) await tx.execute(sql`insert into ${table} (hash, created_at) values ('older', ${one})`)
  })
}

const statementWith = (text: string) => sql.raw(laterStatements().find((statement) => statement.includes(text)) ?? '')

const freightTemplate = statementWith('INSERT INTO "freight_template"')

test('a new template delivers only in the mainland, and that of a shop with products delivers to where it did', async () => {
  const { db, transaction } = await connection()
  const limit = async () => {
    await db.delete(tables.freight_template)
    await db.execute(freightTemplate)
    return (await db.select({ only: tables.freight_template.only_mainland }).from(tables.freight_template)).map(
      ({ only }) => only,
    )
  }
  expect(await limit()).toEqual([true])
  await transaction(async (tx) => {
    const [category] = await tx.insert(tables.category).values({ name: '茶' }).returning()
    await tx.insert(tables.product).values({ name: '龙井', category_id: category?.id ?? 0 })
  })
  expect(await limit()).toEqual([false])
})

test('groups keep their exports and notes, and the remark of an order becomes a pinned note', async () => {
  await migrateDatabase()
  const { db, transaction } = await connection()
  const codesOf = async (group_id: number) => {
    const { group_permission } = tables
    const rows = await db.select().from(group_permission).where(eq(group_permission.group_id, group_id))
    return rows.map(({ code }) => code).sort()
  }
  const [{ sku }, buyer] = [await newProduct(), await newBuyer()]
  const placed = await api('POST /v1/order', { token: buyer.token, body: { items: [{ sku_id: sku.id, count: 1 }] } })
  const { id } = placed.body
  await db.update(tables.order).set({ seller_remark: '老顾客' }).where(eq(tables.order.id, id))
  const { writer, reader, none, version } = await transaction(async (tx) => {
    const { group, group_permission, group_element, element } = tables
    // As before the migration.
    await tx.delete(group_permission).where(sql`code like '%.export' or code = 'cms.order.note'`)
    await tx.delete(element).where(eq(element.code, 'order.note'))
    await tx.update(element).set({ permission_code: 'cms.order.list' }).where(eq(element.code, 'order.export'))
    const made = await tx
      .insert(group)
      .values(['writer', 'reader', 'none'].map((name) => ({ name })))
      .returning()
    const [writer = 0, reader = 0, none = 0] = made.map(({ id }) => id)
    await tx.insert(group_permission).values([
      { group_id: writer, code: 'cms.order.list' },
      { group_id: writer, code: 'cms.order.update' },
      { group_id: reader, code: 'cms.customer.list' },
      { group_id: none, code: 'cms.banner.list' },
    ])
    const [update] = await tx.select().from(element).where(eq(element.code, 'order.update'))
    await tx.insert(group_element).values({ group_id: writer, element_id: update?.id ?? 0 })
    await tx.execute(statementWith('INSERT INTO "order_note"'))
    await tx.execute(statementWith('"new_right"'))
    return { writer, reader, none, version: made[0]?.version ?? 0 }
  })
  expect(await codesOf(writer)).toEqual(['cms.order.export', 'cms.order.list', 'cms.order.note', 'cms.order.update'])
  expect(await codesOf(reader)).toEqual(['cms.customer.export', 'cms.customer.list'])
  expect(await codesOf(none)).toEqual(['cms.banner.list'])
  const { element, group_element } = tables
  const shown = await db
    .select({ code: element.code, permission_code: element.permission_code })
    .from(group_element)
    .innerJoin(element, eq(element.id, group_element.element_id))
    .where(eq(group_element.group_id, writer))
    .orderBy(element.code)
  expect(shown).toEqual([
    { code: 'order.note', permission_code: 'cms.order.note' },
    { code: 'order.update', permission_code: 'cms.order.update' },
  ])
  const [button] = await db.select().from(tables.element).where(eq(tables.element.code, 'order.export'))
  expect(button?.permission_code).toBe('cms.order.export')
  const groups = await db
    .select()
    .from(tables.group)
    .where(inArray(tables.group.id, [writer, none]))
  expect(groups.map((group) => group.version).sort()).toEqual([version, version + 1])
  expect(await db.select().from(tables.order_note).where(eq(tables.order_note.order_id, id))).toMatchObject([
    { text: '老顾客', pinned: true, for_parcel: false, actor: null },
  ])
})

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
  const { db, transaction } = await connection()
  await transaction(async (tx) => {
    await tx.delete(tables.freight_template)
    await tx.delete(tables.config)
    for (const [key, value] of Object.entries(settings)) await tx.insert(tables.config).values({ key, value })
    await tx.execute(freightTemplate)
    await tx.delete(tables.config)
  })
  expect(await db.select().from(tables.freight_template)).toMatchObject([
    {
      charge: 'piece',
      free_amount,
      free_pieces: null,
      no_delivery: [],
      is_default: true,
      version: 1,
      rules: [{ regions: [], first: 1, first_fee, next: 1, next_fee: 0, free_amount: null }],
    },
  ])
})
