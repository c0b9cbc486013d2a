import { eq, getTableColumns, getTableName, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { allTables } from '@/db/constraints'
import { file_use } from '@/db/schema/file'
import { cappedTotal, cmsTotalCap } from '@/lib/kit/api/endpoint/page'
import type { FileUse } from '@/lib/kit/api/endpoint/problem-document'
import type { Database } from '@/lib/kit/database'
import { lockProducts } from '@/lib/product/lock'

type Use = z.input<typeof FileUse>

/** A single address, a list, HTML, or the specs of a product. */
interface FileField {
  table: string
  field: string
}

/** A file can be deleted although these former states show it. */
export const historyTables = new Set(['article_version'])

/** By name: `image_url` and others in `_url`, `images`, `content`, `specs`. A test compares them with the triggers. */
export const fileFields = (): FileField[] =>
  allTables()
    .filter((table) => !historyTables.has(getTableName(table)))
    .flatMap((table) =>
      Object.keys(getTableColumns(table))
        .filter((field) => /^(?!notify_|callback_).*_url$|^images$|^content$|^specs$/.test(field))
        .map((field) => ({ table: getTableName(table), field })),
    )

/** Its rows are never rewritten. For each file, one row of `file_use` stands for all of them. */
export const snapshotTable = 'order_item'

/** The admin shows and versions these parts together with their record. `column` refers to the record. */
const partOf: Record<string, { table: string; column: string }> = {
  banner_item: { table: 'banner', column: 'banner_id' },
  sku: { table: 'product', column: 'product_id' },
  order_item: { table: 'order', column: 'order_id' },
}

/** By table. Default: `name`. */
const nameColumns: Record<string, string> = {
  user: 'nickname',
  article: 'title',
  notice: 'title',
  order: 'order_no',
}

interface Range {
  limit: number
  offset: number
}

/** Sorted by table and record. `owner`: the record that the admin shows. */
export async function readUses(db: Database, file_id: number, range: Range): Promise<Use[]> {
  const uses = await db
    .select({ table: file_use.table, record_id: file_use.record_id, field: file_use.field })
    .from(file_use)
    .where(eq(file_use.file_id, file_id))
    .orderBy(file_use.table, file_use.record_id, file_use.field)
    .limit(range.limit)
    .offset(range.offset)
  const owners = new Map<string, Use['owner']>()
  for (const table of new Set(uses.map((use) => use.table))) {
    const ids = uses.flatMap((use) => (use.table === table ? [use.record_id] : []))
    for (const { record_id, ...owner } of await readOwners(db, table, ids)) owners.set(`${table}.${record_id}`, owner)
  }
  return uses.map((use) => ({ ...use, owner: owners.get(`${use.table}.${use.record_id}`) ?? null }))
}

async function readOwners(db: Database, table: string, ids: number[]) {
  const { table: type, column } = partOf[table] ?? { table, column: 'id' }
  const name = sql.identifier(nameColumns[type] ?? 'name')
  return db
    .select({
      record_id: sql<number>`part.id`.mapWith(Number),
      type: sql<string>`${type}::text`,
      id: sql<number>`owner.id`.mapWith(Number),
      name: sql<string>`owner.${name}`,
    })
    .from(
      sql`${sql.identifier(table)} part join ${sql.identifier(type)} owner on owner.id = part.${sql.identifier(column)}`,
    )
    .where(inArray(sql`part.id`, ids))
}

export const countUses = (db: Database, file_id: number) => db.$count(file_use, eq(file_use.file_id, file_id))

export async function list(db: Database, file_id: number, { page, size }: { page: number; size: number }) {
  const items = await readUses(db, file_id, { limit: size, offset: (page - 1) * size })
  return { items, page, size, ...cappedTotal(await countUses(db, file_id), cmsTotalCap) }
}

/** Records that the replacement of the file rewrites. */
export const rewrittenUses = (db: Database, file_id: number) =>
  db
    .select({ table: file_use.table, record_id: file_use.record_id, field: file_use.field })
    .from(file_use)
    .where(sql`${file_use.file_id} = ${file_id} and ${file_use.table} <> ${snapshotTable}`)
    .orderBy(file_use.table, file_use.record_id, file_use.field)

type Rewritten = Awaited<ReturnType<typeof rewrittenUses>>[number]

const tableNamed = (name: string): PgTable & { id?: PgColumn } => {
  const table = allTables().find((known) => getTableName(known) === name)
  if (!table) throw new Error(`there is no table ${name}`)
  return table
}

/** In the order of all transactions: users, other tables by name, products with SKUs; within a table by id. */
export async function lockRecords(tx: Database, uses: readonly Rewritten[]): Promise<void> {
  const records = new Map<string, Set<number>>()
  const add = (table: string, ids: number[]) => records.set(table, new Set([...(records.get(table) ?? []), ...ids]))
  for (const table of new Set(uses.map((use) => use.table))) {
    const ids = uses.flatMap((use) => (use.table === table ? [use.record_id] : []))
    const whole = partOf[table]
    if (whole)
      add(
        whole.table,
        (await readOwners(tx, table, ids)).map(({ id }) => id),
      )
    if (table !== 'sku') add(table, ids)
  }
  const products = records.get('product')
  records.delete('product')
  const placeOf = (table: string) => (table === 'user' ? '' : table)
  for (const [table, ids] of [...records].sort(([a], [b]) => (placeOf(a) < placeOf(b) ? -1 : 1))) {
    const locked = sql.identifier(table)
    const list = sql.join(
      [...ids].map((id) => sql`${id}`),
      sql`, `,
    )
    await tx.execute(sql`select id from ${locked} where id in (${list}) order by id for no key update`)
  }
  if (products) await lockProducts(tx, [...products])
}

const escaped = (address: string) => address.replaceAll(/[^\w/-]/g, '\\$&')

/** As a path or with the origin of this server, with or without a fragment. */
const linkTo = (address: string) => `(<a href=")(?:https?://[^/"]+)?${escaped(address)}(["?#])`

const sourceOf = (address: string) => `(<video src="|<video src="[^"]*" poster=")${escaped(address)}(")`

/** Increments the version of the record, or of the record of which it is a part. */
export async function rewriteUse(
  tx: Database,
  { table, record_id, field }: Rewritten,
  { addresses, updated_by }: { addresses: ReadonlyMap<string, string>; updated_by: number },
): Promise<void> {
  const column = sql.identifier(field)
  const pairs = [...addresses]
  const type = getTableColumns(tableNamed(table))[field]?.columnType
  const replaced = (value: SQL, [old, current]: [string, string]) =>
    sql`replace(${value}, ${old}::text, ${current}::text)`
  const within = (value: SQL, pair: [string, string]) => {
    if (type === 'PgArray') return sql`array_replace(${value}, ${pair[0]}::text, ${pair[1]}::text)`
    const [old, current] = pair.map((address) => JSON.stringify(address))
    // In JSON, a name that looks like this has escaped quotes.
    if (type === 'PgJsonb')
      return sql`${replaced(sql`${value}::text`, [`"image_url": ${old}`, `"image_url": ${current}`])}::jsonb`
    return sql`regexp_replace(regexp_replace(${replaced(value, [`<img src=${old}`, `<img src=${current}`])}, ${sourceOf(pair[0])}, ${`\\1${pair[1]}\\2`}, 'g'), ${linkTo(pair[0])}, ${`\\1${pair[1]}\\2`}, 'g')`
  }
  const value =
    type === 'PgArray' || type === 'PgJsonb' || field === 'content'
      ? pairs.reduce(within, sql`${column}`)
      : sql`case ${column} ${sql.join(
          pairs.map(([old, current]) => sql`when ${old}::text then ${current}::text`),
          sql` `,
        )} else ${column} end`
  await tx.execute(
    sql`update ${sql.identifier(table)} set ${column} = ${value}, updated_at = now() where id = ${record_id}`,
  )
  const whole = partOf[table]
  const id = whole
    ? sql`(select part.${sql.identifier(whole.column)} from ${sql.identifier(table)} part where part.id = ${record_id})`
    : sql`${record_id}`
  await tx.execute(
    sql`update ${sql.identifier(whole?.table ?? table)} set version = version + 1, updated_by = ${updated_by}, updated_at = now() where id = ${id}`,
  )
}

/** Scans all tables. Of the order items that show a file, only the first has a row. */
function scanned(): SQL {
  const parts = fileFields().map(({ table, field }) => {
    const addresses = sql`file_addresses(to_jsonb(t.${sql.identifier(field)}), ${field}::text)`
    const source = sql`${sql.identifier(table)} t cross join lateral unnest(${addresses}) address join file_object o on o.url = address`
    const record = table === snapshotTable ? sql`min(t.id)` : sql`t.id`
    return sql`select o.file_id, ${table}::text as "table", ${record} as record_id, ${field}::text as field from ${source}
      where o.file_id is not null group by o.file_id${table === snapshotTable ? sql`` : sql`, t.id`}`
  })
  return sql`(${sql.join(parts, sql` union all `)})`
}

const isSame = sql`s.file_id = u.file_id and s."table" = u."table" and s.field = u.field
  and (s.record_id = u.record_id or u."table" = ${snapshotTable})`

/** Returns the numbers of wrong rows (`removed`) and of missing rows (`added`). */
export async function rebuildUses(tx: Database): Promise<{ removed: number; added: number }> {
  await tx.execute(sql`lock table file_use in share row exclusive mode`)
  const removed = await tx
    .delete(file_use)
    .where(
      sql`(file_id, "table", record_id, field) in (
        select u.file_id, u."table", u.record_id, u.field from file_use u
        where not exists (select from ${scanned()} s where ${isSame}))`,
    )
    .returning({ file_id: file_use.file_id })
  const missing = await tx
    .select({
      file_id: sql<number>`s.file_id`.mapWith(Number),
      table: sql<string>`s."table"`,
      record_id: sql<number>`s.record_id`.mapWith(Number),
      field: sql<string>`s.field`,
    })
    .from(sql`${scanned()} s`)
    .where(sql`not exists (select from file_use u where ${isSame})`)
  if (missing.length > 0) await tx.insert(file_use).values(missing)
  return { removed: removed.length, added: missing.length }
}
