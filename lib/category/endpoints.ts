import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { category } from '@/db/schema/category'
import { jsonStatement } from '@/db/statement'
import { anybody, endpoint } from '@/lib/api/endpoint'
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

type Node = Row & { children: Node[] }

/** From the roots down, so that what hangs below a disabled category is left out with it. */
function treeOf(rows: Row[]): Node[] {
  const below = new Map<number | null, Row[]>()
  for (const row of rows) below.set(row.parent_id, [...(below.get(row.parent_id) ?? []), row])
  const grow = (parent: number | null): Node[] =>
    (below.get(parent) ?? []).map((row) => ({ ...row, children: grow(row.id) }))
  return grow(null)
}

export const readCategoryTree = endpoint({
  method: 'GET',
  path: '/v1/category',
  summary: 'The category tree',
  access: anybody,
  output: z.array(Category),
  example: { output: [example.category] },
  handle: async ({ db }) => treeOf(await enabledCategories(db)),
})
