import { z } from 'zod'
import { productTabs } from '@/lib/product/cms-schema'
import type { Options } from './bench'
import { fillProducts, frequentTerm, rareTerm } from './fill'
import type { Load } from './load'
import { observePlans } from './plans'
import { startServer } from './server'
import { addRoot, createShop, renewStatistics, withClient } from './shop'
import { fixed, printTable, verdict } from './table'
import { bearer, get, type Target } from './target'

/** Milliseconds in the database for one request, its count included. */
const bars = { sorted: 20, filtered: 60 }

const sorts = ['-id', '-created_at', 'created_at', '-price', 'price', '-sold_count', 'sold_count']

/**
 * Measures the lists of products of the admin among a million: every tab in each of its orders, and every filter. The
 * limits are absolute, for the statements as the database ran them. Fails where one is missed.
 */
export async function catalogue(postgres_url: string, _load: Load, { rows, folder }: Options) {
  console.log(`Filling a shop with ${rows.toLocaleString('en')} products …`)
  const database_url = await createShop(postgres_url, 'bench_catalogue')
  await fillProducts(database_url, rows)
  const { token, theme_id, category_id } = await withClient(database_url, async (client) => {
    // Of each 50 products one is in the bin, with its SKUs.
    await client.query(`with binned as (
      update product set deleted_at = now() where id % 50 = 11 returning id
    ) update sku set deleted_at = now() from binned where product_id = binned.id`)
    const theme = await client.query<{ id: number }>(`with made as (
      insert into theme (name) values ('一千零一夜') returning id
    ), filled as (
      insert into theme_product (theme_id, product_id, sort_order)
      select made.id, picked.id, picked.at from made, (
        select id, row_number() over (order by id) as at from (select id from product where deleted_at is null order by hashint4(id) limit 100) chosen
      ) picked
    ) select id from made`)
    const category = await client.query<{ id: number }>(
      'select parent_id as id from category where parent_id is not null order by parent_id limit 1',
    )
    return {
      token: await addRoot(client),
      theme_id: theme.rows[0]?.id,
      category_id: category.rows[0]?.id,
    }
  })
  await renewStatistics(database_url)

  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
  const filters: Record<string, string> = {
    status: 'status=draft',
    'category, with all below': `category_id=${category_id}`,
    theme: `theme_id=${theme_id}`,
    price: 'price_from=20000&price_to=20100',
    'a wide span of prices': 'price_from=1000&price_to=40000',
    'a day of creation': `created_from=${day(100)}&created_to=${day(99)}`,
    'a year of creation': `created_from=${day(500)}&created_to=${day(135)}`,
    'words in every 25th name': `q=${encodeURIComponent('手作')}`,
    'words in every 80th name': `q=${encodeURIComponent(frequentTerm)}`,
    [`${rareTerm.hits} hits`]: `q=${encodeURIComponent(rareTerm.term)}`,
    'no hit': `q=${encodeURIComponent('无此物')}`,
    'the beginning of a number': 'q=FILL-77',
  }
  const [onSale, low, bin, byPrice] = ['tab=on_sale', 'tab=low', 'tab=deleted', 'sort=price']
  const queries = [
    ...[undefined, ...productTabs].flatMap((tab) =>
      sorts.map((sort) => ({
        name: `${tab ?? 'all'}, ${sort}`,
        query: `${tab ? `tab=${tab}&` : ''}sort=${sort}`,
        bar: bars.sorted,
      })),
    ),
    ...Object.entries(filters).flatMap(([name, query]) =>
      [[], [byPrice], [onSale], [onSale, byPrice], [low, byPrice], [bin]].map((more) => ({
        name: [name, ...more].join(', '),
        query: [query, ...more].join('&'),
        // What is rare in the few products of such a tab is counted one by one.
        bar: /^(q|status)=/.test(query) && (more.includes(low) || more.includes(bin)) ? undefined : bars.filtered,
      })),
    ),
  ]
  const target = (name: string, path: string): Target => ({
    name,
    requests: [get(path, bearer(token))],
    status: 200,
    body: z.unknown(),
    connections: 1,
  })
  const targets = [
    target('counts of the tabs', '/cms/product/count'),
    ...queries.map(({ name, query }) => target(name, `/cms/product?size=20&${query}`)),
  ]
  const server = await startServer('native', { name: 'bench_catalogue', database_url, folder })
  const observed = await observePlans(database_url, server.url, targets)
  await server.stop()
  if (!observed) throw new Error('this database does not say what its statements take (auto_explain)')

  const barOf = new Map(queries.map(({ name, bar }) => [name, bar]))
  const results = [...observed].map(([name, one]) => {
    const bar = barOf.has(name) ? barOf.get(name) : bars.sorted
    const ms = one.database_ms
    return { name, bar, ms, scans: one.scans, verdict: verdict(ms, bar, 'lower') }
  })
  printTable(
    ['', 'ms', 'bar', '', 'reads'],
    results.map((one) => [one.name, fixed(one.ms, 1), one.bar, one.verdict, one.scans.join('; ')]),
  )
  const missed = results.filter((one) => one.verdict === 'missed')
  if (missed.length > 0) {
    console.log(`${missed.length} of ${results.length} are slower than they may be.`)
    process.exitCode = 1
  }
  return { results, plans: missed.map(({ name }) => ({ name, ...observed.get(name) })) }
}
