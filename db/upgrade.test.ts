import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { connect } from './connection/client'
import { migrate, readMigrations, readUnreleased } from './migrate'
import { createDatabase, dropDatabase } from './testing/postgres'

const folder = 'db/migrations'
const [first, ...steps] = readMigrations(folder)
const unreleased = readUnreleased(folder)
/** Of the releases after 1.1. */
const later = steps.filter(({ tag }) => !/^\d+_1_1_/.test(tag))

/** The next release drops them, because servers of 1.0.0 search by them. */
const leftForContract = [
  'order_receiver_mobile',
  'order_receiver_mobile_ending',
  'order_receiver_name',
  'order_item_sold',
]

interface Upgraded {
  client: Client
  url: string
}

const server = () => {
  const given = inject('database')
  if (given.driver === 'pglite') throw new Error('These tests need a database server.')
  return given.direct
}

/** Creates a database of 1.0.0, runs `work`, and drops the database. */
async function withDatabase<T>(work: (database: Upgraded) => Promise<T>): Promise<T> {
  const name = `upgraded_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(server(), name, released)
  const client = new Client({ connectionString: url })
  await client.connect()
  return work({ client, url })
    .finally(() => client.end())
    .finally(() => dropDatabase(server(), name))
}

/** The name of a database of 1.0.0 with rows in every table. */
const released = `released_${randomBytes(6).toString('hex')}`

beforeAll(async () => {
  const client = new Client({ connectionString: await createDatabase(server(), released) })
  await client.connect()
  await client.query('create schema drizzle')
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  if (!first) throw new Error('There is a first migration.')
  await become(client, [first])
  await fill(client)
  await client.end()
  return () => dropDatabase(server(), released)
})

async function become(client: Client, migrations: readonly { statements: string[]; at: number }[]): Promise<void> {
  await client.query('begin')
  for (const { statements, at } of migrations) {
    for (const statement of statements) {
      const [, batched] = /^-- in batches of "(\w+)"$/m.exec(statement) ?? []
      const whole = batched ? statement.replace('$1', '0').replace('$2', String(2 ** 31 - 1)) : statement
      await client.query(whole.replace(/(index) concurrently/i, '$1'))
    }
    await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', ${at})`)
  }
  await client.query('commit')
}

async function upgrade(url: string, hear: (line: string) => void = () => {}, from = folder): Promise<string[]> {
  const lines: string[] = []
  const opened = await connect({ url, data_dir: '' })
  await migrate(opened, from, (line) => {
    lines.push(line)
    hear(line)
  }).finally(opened.close)
  return lines
}

/** Values of required columns that differ from those of their type, so that a row is valid. */
const valid: Record<string, Record<string, string>> = {
  after_sale: { requested_amount: '1', open: 'true', status: `'requested'` },
  identity: { type: '100' },
  article: { type: '1' },
  file: { source_sha256: `'x'` },
  file_object: { user_id: '1' },
  menu: { path: `'/x'`, type: `'page'` },
  notice: { type: '1', source: `'staff'`, audience: `'staff'` },
  shipment: { method: `'local'` },
}

/** Writes a row into every table, and those that 1.1 changes. */
async function fill(client: Client): Promise<void> {
  await client.query('set session_replication_role = replica')
  const { rows } = await client.query<{
    name: string
    columns: { name: string; type: string; choice: string | null }[]
  }>(`
    select relname as name, (
      select coalesce(json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null), 'choice', (
        select substring(pg_get_constraintdef(oid) from '''(\\w+)''') from pg_constraint
        where contype = 'c' and conrelid = attrelid and pg_get_constraintdef(oid) ~ ('^CHECK \\(\\(' || quote_ident(attname) || ' = ANY')
      ))), '[]')
      from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''
    ) as columns
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`)
  for (const { name, columns } of rows) {
    const values = new Map(columns.map((column) => [column.name, requiredValue(column)]))
    for (const [column, value] of Object.entries(valid[name] ?? {})) values.set(column, value)
    const [names, all] = [[...values.keys()], [...values.values()]]
    await client.query(
      names.length === 0
        ? `insert into "${name}" default values`
        : `insert into "${name}" (${names.map((one) => `"${one}"`).join()}) values (${all.join()})`,
    )
  }
  await client.query('set session_replication_role = origin')
  await client.query(changedBy11)
}

function requiredValue({ type, choice }: { type: string; choice: string | null }): string {
  if (choice) return `'${choice}'`
  if (type.endsWith('[]')) return `'{}'`
  if (type === 'jsonb') return `'{}'`
  if (type === 'text') return `'x'`
  if (type === 'boolean') return 'false'
  return type.startsWith('timestamp') ? `'2026-01-01Z'` : '1'
}

/** Names and phone numbers that become one, remarks, rights, settings. More rows than a batch has. */
const changedBy11 = `
  insert into banner (name) values ('Ａ'), ('a'), ('B');
  insert into "group" (name) values ('ﬁ'), ('fi');
  insert into group_permission (group_id, code) select max(id), 'cms.order.list' from "group";
  insert into group_permission (group_id, code) select max(id), 'cms.order.update' from "group";
  insert into element (code, name, permission_code, menu_id) values ('order.export', 'x', 'cms.order.list', 1), ('order.update', 'y', 'cms.order.update', 1);
  insert into group_element (group_id, element_id) select (select max(id) from "group"), id from element where code = 'order.update';
  insert into config (key, value) values ('order.freight_fee', '800'), ('order.freight_free_from', '9900');
  insert into "user" (kind) select 'customer' from generate_series(1, 2500);
  insert into identity (user_id, type, identifier, verified_at)
    select id, 102, case id % 5
      when 0 then '13' || lpad(id::text, 9, '0') when 1 then '+8613' || lpad((id - 1)::text, 9, '0')
      when 2 then '008613' || lpad(id::text, 9, '0') when 3 then '8613' || lpad((id - 1)::text, 9, '0')
      else '+86 13' || lpad((id - 2)::text, 9, '0') end,
      case when id % 3 = 0 then '2026-01-01Z'::timestamptz end
    from "user" where id > 1;
  insert into "order" (order_no, user_id, items_amount, total_amount, receiver, expires_at, seller_remark, updated_at)
    select 'n' || n, 2, 1, 1, '{"name": "李", "mobile": "+8613800001234", "detail": "x"}', '2026-01-01Z', case when n % 3 = 0 then 'r' || n else '' end, '2026-01-02Z'
    from generate_series(1, 2500) n;
  insert into product (name, category_id) select 'Ａ' || n, 1 from generate_series(1, 1100) n;
`

/** Every table, column, constraint, index, function and trigger. The order of columns does not count. */
const schemaOf = async (client: Client) => {
  const { rows } = await client.query<{ line: string }>(`
    select line from (
      select format('%s.%s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) collate "C" as line
      from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      union all
      select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select format('%s %s', pg_get_indexdef(indexrelid), indisvalid) from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace and relname <> all ('{${leftForContract.join()}}')
      union all
      select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
      union all
      select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    ) as all_lines order by line`)
  return rows.map(({ line }) => line)
}

/** The rows of every table, without the times of writing and the numbers of new rows. */
async function rowsOf(client: Client): Promise<Record<string, string[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select (to_jsonb(t) - 'updated_at')::text as row from "${name}" t`,
    )
    all[name] = rows.map(({ row }) => row.replaceAll(/"2026-(?!01-0)[^"]+T[^"]+"/g, '"now"')).toSorted()
  }
  return all
}

let former = { schema: [''], rows: {} }

beforeAll(async () => {
  former = await withDatabase(async ({ client }) => {
    await become(client, [...unreleased, ...later])
    return { schema: await schemaOf(client), rows: await rowsOf(client) }
  })
})

test('a database of 1.0.0 gets the schema and the rows that the unreleased migrations led to', async () => {
  await withDatabase(async (database) => {
    const lines = await upgrade(database.url)
    expect(lines.filter((line) => line.includes(': done in')).length).toBe(steps.length)
    expect(await schemaOf(database.client)).toEqual(former.schema)
    expect(await rowsOf(database.client)).toEqual(former.rows)
  })
})

describe('a database that has had some of the unreleased migrations', () => {
  test.each(unreleased.map(({ tag }, at) => [tag, at + 1] as const))('%s', async (_, count) => {
    await withDatabase(async (database) => {
      await become(database.client, unreleased.slice(0, count))
      await upgrade(database.url)
      expect(await schemaOf(database.client)).toEqual(former.schema)
      expect(await rowsOf(database.client)).toEqual(former.rows)
      const { rows } = await database.client.query<{ latest: string }>(
        'select max(created_at) as latest from drizzle.__drizzle_migrations',
      )
      expect(Number(rows[0]?.latest)).toBe(steps.at(-1)?.at)
    })
  })
})

const count = async (client: Client, from: string) =>
  Number((await client.query<{ count: string }>(`select count(*) from ${from}`)).rows[0]?.count)

test('two upgrades at once do each migration once', async () => {
  await withDatabase(async ({ client, url }) => {
    await Promise.all([upgrade(url), upgrade(url)])
    expect(await count(client, 'drizzle.__drizzle_migrations')).toBe(1 + steps.length)
    expect(await schemaOf(client)).toEqual(former.schema)
  })
})

test('stock from before the upgrade counts as told', async () => {
  await withDatabase(async ({ client, url }) => {
    await client.query(
      `insert into sku (product_id, price, stock, sku_no, value_ids) select id, 1, id % 2 * 7, 'n' || id, '{99}' from product`,
    )
    await upgrade(url)
    expect(await count(client, 'stock_told where stock = 7')).toBe(await count(client, 'sku where stock = 7'))
    expect(await count(client, 'stock_told')).toBeGreaterThan(500)
  })
})

test('an upgrade gives way to requests that hold a lock, says so, and is repeated', async () => {
  await withDatabase(async ({ client, url }) => {
    await client.query('begin; lock table "order" in row exclusive mode')
    let heard = 0
    let released: Promise<unknown> = Promise.resolve()
    const lines = await upgrade(url, (line) => {
      if (!line.startsWith('A lock is held')) return
      heard++
      if (heard === 2) released = client.query('commit')
    })
    await released
    expect(lines.filter((line) => line.includes('attempt 2 of 20'))).toHaveLength(1)
    expect(await schemaOf(client)).toEqual(former.schema)
  })
})

test('what an interrupted upgrade left is completed: an invalid index, and rows from the last batch on', async () => {
  await withDatabase(async ({ client, url }) => {
    const [expand, data] = steps
    if (!expand || !data) throw new Error('There are migrations of 1.1.')
    await become(client, [expand])
    const remarks = data.statements.findIndex((statement) => statement.includes('"seller_remark"'))
    await client.query(
      'create table drizzle.migration_progress (tag text, statement int, until int not null, primary key (tag, statement))',
    )
    await client.query(`insert into drizzle.migration_progress values ('${data.tag}', ${remarks}, 1000)`)
    const invalid = client.query('create unique index concurrently "order_placed_from" on "order" ((1))')
    await expect(invalid).rejects.toThrow('could not create unique index')
    await upgrade(url)
    expect(await schemaOf(client)).toEqual(former.schema)
    expect(await count(client, `order_note where order_id <= 1000 and pinned`)).toBe(0)
    expect(await count(client, `order_note where order_id > 1000 and pinned`)).toBe(
      await count(client, `"order" where id > 1000 and seller_remark <> ''`),
    )
    expect(await count(client, 'drizzle.migration_progress')).toBe(0)
  })
})

test('what is left for a later release is dropped beside requests, also if some of it is gone', async () => {
  await withDatabase(async ({ client, url }) => {
    const made = mkdtempSync(join(tmpdir(), 'mini-shop-contract-'))
    try {
      cpSync(folder, made, { recursive: true })
      const drop = leftForContract.map((name) => `DROP INDEX CONCURRENTLY IF EXISTS "${name}";`)
      const tag = '9999_1_2_contract'
      writeFileSync(
        join(made, `${tag}.sql`),
        [...drop, 'ALTER TABLE "order" DROP COLUMN IF EXISTS "seller_remark";'].join('\n--> statement-breakpoint\n'),
      )
      const journal = join(made, 'meta', '_journal.json')
      const { entries } = JSON.parse(readFileSync(journal, 'utf8'))
      writeFileSync(journal, JSON.stringify({ entries: [...entries, { tag, when: Date.now() }] }))
      await client.query(`drop index "${leftForContract[0]}"`)
      await upgrade(url, undefined, made)
      expect(await count(client, `pg_class where relname = any ('{${leftForContract.join()}}')`)).toBe(0)
      expect(await count(client, `pg_attribute where attname = 'seller_remark' and not attisdropped`)).toBe(0)
    } finally {
      rmSync(made, { recursive: true })
    }
  })
})
