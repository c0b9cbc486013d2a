import { z } from 'zod'
import { singleton } from '@/db/singleton'
import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { found } from '@/lib/kit/api/rows/rows'
import { WorkQueue } from '@/lib/kit/api/run/work-queue'
import { variantsOf } from '@/lib/kit/config/synonyms'
import { product, productCard, productPage } from './example'
import * as queries from './queries'
import {
  CardQuery,
  CategoryQuery,
  Product,
  ProductCard,
  ProductPage,
  productList,
  RecentQuery,
  SearchQuery,
  SuggestionQuery,
  Suggestions,
} from './schema'
import * as search from './search'

export const listProductsByCategory = endpoint({
  method: 'GET',
  path: '/v1/product/by_category',
  summary: 'Products of a category',
  description: 'Includes the products of all categories below it.',
  access: everyone,
  query: CategoryQuery,
  output: ProductPage,
  problems: ['not_found'],
  example: { query: { id: '1', sort: '-sold_count' }, output: productPage },
  handle: async ({ db, query: { id, ...page } }) => found(await queries.listByCategory(db, id, page), 'category'),
})

export const listCategoryProducts = endpoint({
  method: 'GET',
  path: '/v1/category/{id}/products',
  summary: 'Products of a category, by path',
  description: 'The same as GET /v1/product/by_category.',
  access: everyone,
  params: idParams,
  query: z.object(productList),
  output: ProductPage,
  example: { params: { id: '1' }, output: productPage },
  handle: async ({ db, params, query }) => found(await queries.listByCategory(db, params.id, query), 'category'),
})

export const listProducts = endpoint({
  method: 'GET',
  path: '/v1/product',
  summary: 'Cards of products by their ids',
  description:
    'For carts, favorites and what was looked at: in the order of ids, without those that are unknown or inactive.',
  access: everyone,
  query: CardQuery,
  output: z.array(ProductCard),
  example: { query: { ids: '1,2' }, output: [productCard] },
  handle: ({ db, query }) => queries.cardsOf(db, query.ids),
})

export const getProduct = endpoint({
  method: 'GET',
  path: '/v1/product/{id}',
  summary: 'A product with its SKUs',
  description: 'An active product with its pictures, description and the SKUs that can be bought.',
  access: everyone,
  params: idParams,
  output: Product,
  example: { params: { id: '1' }, output: product },
  handle: async ({ db, params }) => found(await queries.readProduct(db, params.id), 'product'),
})

export const listSimilarProducts = endpoint({
  method: 'GET',
  path: '/v1/product/{id}/similar',
  summary: 'Similar products',
  description:
    'The most sold active products of the same category, at most ten, without the product itself. It may be inactive or deleted, so that clients can offer something else in its place.',
  access: everyone,
  params: idParams,
  output: z.array(ProductCard),
  example: { params: { id: '2' }, output: [productCard] },
  handle: async ({ db, params }) => found(await queries.similarProducts(db, params.id), 'product'),
})

export const listNewestProducts = endpoint({
  method: 'GET',
  path: '/v1/product/recent',
  summary: 'The newest products',
  description: 'Active products, the newest first.',
  access: everyone,
  query: RecentQuery,
  output: z.array(ProductCard),
  example: { query: { size: '1' }, output: [productCard] },
  handle: ({ db, query }) => queries.newestProducts(db, query.size),
})

/** Four searches at once leave connections and processors for orders. The slowest take half a second. */
const searchQueue = () =>
  singleton(
    'search-queue',
    () => new WorkQueue({ atOnce: 4, capacity: 200, work: 'searches are under way', patience: 2_000 }),
  )

export const searchProducts = endpoint({
  method: 'GET',
  path: '/v1/product/search',
  summary: 'Search products',
  description:
    'Finds products whose name, summary, properties and category names together contain every word of q, in any order and in any case. A word of one character counts only as the whole name of a category, and so does any word for the categories above. By relevance, which is the default, those with all words in the name come first and the others follow; in each part, first those whose name covers more of q, then the most sold. Of more than a thousand results, each part is by sales alone. A word is also found by its synonyms, which are in the setting shop.search_synonyms.',
  access: everyone,
  query: SearchQuery,
  output: ProductPage,
  example: { query: { q: '绿茶 雨前', sort: 'relevance' }, output: productPage },
  handle: ({ db, settings, query: { q, ...page } }) => {
    const variants = variantsOf(q, settings['shop.search_synonyms'])
    return searchQueue().run(() => search.searchProducts(db, variants, page))
  },
})

export const suggestProducts = endpoint({
  method: 'GET',
  path: '/v1/product/suggest',
  summary: 'Suggest product names',
  description:
    'For a list below a search field: the names of at most eight active products whose name contains every word of q, the most sold first. Clients may keep the answer for a minute.',
  access: everyone,
  query: SuggestionQuery,
  output: Suggestions,
  max_age: 60,
  example: { query: { q: '茶' }, output: [productCard.name] },
  handle: ({ db, query }) => searchQueue().run(() => search.suggestNames(db, query.q)),
})
