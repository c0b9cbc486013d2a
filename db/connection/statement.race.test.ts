import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import * as tables from '@/db/tables'
import { createDatabase } from '@/db/testing/postgres'
import { identify } from '@/lib/kit/api/endpoint/caller'
import { currentSettings } from '@/lib/kit/config/settings'
import { closeDatabase, connection, type Database, setConnection } from '@/lib/kit/database'
import { placeOrder } from '@/lib/order/place/place'
import { read } from '@/lib/order/queries'
import { listByCategory, newestProducts, readProduct } from '@/lib/product/queries'
import { newBuyer, newProduct, unique } from '@/lib/server/testing/factories'
import { readUser } from '@/lib/user/queries'
import { connect } from './client'

/**
 * `customPlans`: PostgreSQL plans a prepared statement five times for its actual values before it may use one generic
 * plan. `executions`: the number of executions in the test, which is larger.
 */
const [customPlans, executions] = [5, 9]

const given = inject('database')

test('hot statements settle on a generic plan', async () => {
  if (given.driver === 'pglite') throw new Error('Race tests run on PostgreSQL.')
  // Connects directly, because a pooler gives prepared statements other names.
  await closeDatabase()
  setConnection(
    await connect({ url: await createDatabase(given.direct, unique('plans_'), given.template), data_dir: '' }),
  )
  const { db, transaction } = await connection()
  const settings = { ...(await currentSettings(db)), 'order.unpaid_max': 100, 'order.unpaid_pieces': 100 }
  const { id, category_id, skus, sku } = await newProduct({ skus: [{ stock: 1_000 }, { stock: 1_000 }] })
  const { id: user_id, token } = await newBuyer()
  const lines = new Map(skus.map((sku) => [sku.id, 1]))
  await addProducts(db, category_id, 3_000)
  // In one transaction, because plans belong to a connection.
  const plansOfRun = () =>
    transaction(async (tx) => {
      for (let run = 1; run <= executions; run++) {
        await identify(tx, token, { settings, sandbox: true, write: false })
        await identify(tx, token, { settings, sandbox: true, write: true })
        await readUser(tx, user_id)
        await readProduct(tx, id)
        await newestProducts(tx, 10)
        for (const sort of ['sort_order', '-sold_count'] as const) {
          await listByCategory(tx, category_id, { page: 1, size: 10, sort })
        }
        const wanted = { user_id, requested: lines, input: { items: [] }, settings, ip: 'unknown' }
        const order = await placeOrder(tx, wanted)
        // Without a network.
        await placeOrder(tx, {
          ...wanted,
          staff: { actor: { kind: 'staff', user_id }, minutes: 30, receiver: undefined, given: undefined },
        })
        await read(tx, user_id, order.id, settings)
      }
      return tx
        .select({ name: sql<string>`name`, custom_plans: sql<number>`custom_plans::int` })
        .from(sql`pg_prepared_statements`)
    })
  const plain = await plansOfRun()
  await addPromotions(db, sku)
  const plans = [...plain, ...(await plansOfRun())]
  const hot = ['read_product', 'read_for_placing', 'place_order']
  expect(plans.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'identify_write',
      'by_category_sort_order_100_plain',
      'by_category_sort_order_100_deals',
      ...hot,
      ...hot.map((name) => `${name}_plain`),
    ]),
  )
  expect(plans.filter(({ custom_plans }) => custom_plans > customPlans)).toEqual([])
})

/** A reduction, and a deal of this SKU. */
async function addPromotions(db: Database, { id: sku_id, product_id, price }: typeof tables.sku.$inferSelect) {
  const [starts_at, ends_at] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000))
  if (!starts_at || !ends_at) throw new Error('no period')
  const terms = { name: '优惠', label: '优惠', starts_at, ends_at }
  const [, deal] = await db
    .insert(tables.promotion)
    .values([
      { ...terms, gives: 'reduction', tiers: [{ from_amount: 100, off_amount: 50 }] },
      { ...terms, gives: 'deal', tiers: [], exclusive: true },
    ])
    .returning()
  if (!deal) throw new Error('no deal')
  await db.insert(tables.deal_sku).values({ promotion_id: deal.id, sku_id, product_id, price: price - 1, quota: 90 })
}

/** Adds products. With only a few products, all plans would have the same cost, and the test would prove nothing. */
async function addProducts(db: Database, category_id: number, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index)
  const created = await db
    .insert(tables.product)
    .values(
      numbers.map((number) => ({ category_id, name: `存货 ${number}`, status: 'on_sale' as const, price: number })),
    )
    .returning({ id: tables.product.id, price: tables.product.price })
  await db.insert(tables.sku).values(created.map(({ id, price }) => ({ product_id: id, sku_no: `stock-${id}`, price })))
  // Or autovacuum would do so while plans are compared, and make some of them cheaper.
  await db.execute(sql`vacuum analyze`)
}
