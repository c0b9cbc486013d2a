import { type SQL, sql } from 'drizzle-orm'
import { totalCap } from '@/lib/kit/api/endpoint/page'
import type { Database } from '@/lib/kit/database'
import {
  answer,
  areMany,
  orderBy,
  type Page,
  sortHits,
  visible,
  type Window,
  walk,
  walkHits,
  windowOf,
} from './queries'
import type { SearchSort } from './schema'

/** Folded: case and width do not matter. */
const arrayOf = (words: readonly string[]) =>
  sql`array[${sql.join(
    words.map((word) => sql`folded(${word}::text)`),
    sql`, `,
  )}]`

/** Folded, without exact duplicates. */
const wordsOf = (q: string) => arrayOf([...new Set(q.split(/\s+/u))])

const inName = (words: SQL) => sql`name_holds(p.name, ${words})`

const inText = (words: SQL) =>
  sql`(p.grams @> search_pieces(${words}) and product_holds(p.name, p.summary, p.properties || p.shown_specs, ${words}))`

/** `rest`: the words of the search that are not in these names. */
interface NamedCategories {
  ids: number[]
  rest: string[]
}

/**
 * A part of a name, or the whole name of an ancestor. A single character must be a whole name, because many names
 * contain it by chance. Without disabled categories.
 */
const namedCategories = (words: SQL) => sql`(
  with recursive tree as (
    select id, folded(name) as name, array[]::text[] as above from category where parent_id is null and status = 'enabled'
    union all
    select c.id, folded(c.name), tree.above || tree.name from category c join tree on c.parent_id = tree.id
    where c.status = 'enabled'
  ), lacking as (
    select id, array(
      select word from unnest(${words}) word
      where word <> all (above || name) and (char_length(word) < 2 or strpos(name, word) = 0)) as rest
    from tree
  ), grouped as (
    select array_agg(id) as ids, rest from lacking where cardinality(rest) < cardinality(${words}) group by rest
  )
  select coalesce(json_agg(grouped), '[]') from grouped)`

/** With the words in `rest` in the text. */
const inCategories = (categories: NamedCategories[]) =>
  sql.join(
    categories.map(({ ids, rest }) => {
      const inOne = sql`p.category_id = any (${`{${ids.join()}}`}::int[])`
      return rest.length === 0 ? inOne : sql`(${inOne} and ${inText(arrayOf(rest))})`
    }),
    sql` or `,
  )

const alternatives = (conditions: SQL[]) => sql`(${sql.join(conditions, sql` or `)})`

/** `hitsOf`: the name of a function in SQL. Each product once, although several variants find it. */
function hitsBy(hitsOf: 'product_hits' | 'product_name_hits', variants: SQL[]): SQL {
  const each = variants.map((words) => sql`select * from ${sql.raw(hitsOf)}(${words})`)
  const [only, second] = each
  if (only && !second) return only
  return sql`select id, name, sort_order, price, sold_count, created_at, bool_or(in_name) as in_name
    from (${sql.join(each, sql` union all `)}) hit group by id, name, sort_order, price, sold_count, created_at`
}

/** First hits by name, then the others, each by the number sold. */
const byRelevance = sql`p.in_name desc, ${orderBy('-sold_count')}`

/** In each part of {@link byRelevance}, first the names with more characters of the words. */
const byCoverage = (words: SQL) => sql`p.in_name desc, (
  select sum(char_length(word)) from unnest(${words}) word where strpos(folded(p.name), word) > 0) desc nulls last, ${orderBy('-sold_count')}`

/**
 * Name, summary, properties and category names together contain every word of one of the texts, of which customers typed
 * the first. Up to some thousands of hits are sorted; with more, products are read in the order of an index.
 */
export async function searchProducts(db: Database, texts: readonly string[], { sort, ...page }: Page<SearchSort>) {
  const variants = texts.map(wordsOf)
  const any = (condition: (words: SQL) => SQL) => alternatives(variants.map(condition))
  const isNamed = any(inName)
  const [asked] = await db
    .select({
      in_name: sql<boolean>`in_name`,
      at_all: sql<boolean>`case when in_name then true else ${any((words) => sql`product_hits_are_many(${words})`)} end`,
      categories: sql<NamedCategories[][]>`json_build_array(${sql.join(variants.map(namedCategories), sql`, `)})`,
    })
    .from(sql`(select ${any((words) => sql`product_name_hits_are_many(${words})`)} as in_name offset 0) as many`)
  const named = asked?.categories.flat() ?? []
  const categories = named.length > 0 ? inCategories(named) : undefined
  const window = windowOf(page)
  const order = sort === 'relevance' ? byRelevance : orderBy(sort)
  const hits = hitsBy('product_hits', variants)
  const ofCategories = sql`select p.id, p.name, p.sort_order, p.price, p.sold_count, p.created_at, ${isNamed}
    from product p where ${visible} and (${categories})`
  const sortAll = (by: SQL) => sortHits(db, categories ? sql`${hits} union ${ofCategories}` : hits, by, window)
  const isMany = asked?.at_all || (categories && (await areMany(db, categories)))
  if (!isMany) {
    const [typed, ...others] = variants
    // A name has a single word as a whole or not at all.
    const isGraded = sort === 'relevance' && typed && (others.length > 0 || /\s/u.test(texts[0] ?? ''))
    return answer(page, await sortAll(isGraded ? byCoverage(typed) : order))
  }

  const isFound = any(inText)
  const matching = categories ? sql`(${isFound} or ${categories})` : isFound
  const items =
    sort === 'relevance'
      ? await walkByRelevance(db, { variants, isNamed, matching }, asked?.in_name ?? false, window)
      : await walkHits(db, matching, order, window)
  return answer(page, items.length === page.size ? { items, counted: totalCap + 1 } : await sortAll(order))
}

/** First the hits by name. Incomplete if {@link walk} has missed some. */
async function walkByRelevance(
  db: Database,
  { variants, isNamed, matching }: { variants: SQL[]; isNamed: SQL; matching: SQL },
  many_in_name: boolean,
  { size, offset }: Window,
) {
  const order = orderBy('-sold_count')
  if (many_in_name) return walkHits(db, isNamed, order, { size, offset })
  const named = await sortHits(db, hitsBy('product_name_hits', variants), order, { size, offset })
  if (named.items.length === size) return named.items
  const others = await walkHits(db, sql`${matching} and not ${isNamed}`, order, {
    size: size - named.items.length,
    offset: Math.max(0, offset - named.counted),
  })
  return [...named.items, ...others]
}

/** More than the eight suggestions, because several products can have the same name. */
const suggesting = sql.raw('50')

/** At most eight different names, the most sold first. */
export async function suggestNames(db: Database, q: string): Promise<string[]> {
  const words = wordsOf(q)
  const order = orderBy('-sold_count')
  const rows = await db
    .select({ name: sql<string>`hit.name` })
    .from(sql`(
      with many as materialized (select product_name_hits_are_many(${words}) as in_name)
      select h.name, h.sold_count from product_name_hits(${words}) h where not (select in_name from many)
      union all
      select p.name, p.sold_count from (${walk(inName(words), order)} limit ${suggesting}) p where (select in_name from many)
    ) hit`)
    .groupBy(sql`hit.name`)
    .orderBy(sql`max(hit.sold_count) desc, hit.name`)
    .limit(8)
  return rows.map((row) => row.name)
}
