import { sql } from 'drizzle-orm'
import { historyTables } from '@/lib/file/uses'
import type { Database } from '@/lib/kit/database'

/** Not counted as uses. Settings may refer to a picture on any site. */
const withoutUses = new Set(['file_object', 'oper_log', 'idempotency', 'config', ...historyTables])

/** Order items are snapshots: all with a file count as one use. */
const placeOf = (table: string, id: unknown, column: string) =>
  table === 'order_item' ? table : `${table}.${id}.${column}`

/** As a path or with an origin, and with or without a fragment. */
const linksTo = (text: string, url: string) =>
  [...text.matchAll(/<a href="([^"?#]*)/g)].some(([, href = '']) =>
    [href, href.replace(/^https?:\/\/[^/]+/, '')].includes(url),
  )

/** Compares `file_use` with the URLs in all columns. */
export async function fileUseFaults(db: Database): Promise<string[]> {
  const objects = await db
    .select({ url: sql<string>`url`, file_id: sql<number>`file_id` })
    .from(sql`file_object`)
    .where(sql`file_id is not null`)
  const uses = await db
    .select({
      file_id: sql<number>`file_id`,
      table: sql<string>`"table"`,
      record_id: sql<number>`record_id`,
      field: sql<string>`field`,
    })
    .from(sql`file_use`)
  const stored = new Set(uses.map((use) => `${use.file_id} in ${placeOf(use.table, use.record_id, use.field)}`))
  if (objects.length === 0) return [...stored].map((use) => `unknown: ${use}`)
  const found = new Set<string>()
  for (const { name } of await db
    .select({ name: sql<string>`relname::text` })
    .from(sql`pg_class`)
    // A session takes long to open a table, and a table without a page has no rows.
    .where(sql`relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`)) {
    if (withoutUses.has(name)) continue
    const rows = await db
      .select({ row: sql<string>`row_to_json(t)::text` })
      .from(sql`${sql.identifier(name)} t`)
      .where(sql`row_to_json(t)::text ~ '/(files|demo)/'`)
    for (const { row } of rows) {
      for (const [column, value] of Object.entries<unknown>(JSON.parse(row))) {
        // Lists and HTML have URLs in quotes. A column with a URL has no quotes.
        const text = JSON.stringify(value)?.replaceAll('\\"', '"') ?? ''
        for (const { url, file_id } of objects)
          if (text.includes(`"${url}"`) || linksTo(text, url))
            found.add(`${file_id} in ${placeOf(name, JSON.parse(row).id, column)}`)
      }
    }
  }
  return [
    ...[...found].filter((use) => !stored.has(use)).map((use) => `missing: ${use}`),
    ...[...stored].filter((use) => !found.has(use)).map((use) => `without a record: ${use}`),
  ]
}
