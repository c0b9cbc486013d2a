import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { jsonStatement } from '@/db/connection/statement'
import { contains } from '../rows/list'

/*
 * The search of a list whose text may be in several columns and tables. Matches are looked up first, each by its own
 * index. If there are too many, the rows are compared in the order of the list instead, because then the first page is
 * found soon.
 */

/** The maximum number of matches that are looked up. */
export const mostHits = 20_000

/** Whether a text that is indexed by its pieces contains the search text. */
export const hasPart = (text: SQL, q: Placeholder) =>
  sql`grams(${text}) @> search_grams(${q}::text) and ${contains(text, q)}`

/** Whether a short text that is indexed by its characters contains the search text. */
export const hasCharacters = (text: SQL, q: Placeholder) =>
  sql`string_to_array(folded(${text}), null) @> string_to_array(folded(${q}::text), null) and ${contains(text, q)}`

/**
 * Finds the ids of the rows that match `q` by these selects of ids, which end with the given limit; null: there are too
 * many. An id may occur several times.
 */
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
