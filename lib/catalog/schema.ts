import { z } from 'zod'
import { Category } from '@/lib/category/schema'
import { id, pathId } from '@/lib/kit/api/endpoint/fields'
import { ProductPage, productList } from '@/lib/product/schema'

const { size, sort } = productList

export const CatalogQuery = z.object({
  category_id: pathId.optional().meta({ description: 'The first of the tree by default' }),
  size,
  sort,
})

export const Catalog = z
  .object({
    categories: z.array(Category).meta({ description: 'As GET /v1/category' }),
    category_id: id.nullable().meta({ description: 'The category of the products; null: the tree is empty' }),
    products: ProductPage.nullable().meta({
      description: 'Its first page, as GET /v1/product/by_category, which has the further ones',
    }),
  })
  .meta({ id: 'Catalog' })
