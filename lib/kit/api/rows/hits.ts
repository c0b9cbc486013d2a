import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { jsonStatement } from '@/db/connection/statement'
import { contains } from './list'

/*
 * Search in lists whose searched texts are in several columns and tables. Matches are first looked up by the index of
 * each column. If there are too many, the rows are compared in the order of the list instead: with many matches, the
 * first page is found soon.
 */

/**
 * The maximum number of matches for which a search looks up the ids. With more matches, the rows are compared in the
 * order of the list instead.
 */
export const mostHits = 20_000

/**
 * Returns the SQL condition that a text contains the search text. Uses an index on the pieces of the text (`grams` in
 * db/functions).
 */
export const hasPart = (text: SQL, q: Placeholder) =>
  sql`grams(${text}) @> search_grams(${q}::text) and ${contains(text, q)}`

/**
 * Returns the SQL condition that a short text contains the search text. Uses an index on the characters of the text.
 */
export const hasCharacters = (text: SQL, q: Placeholder) =>
  sql`string_to_array(folded(${text}), null) @> string_to_array(folded(${q}::text), null) and ${contains(text, q)}`

/**
 * Returns a statement that finds the ids of the rows that match `q`, each once; null if the selects together find more
 * than `mostHits` ids. `selects` returns one select of ids for each index; each select must end with `limit`.
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
