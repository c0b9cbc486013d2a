import { and, arrayContains, eq, gt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { category } from '@/db/schema/category'
import { product } from '@/db/schema/product'
import { promotion } from '@/db/schema/promotion'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { deleteRow, lockRow } from '@/lib/kit/api/rows/rows'
import { type Linked, treeFault } from '@/lib/kit/api/rows/tree'
import { lockTree, orderTree } from '@/lib/kit/api/rows/tree-commands'
import { positionAfter, type TreeOrder } from '@/lib/kit/api/rows/tree-order'
import type { Database } from '@/lib/kit/database'
import type { CategoryInput } from './schema'

const maxDepth = 3

const faultOf = (tree: ReadonlyMap<number, Linked>, id: number) => treeFault(tree, id, { noun: 'category', maxDepth })

async function lockPositions(db: Database) {
  await lockTree(db, category)
  const rows = await db
    .select({ id: category.id, parent_id: category.parent_id, sort_order: category.sort_order, name: category.name })
    .from(category)
  return new Map(rows.map((row) => [row.id, row]))
}

/** By default the last. Locks the tree. Throws a 400 at `parent_id`: `not_found`, or `too_deep`. */
export async function placeNew(
  db: Database,
  { parent_id, sort_order }: Pick<z.output<typeof CategoryInput>, 'parent_id' | 'sort_order'>,
): Promise<{ sort_order: number }> {
  const tree = await lockPositions(db)
  const position = { id: 0, name: '', parent_id, sort_order: sort_order ?? positionAfter(tree.values(), parent_id) }
  // No row has the id 0.
  const fault = faultOf(tree.set(0, position), 0)
  if (fault) throw invalid('body', 'parent_id', fault.code, fault.reason)
  return { sort_order: position.sort_order }
}

/** Locks the tree, if `parent_id` is given. Throws a 400 at `parent_id`: `not_found`, `cycle` or `too_deep`. */
export async function checkMove(db: Database, id: number, parent_id: number | null | undefined): Promise<void> {
  if (parent_id === undefined) return
  const tree = await lockPositions(db)
  const position = tree.get(id)
  if (!position) return
  const fault = faultOf(tree.set(id, { ...position, parent_id }), id)
  if (fault) throw invalid('body', 'parent_id', fault.code, fault.reason)
}

/** All or none. Returns the positions before and after. Throws a 400 naming every invalid item of `order`. */
export async function orderCategories(db: Database, order: TreeOrder, updated_by: number) {
  const positions = await lockPositions(db)
  return orderTree(db, category, order, { positions, faultOf, noun: 'category', updated_by })
}

/**
 * Products, also in the trash, move to `move_to`. Throws `in_use` with categories or, without `move_to`, products, and
 * for the only category of a promotion. Throws a 400 for an unknown `move_to`, or the category itself.
 */
export async function removeCategory(
  db: Database,
  id: number,
  { move_to, updated_by }: { move_to: number | undefined; updated_by: number },
) {
  const tree = await lockPositions(db)
  // A new product of the category waits for this lock, and then finds no category.
  await lockRow(db, category, id, { mode: 'update' })
  const below = [...tree.values()].filter(({ parent_id }) => parent_id === id).length
  if (below > 0) throw problem('in_use', { detail: `Categories in it: ${below}. Move or delete them first.` })
  await refuseOnlyCategory(db, id)
  if (move_to === undefined) {
    const products = await db.$count(product, eq(product.category_id, id))
    if (products > 0)
      throw problem('in_use', { detail: `Products in it, with those in the trash: ${products}. Name where they go.` })
  } else {
    if (move_to === id) throw invalid('query', 'move_to', 'cycle', 'This is the category itself.')
    if (!tree.has(move_to)) throw invalid('query', 'move_to', 'not_found', 'There is no such category.')
    await moveProducts(db, { from: id, to: move_to, updated_by })
  }
  return deleteRow(db, category, id)
}

/** A promotion without categories would apply to nothing. */
async function refuseOnlyCategory(db: Database, id: number): Promise<void> {
  const [found] = await db
    .select({ id: promotion.id, name: promotion.name })
    .from(promotion)
    .where(
      and(
        eq(promotion.scope, 'categories'),
        arrayContains(promotion.category_ids, [id]),
        eq(promotion.enabled, true),
        gt(promotion.ends_at, sql`now()`),
        sql`not exists (select from category other where other.id = any(${promotion.category_ids}) and other.id <> ${id})`,
      ),
    )
    .orderBy(promotion.id)
    .limit(1)
  if (!found) return
  throw problem('in_use', {
    detail: `It is the only category of the promotion “${found.name}”. Stop the promotion first.`,
    members: { promotion: found },
  })
}

async function moveProducts(db: Database, { from, to, updated_by }: { from: number; to: number; updated_by: number }) {
  // Products are always locked by id.
  await db.execute(
    sql`select from (select id from product where category_id = ${from} order by id for no key update) locked`,
  )
  await db
    .update(product)
    .set({ category_id: to, updated_by, updated_at: sql`now()`, version: sql`${product.version} + 1` })
    .where(eq(product.category_id, from))
}
