import type { z } from 'zod'
import { category } from '@/lib/category/example'
import { productPage } from '@/lib/product/example'
import type { Catalog } from './schema'

export const catalog = {
  categories: [category],
  category_id: category.id,
  products: productPage,
} satisfies z.input<typeof Catalog>
