import { asc, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { laterStatements } from '@/db/testing/later-statements'
import { connection } from '@/lib/kit/database'
import { api } from '@/lib/server/testing/api'
import { newCustomer, newProduct } from '@/lib/server/testing/factories'

/** Runs the statements of the migration that match `beginning`. */
async function run(beginning: RegExp) {
  const { db } = await connection()
  for (const statement of laterStatements()) if (beginning.test(statement)) await db.execute(sql.raw(statement))
}

/** Creates the SQL functions of the migration. `former`: creates the functions from before the migration instead. */
async function writeFunctions(former: boolean) {
  const { db } = await connection()
  for (const text of laterStatements().filter((one) => one.includes('create or replace function')))
    await db.execute(sql.raw(former ? text.replaceAll(/normalize\((\w+), NFKC\)/g, '$1') : text))
}

test('accounts of earlier versions get the form of their number, one for each number', async () => {
  const { db } = await connection()
  const { identity } = tables
  const numbers = ['+8613711110001', '008613711110002', '8613711110002', '13711110003', '8613711110003', '+14155550123']
  for (const identifier of numbers)
    await db.insert(identity).values({ user_id: (await newCustomer()).id, type: 102, identifier })
  await run(/^UPDATE "identity"/m)
  const rows = await db.select().from(identity).where(sql`${identity.type} = 102`).orderBy(asc(identity.user_id))
  expect(rows.map(({ identifier }) => identifier)).toEqual([
    ...['13711110001', '13711110002', '8613711110002', '13711110003', '8613711110003', '+14155550123'],
  ])
})

test('of groups whose names are one name, the later ones get their number', async () => {
  const { db } = await connection()
  const { group } = tables
  await db.execute(sql`drop index group_folded_name`)
  const rows = await db
    .insert(group)
    .values(['ＴＥＡ', 'Tea', 'tea'].map((name) => ({ name })))
    .returning()
  await run(/^(UPDATE "group"|CREATE UNIQUE INDEX "group_folded_name")/m)
  const ids = rows.map(({ id }) => id)
  const named = await db.select().from(group).where(inArray(group.id, ids)).orderBy(asc(group.id))
  expect(named.map(({ name }) => name)).toEqual(['ＴＥＡ', `Tea (${ids[1]})`, `tea (${ids[2]})`])
})

class RolledBack extends Error {}

/**
 * Returns the ids of the products and customers that the search indexes find for a text. Disables all other plans: with
 * few rows, PostgreSQL would choose to read the whole tables, or another index.
 */
async function indexed(text: string): Promise<number[]> {
  const { transaction } = await connection()
  const found: number[] = []
  const work = transaction(async (tx) => {
    for (const plan of ['seqscan', 'indexscan']) await tx.execute(sql.raw(`set local enable_${plan} = off`))
    for (const index of ['user_kind_newest', 'user_customer_updated', 'product_updated'])
      await tx.execute(sql.raw(`drop index ${index}`))
    const pieces = sql`search_grams(${text}::text)`
    const { product, user } = tables
    const products = await tx
      .select({ id: product.id })
      .from(product)
      .where(sql`${product.grams} @> ${pieces} and grams(${product.name}) @> ${pieces}`)
    const customers = await tx
      .select({ id: user.id })
      .from(user)
      .where(sql`${user.kind} = 'customer' and grams(${user.nickname}) @> ${pieces}`)
    found.push(...[...products, ...customers].map(({ id }) => id))
    throw new RolledBack()
  })
  await expect(work).rejects.toThrow(RolledBack)
  return found
}

test('products and customers of earlier versions are found', async () => {
  await writeFunctions(true)
  const product = await newProduct({ name: 'ＦＵＬＬ４５６' })
  const customer = await newCustomer({ nickname: 'ＦＵＬＬ４５６' })
  await writeFunctions(false)
  expect(await indexed('full456')).toEqual([])
  await run(/^(REINDEX|UPDATE "product")/m)
  expect(await indexed('full456')).toEqual([product.id, customer.id])
  const { body } = await api('GET /v1/product/search', { query: { q: 'FULL456' } })
  expect(body.items.map(({ id }) => id)).toEqual([product.id])
})
