import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { category } from '@/db/schema/category'
import { jsonStatement } from '@/db/statement'
import { anybody, endpoint } from '@/lib/api/endpoint'
import { treeOf } from '@/lib/api/tree'
import * as example from './example'
import { Category } from './schema'

type Row = Pick<typeof category.$inferSelect, 'id' | 'parent_id' | 'name' | 'description' | 'image_url'>

const enabledCategories = jsonStatement('enabled_categories', (db) =>
  db
    .select({
      json: sql<Row>`json_build_object('id', id, 'parent_id', parent_id, 'name', name, 'description', description, 'image_url', image_url)`,
    })
    .from(category)
    .where(eq(category.status, 'enabled'))
    .orderBy(category.sort_order, category.id),
)

export const listCategories = endpoint({
  method: 'GET',
  path: '/v1/category',
  summary: 'The category tree',
  description: 'The whole tree of enabled categories, in the order of the shop.',
  access: anybody,
  output: z.array(Category),
  example: { output: [example.category] },
  // Descendants of a disabled category are left out, because their parent is missing.
  handle: async ({ db }) => treeOf(await enabledCategories(db)),
})
