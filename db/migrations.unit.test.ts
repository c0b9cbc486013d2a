import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import journal from './migrations/meta/_journal.json'
import { narrowings } from './testing/narrowing'

const folder = join(import.meta.dirname, 'migrations')
const tags = journal.entries.map(({ tag }) => tag)

/**
 * Returns the parts of the lines `-- unused since 0003_name: table.column` of a migration: the removed column or table,
 * and the migration since which no code reads it.
 */
const announced = (tag: string) =>
  [...readFileSync(join(folder, `${tag}.sql`), 'utf8').matchAll(/^-- unused since (\S+): (\S+)$/gm)].map(
    ([, since = '', what = '']) => ({ since, what }),
  )

/**
 * While a new version is deployed, servers of the previous version still use the new schema. So a migration only adds
 * to the schema; a later migration removes a column or table, when no running code needs it any more.
 */
test.each(tags.slice(1))('%s keeps the columns that the previous version reads and writes', (tag) => {
  const at = tags.indexOf(tag)
  const earlier = new Set(tags.slice(0, at))
  const allowed = announced(tag).filter(({ since }) => earlier.has(since))
  const found = statementsOf(tag)
    .flatMap(narrowings)
    .filter((one) => !allowed.some(({ what }) => one === `${what} is gone`))
  expect(found).toEqual([])
})

const statementsOf = (tag: string) =>
  readFileSync(join(folder, `${tag}.sql`), 'utf8')
    .replaceAll(/^--(?!>).*$/gm, '')
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim())

/**
 * The tables that can have millions of rows, so that an operator creates new indexes on them before the migration
 * (docs/decisions/017).
 */
const big = ['order', 'order_item', 'order_log', 'oper_log', 'product', 'sku', 'stock_log', 'payment', 'user']

/** The tables that a payment locks, in the order of locking. */
const lockedByPayment = ['user', 'order', 'payment', 'shipping_report', 'sku', 'product']

describe.each(tags.slice(1))('%s', (tag) => {
  test('skips indexes of big tables that exist already', () => {
    const indexes = statementsOf(tag).filter((statement) =>
      big.some((table) => new RegExp(`^create (unique )?index .* on "?${table}"? `, 'i').test(statement)),
    )
    expect(indexes.filter((statement) => !/^create (unique )?index if not exists /i.test(statement))).toEqual([])
  })

  test('locks tables in the order of payments, to avoid deadlocks with them', () => {
    const ranks = statementsOf(tag).flatMap((statement) => {
      const locked = lockedTables(statement).map((table) => lockedByPayment.indexOf(table))
      return locked.filter((rank) => rank >= 0).toSorted((a, b) => a - b)
    })
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  })
})

/**
 * Returns the tables that a statement of a migration locks against changes. For a dropped index, finds the table by the
 * name of the index, which begins with the name of the table.
 */
function lockedTables(statement: string): string[] {
  const dropped = /^drop index "?(\w+)/i.exec(statement)?.[1] ?? ''
  const owner = lockedByPayment
    .filter((table) => dropped.startsWith(`${table}_`))
    .toSorted((a, b) => b.length - a.length)
  const named = [
    ...statement.matchAll(/^create (?:unique )?index .*? on "?(\w+)"? /gi),
    ...statement.matchAll(/^alter table "?(\w+)"?/gi),
    ...statement.matchAll(/ references "public"\."(\w+)"/gi),
    ...statement.matchAll(/^create (?:or replace )?trigger .*? on "?(\w+)"?/gi),
    ...statement.matchAll(/^drop trigger \w+ on "?(\w+)/gi),
  ]
  return [...owner.slice(0, 1), ...named.map(([, table = '']) => table)]
}

test.each([
  ['drop table "sku"', ['sku is gone']],
  ['alter table "sku" rename to "unit"', ['sku is gone']],
  ['ALTER TABLE "sku" DROP COLUMN "name";', ['sku.name is gone']],
  ['alter table sku drop column if exists name, add column title text', ['sku.name is gone']],
  ['ALTER TABLE "sku" RENAME COLUMN "name" TO "title";', ['sku.name is gone']],
  ['ALTER TABLE "sku" ALTER COLUMN "price" SET DATA TYPE text;', ['sku.price has another type']],
  ['alter table "public"."sku" alter column price type text using price::text', ['sku.price has another type']],
  ['ALTER TABLE "sku" ALTER COLUMN "name" SET NOT NULL;', ['sku.name could be null']],
  ['ALTER TABLE "sku"\n  ADD COLUMN "stock" integer NOT NULL;', ['sku.stock has no default']],
  ['alter table sku add column if not exists a integer not null, add column b text', ['sku.a has no default']],
])('%s breaks servers of the previous version', (statement, found) => expect(narrowings(statement)).toEqual(found))

test.each([
  'CREATE TABLE "new" ("price" integer NOT NULL)',
  'ALTER TABLE "sku" ADD COLUMN "stock" integer DEFAULT 0 NOT NULL',
  'ALTER TABLE "sku" ADD COLUMN "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL',
  'ALTER TABLE "sku" ADD COLUMN "note" text',
  'ALTER TABLE "sku" ALTER COLUMN "price" DROP NOT NULL',
  'ALTER TABLE "sku" DROP CONSTRAINT "sku_price"',
])('%s breaks nothing', (statement) => expect(narrowings(statement)).toEqual([]))
