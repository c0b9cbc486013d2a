import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { category } from '@/db/schema/category'
import { statement } from '@/db/statement'
import { anybody, endpoint } from '@/lib/api/endpoint'
import { treeOf } from '@/lib/api/tree'
import * as example from './example'
import { Category } from './schema'

const enabledCategories = statement('enabled_categories', (db) =>
  db
    .select({
      id: category.id,
      parent_id: category.parent_id,
      name: category.name,
      description: category.description,
      image_url: category.image_url,
    })
    .from(category)
    .where(eq(category.status, 'enabled'))
    .orderBy(category.sort_order, category.id),
)

export const readCategoryTree = endpoint({
  method: 'GET',
  path: '/v1/category',
  summary: 'The category tree',
  access: anybody,
  output: z.array(Category),
  example: { output: [example.category] },
  // What hangs below a disabled category is left out with it.
  handle: async ({ db }) => treeOf(await enabledCategories(db)),
})
