import { asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { order_item } from '@/db/schema/order'
import { openCaseProblem } from '@/lib/after_sale/status'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'

export type Line = typeof order_item.$inferSelect & {
  /** The id of the line's open after-sale case; null: none. */
  open_case_id: number | null
}

/** The id of the open after-sale case of a line, for queries of `order_item`; null: none. */
export const open_case_id = sql<number | null>`(
  select c.after_sale_id from after_sale_item c where c.order_item_id = order_item.id and c.open)`

const linesWhere = (tx: Database, which: SQL): Promise<Line[]> =>
  tx
    .select({ ...getTableColumns(order_item), open_case_id })
    .from(order_item)
    .where(which)
    .orderBy(asc(order_item.id))

/** Returns the lines of an order, sorted by id. A transaction that changes these lines must have locked the order. */
export const linesOf = (tx: Database, order_id: number): Promise<Line[]> =>
  linesWhere(tx, eq(order_item.order_id, order_id))

/** Returns the lines of several orders, sorted by id. */
export const linesOfAll = (tx: Database, order_ids: number[]): Promise<Line[]> =>
  linesWhere(tx, inArray(order_item.order_id, order_ids))

/**
 * Finds the lines that a request names. `field`: the name of the list in the body of the request. Returns each line
 * with the list item that names the line (`given`), and the item's index in the list. Throws `invalid_request`:
 * `not_found` for a line of another order, `duplicate` for a line that is named twice.
 */
export function namedLines<Given extends { order_item_id: number }, Known extends { id: number }>(
  given: Given[],
  lines: Known[],
  field: string,
): { at: number; line: Known; given: Given }[] {
  const seen = new Set<number>()
  return given.map((one, at) => {
    const name = `${field}.${at}.order_item_id`
    const line = lines.find(({ id }) => id === one.order_item_id)
    if (!line) throw invalid('body', name, 'not_found', 'There is no such line.')
    if (seen.has(line.id)) throw invalid('body', name, 'duplicate', 'This line is given twice.')
    seen.add(line.id)
    return { at, line, given: one }
  })
}

/**
 * Throws 409 `after_sale_open` if a line is in an open case, because the decision about the case determines what
 * happens to the pieces of the line.
 */
export function requireNoCase(lines: Pick<Line, 'open_case_id'>[]): void {
  if (lines.some((line) => line.open_case_id !== null)) throw openCaseProblem()
}
