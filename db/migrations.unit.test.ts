import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is, Table } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Kind, kindOf } from './migrate'
import journal from './migrations/meta/_journal.json'
import * as tables from './tables'
import { byKind, faultsOf, growing } from './testing/kinds'
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
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim())

/** Statements that are of another kind by their form, with the reason. */
const exceptions: Record<string, string> = {
  'INSERT INTO "freight_template"': 'asks for one product',
}

test.each(tags.slice(1))('%s has statements of one kind', (tag) => {
  const kind = kindOf(tag)
  if (!kind) throw new Error(`${tag} has no kind: name it such as 0005_1_2_expand_orders.`)
  const statements = statementsOf(tag).filter(
    (statement) => !Object.keys(exceptions).some((text) => statement.includes(text)),
  )
  expect(faultsOf(kind, statements)).toEqual([])
})

test.each(tags.filter((tag) => kindOf(tag) === 'contract'))('%s drops what an earlier release has left', (tag) => {
  const version = tag.slice(5).split('_').slice(0, 2).join('_')
  for (const statement of statementsOf(tag)) {
    const [, since = version] = /^-- unused since (\d+_\d+)$/m.exec(statement) ?? []
    expect(compareVersions(since, version)).toBe(-1)
  }
})

const compareVersions = (one: string, other: string) => Math.sign(one.localeCompare(other, 'en', { numeric: true }))

test('the tables that grow exist', () => {
  const names = new Set<string>(Object.values(tables).flatMap((one) => (is(one, Table) ? [getTableName(one)] : [])))
  expect(growing.filter((table) => !names.has(table))).toEqual([])
})

const lockOrder = 'LOCK TABLE "order";'

test.each<[Kind, string[], RegExp]>([
  ['expand', ['ALTER TABLE "order" ADD COLUMN "a" text;'], /first statement is not: LOCK TABLE "order"/],
  [
    'expand',
    [
      'LOCK TABLE "sku", "order";',
      'ALTER TABLE "order" ADD COLUMN "a" text;',
      'ALTER TABLE "sku" ADD COLUMN "a" text;',
    ],
    /not: LOCK TABLE "order", "sku"/,
  ],
  [
    'expand',
    ['create or replace trigger t after update of a on sku for each row execute function f();'],
    /TABLE "sku"/,
  ],
  ['expand', [lockOrder, 'CREATE INDEX "i" ON "order" USING btree ("id");'], /reads rows of order/],
  ['expand', [lockOrder, 'ALTER TABLE "order" ADD CONSTRAINT "c" CHECK (id > 0);'], /reads rows of order/],
  [
    'expand',
    [lockOrder, 'ALTER TABLE "order" ADD COLUMN "a" int GENERATED ALWAYS AS (id) STORED;'],
    /reads rows of order/,
  ],
  ['expand', [lockOrder, 'ALTER TABLE "order" ADD COLUMN "a" text DEFAULT gen_random_uuid();'], /reads rows of order/],
  ['expand', [lockOrder, 'ALTER TABLE "order" DROP COLUMN "remark";'], /breaks servers/],
  ['expand', [lockOrder, 'UPDATE "order" SET remark = \'\';'], /reads rows of order/],
  ['expand', ['DROP INDEX "order_paid";'], /no statement of an expand/],
  ['index', ['CREATE INDEX "i" ON "order" USING btree ("id");'], /no statement of kind index/],
  ['index', ['UPDATE "order" SET remark = \'\';'], /no statement of kind index/],
  ['data', ['UPDATE "order" SET remark = \'\';'], /reads rows of order without batches/],
  ['data', ['INSERT INTO config SELECT max(id) FROM "user";'], /reads rows of user without batches/],
  ['data', ['ALTER TABLE "order" ADD COLUMN "a" text;'], /no change of rows/],
  ['validate', ['ALTER TABLE "order" ADD CONSTRAINT "c" CHECK (id > 0);'], /no statement of kind validate/],
  ['contract', ['DROP INDEX "order_paid";'], /no statement of kind contract/],
])('%s: %j is refused', (kind, statements, reason) => {
  expect(faultsOf(kind, statements).join()).toMatch(reason)
})

test('what drizzle-kit writes is divided by kinds', () => {
  const divided = byKind([
    'CREATE TABLE "note" ("id" integer);',
    'ALTER TABLE "order" ADD COLUMN "a" text;',
    'ALTER TABLE "note" ADD CONSTRAINT "n" FOREIGN KEY ("id") REFERENCES "public"."user"("id");',
    'ALTER TABLE "order" ADD CONSTRAINT "c" CHECK (a <> \'\');',
    'CREATE INDEX "note_id" ON "note" USING btree ("id");',
    'CREATE UNIQUE INDEX "order_a" ON "order" USING btree ("a");',
    'DROP INDEX "order_b";',
    'ALTER TABLE "order" DROP COLUMN "b";',
    'DROP TABLE "former" CASCADE;',
  ])
  expect(Object.fromEntries(divided)).toEqual({
    expand: [
      'LOCK TABLE "user", "order";',
      'CREATE TABLE "note" ("id" integer);',
      'ALTER TABLE "order" ADD COLUMN "a" text;',
      'ALTER TABLE "note" ADD CONSTRAINT "n" FOREIGN KEY ("id") REFERENCES "public"."user"("id");',
      'ALTER TABLE "order" ADD CONSTRAINT "c" CHECK (a <> \'\') NOT VALID;',
      'CREATE INDEX "note_id" ON "note" USING btree ("id");',
    ],
    validate: ['ALTER TABLE "order" VALIDATE CONSTRAINT "c";'],
    index: ['CREATE UNIQUE INDEX CONCURRENTLY "order_a" ON "order" USING btree ("a");'],
    contract: [
      'DROP INDEX CONCURRENTLY IF EXISTS "order_b";',
      'ALTER TABLE "order" DROP COLUMN IF EXISTS "b";',
      'DROP TABLE IF EXISTS "former" CASCADE;',
    ],
  })
  for (const [kind, statements] of divided) expect(faultsOf(kind, statements)).toEqual([])
})

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
