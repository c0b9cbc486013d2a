import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, inject, test } from 'vitest'
import { connect } from './connection/client'
import * as tables from './tables'
import { createDatabase, dropDatabase } from './testing/postgres'

/** Orders as they were before their lines were followed: shipped as a whole, refunded by an amount. */
const older = `
  insert into "user" (kind) values ('customer');
  insert into category (name) values ('茶');
  insert into product (category_id, name) values (1, '茶');
  insert into sku (product_id, sku_no, price, value_ids) values (1, 'A', 100, '{1}'), (1, 'B', 100, '{2}'), (1, 'C', 100, '{3}');
  insert into "order" (id, order_no, user_id, status, items_amount, freight_amount, discount_amount, total_amount, paid_amount,
    refunded_amount, receiver, expires_at, shipped_at)
  overriding system value values
    (1, 'shipped', 1, 'shipped', 500, 0, 0, 500, 500, 0, '{}', now(), now()),
    (2, 'refunded', 1, 'refunded', 500, 80, 0, 580, 580, 580, '{}', now(), null),
    (3, 'in part', 1, 'completed', 500, 80, 0, 580, 580, 250, '{}', now(), now()),
    (4, 'reduced', 1, 'paid', 500, 0, 101, 399, 399, 0, '{}', now(), null),
    (5, 'returned', 1, 'shipped', 500, 0, 0, 500, 500, 10, '{}', now(), now()),
    (6, 'unpaid', 1, 'unpaid', 500, 0, 0, 500, 0, 0, '{}', now(), null);
  insert into order_item (order_id, product_id, sku_id, name, spec_text, price, count, amount)
  select o.id, 1, s.id, '茶', '', 100, s.id, 100 * s.id from "order" o, sku s where s.id < 3 order by 1, 3;
  insert into order_item (order_id, product_id, sku_id, name, spec_text, price, count, amount)
  select o.id, 1, 3, '茶', '', 100, 2, 200 from "order" o order by 1;
  insert into order_log (order_id, action, to_status, actor) values (1, 'ship', 'shipped', 7);
  insert into shipment (order_id, carrier, tracking_no) values (1, '顺路速递', 'SL1'), (3, '顺路速递', 'SL3'), (5, '顺路速递', 'SL5');
  insert into payment (order_id, payment_no, provider, amount, status, payer, settles, expires_at)
  select id, 'P' || id, 'wechat', total_amount, 'paid', 'o', true, now() from "order" where status <> 'unpaid';
  insert into payment (order_id, payment_no, provider, amount, status, payer, settles, expires_at)
  values (6, 'late', 'wechat', 500, 'paid', 'o', false, now());
  insert into refund (refund_no, payment_id, amount, status, returns_stock)
  select r.no, p.id, r.amount, r.status, r.returns
  from (values ('a', 2, 500, 'succeeded', false), ('b', 2, 80, 'succeeded', false), ('c', 3, 150, 'succeeded', false),
    ('d', 3, 100, 'succeeded', false), ('e', 3, 20, 'processing', false), ('f', 3, 300, 'closed', false),
    ('g', 5, 10, 'succeeded', true)) r (no, order_id, amount, status, returns)
  join payment p on p.order_id = r.order_id and p.settles order by r.no;
  insert into refund (refund_no, payment_id, amount, status) select 'h', id, amount, 'succeeded' from payment where not settles`

test('older orders keep what was shipped and refunded of their lines', async () => {
  const database = inject('database')
  if (database.driver !== 'pg') throw new Error('this test is for PostgreSQL')
  const name = 'older_orders'
  const { db, transaction, close } = await connect({ url: await createDatabase(database.url, name), data_dir: '' })
  const migrations = readMigrationFiles({ migrationsFolder: 'db/migrations' })
  const at = migrations.findIndex(({ sql: statements }) =>
    statements.some((one) => one.includes('TABLE "refund_item"')),
  )
  const run = (statements: string[]) =>
    transaction(async (tx) => {
      for (const statement of statements) await tx.execute(sql.raw(statement))
    })
  await run(migrations.slice(0, at).flatMap((one) => one.sql))
  await run(older.split(';'))
  await run(migrations.slice(at).flatMap((one) => one.sql))

  const lines = await db.select().from(tables.order_item).orderBy(tables.order_item.order_id, tables.order_item.sku_id)
  const of = (order_id: number) =>
    lines
      .filter((line) => line.order_id === order_id)
      .map((line) => [line.paid_amount, line.shipped_count, line.refunded_count, line.kept_count, line.refunded_amount])
  expect(of(1)).toEqual([
    [100, 1, 0, 0, 0],
    [200, 2, 0, 0, 0],
    [200, 2, 0, 0, 0],
  ])
  expect(of(2)).toEqual([
    [100, 0, 1, 1, 100],
    [200, 0, 2, 2, 200],
    [200, 0, 2, 2, 200],
  ])
  // Money without pieces, line by line; what the provider has closed is not counted.
  expect(of(3)).toEqual([
    [100, 1, 0, 0, 100],
    [200, 2, 0, 0, 170],
    [200, 2, 0, 0, 0],
  ])
  expect(of(4).map(([paid]) => paid)).toEqual([80, 159, 160])
  expect(of(5)).toEqual([
    [100, 1, 1, 0, 10],
    [200, 2, 2, 0, 0],
    [200, 2, 2, 0, 0],
  ])
  expect(of(6).flat()).toEqual([100, 0, 0, 0, 0, 200, 0, 0, 0, 0, 200, 0, 0, 0, 0])

  const orders = await db.select().from(tables.order).orderBy(tables.order.id)
  expect(orders.map((one) => [one.promised_amount, one.promised_freight])).toEqual([
    [0, 0],
    [580, 80],
    [270, 0],
    [0, 0],
    [10, 0],
    [0, 0],
  ])
  expect(await db.select().from(tables.shipment).orderBy(tables.shipment.id)).toMatchObject([
    { method: 'express', carrier: '顺路速递', tracking_no: 'SL1', actor: 7 },
    { actor: null },
    { actor: null },
  ])
  const parcels = await db.select().from(tables.shipment_item)
  expect(parcels.map(({ shipment_id, count }) => [shipment_id, count]).sort()).toEqual(
    [1, 2, 3].flatMap((id) => [
      [id, 1],
      [id, 2],
      [id, 2],
    ]),
  )
  const refunds = await db.select().from(tables.refund).orderBy(tables.refund.id)
  expect(refunds.map(({ refund_no, freight_amount }) => refund_no + freight_amount).join(' ')).toBe(
    'a0 b80 c0 d0 e0 f0 g0 h0',
  )
  expect(refunds.map(({ succeeded_at }) => succeeded_at !== null)).toEqual(
    refunds.map(({ status }) => status === 'succeeded'),
  )
  expect(await db.$count(tables.refund_item, sql`restock_count > 0`)).toBe(3)
  await close()
  await dropDatabase(database.url, name)
})
