import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { jsonStatement } from '@/db/connection/statement'
import { contains } from './list'

/*
 * Search in several columns and tables: by the index of each column. With too many matches, rows are compared in the
 * order of the list instead, which finds the first page soon.
 */

/** With more, the rows are compared in the order of the list instead. */
export const mostHits = 20_000

/** By an index on the pieces of the text (`grams` in db/functions). */
export const hasPart = (text: SQL, q: Placeholder) =>
  sql`grams(${text}) @> search_grams(${q}::text) and ${contains(text, q)}`

/** Finds a short text by an index on its characters. */
export const hasCharacters = (text: SQL, q: Placeholder) =>
  sql`string_to_array(folded(${text}), null) @> string_to_array(folded(${q}::text), null) and ${contains(text, q)}`

/** Each id once; null: more than `mostHits`. `selects`: one select of ids per index, each with `limit`. */
export function hitsOf(name: string, selects: (q: Placeholder, limit: SQL) => SQL[]) {
  return jsonStatement(name, (db) => {
    const each = selects(sql.placeholder('q'), sql.raw(`limit ${mostHits + 1}`)).map((select) => sql`(${select})`)
    return db
      .select({
        json: sql<
          number[] | null
        >`case when count(*) <= ${sql.raw(String(mostHits))} then coalesce(json_agg(distinct h.id), '[]') end`,
      })
      .from(sql`(${sql.join(each, sql` union all `)}) h (id)`)
  })
}
