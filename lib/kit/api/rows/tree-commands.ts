import { getTableName, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '@/lib/kit/database'
import type { FaultCode } from '../endpoint/fault'
import { type InvalidParam, problem } from '../endpoint/problem'
import type { RowTable } from './rows'
import type { Linked } from './tree'
import type { TreeOrder } from './tree-order'

type TreeTable = RowTable & Record<'parent_id' | 'sort_order' | 'version' | 'updated_at' | 'updated_by', PgColumn>

/** Locks until the transaction ends: two valid moves can form a cycle, so the second must see the first. */
export const lockTree = (db: Database, table: PgTable) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext(${`mini-shop.${getTableName(table)}`}))`)

interface Ordering<Position> {
  /** Read after the tree was locked. */
  positions: ReadonlyMap<number, Position>
  /** After the change; undefined: no fault. */
  faultOf: (tree: ReadonlyMap<number, Position>, id: number) => { code: FaultCode; reason: string } | undefined
  noun: string
  updated_by: number
}

/** With the names of the former and of the new parent. */
interface Moved {
  id: number
  before: NamedPlace
  after: NamedPlace
}

interface NamedPlace {
  name: string
  parent: string | null
}

/** All or none. Throws a 400 that names every invalid item. Lock the tree first. */
export async function orderTree<Position extends Linked & { name: string; sort_order: number }>(
  db: Database,
  table: TreeTable,
  { items }: TreeOrder,
  { positions, faultOf, noun, updated_by }: Ordering<Position>,
): Promise<{ before: TreeOrder; after: TreeOrder; moved: Moved[] }> {
  const tree = new Map(positions)
  for (const item of items) {
    const position = positions.get(item.id)
    if (position) tree.set(item.id, { ...position, ...item })
  }
  const invalid_params = items.flatMap((item, at): InvalidParam[] => {
    if (!positions.has(item.id)) {
      return [{ in: 'body', name: `items.${at}.id`, code: 'not_found', reason: `There is no such ${noun}.` }]
    }
    const fault = faultOf(tree, item.id)
    return fault ? [{ in: 'body', name: `items.${at}.parent_id`, ...fault }] : []
  })
  const [first] = invalid_params
  if (first) throw problem('invalid_request', { detail: `${first.name}: ${first.reason}`, invalid_params })

  const after = items.filter(({ id, parent_id, sort_order }) => {
    const position = positions.get(id)
    return position?.parent_id !== parent_id || position.sort_order !== sort_order
  })
  const before = after.flatMap(({ id }) => {
    const position = positions.get(id)
    return position ? [{ id, parent_id: position.parent_id, sort_order: position.sort_order }] : []
  })
  await db
    .update(table)
    .set({
      parent_id: sql`moved.parent_id`,
      sort_order: sql`moved.sort_order`,
      version: sql`${table.version} + 1`,
      updated_at: sql`now()`,
      updated_by,
    })
    .from(sql`jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as moved (id int, parent_id int, sort_order int)`)
    .where(sql`${table.id} = moved.id`)
  const moved = after.flatMap(({ id, parent_id }) => {
    const position = positions.get(id)
    if (!position || position.parent_id === parent_id) return []
    const placed = (parent: number | null) => ({
      name: position.name,
      parent: (parent !== null && positions.get(parent)?.name) || null,
    })
    return [{ id, before: placed(position.parent_id), after: placed(parent_id) }]
  })
  return { before: { items: before }, after: { items: after }, moved }
}
