import { readShownTree } from '@/lib/category/queries'
import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import { found } from '@/lib/kit/api/rows/rows'
import { listByCategory } from '@/lib/product/queries'
import * as example from './example'
import { Catalog, CatalogQuery } from './schema'

export const getCatalog = endpoint({
  method: 'GET',
  path: '/v1/catalog',
  summary: 'The category screen',
  description:
    'The category tree and the first products of one category, in one request. For further pages and other categories, only the products are needed: GET /v1/product/by_category.',
  access: everyone,
  query: CatalogQuery,
  output: Catalog,
  problems: ['not_found'],
  example: { query: { category_id: '1' }, output: example.catalog },
  async handle({ db, query: { category_id, size, sort } }) {
    const productsOf = (id: number) => listByCategory(db, id, { page: 1, size, sort })
    if (category_id !== undefined) {
      const [categories, products] = await Promise.all([readShownTree(db), productsOf(category_id)])
      return { categories, category_id, products: found(products, 'category') }
    }
    const categories = await readShownTree(db)
    const [first] = categories
    return { categories, category_id: first?.id ?? null, products: (first && (await productsOf(first.id))) ?? null }
  },
})
