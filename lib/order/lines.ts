import { asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { order_item } from '@/db/schema/order'
import { openCaseProblem } from '@/lib/after_sale/status'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'

export type Line = typeof order_item.$inferSelect & {
  open_case_id: number | null
}

/** For queries of `order_item`. */
export const open_case_id = sql<number | null>`(
  select c.after_sale_id from after_sale_item c where c.order_item_id = order_item.id and c.open)`

/** For queries of a line as `i` of SKU `s`, as they are today: members of its JSON. */
export const sku_codes = sql`'sku_no', s.sku_no, 'barcode', s.barcode`

/** For queries of a line as `i`: its pieces at the price of a deal. */
export const deal_pieces = sql`coalesce((
  select max(coalesce(s.pieces, i.count)) from order_item_discount s join order_discount d on d.id = s.order_discount_id
  where s.order_item_id = i.id and d.gives = 'deal'), 0)`

const linesWhere = (tx: Database, which: SQL): Promise<Line[]> =>
  tx
    .select({ ...getTableColumns(order_item), open_case_id })
    .from(order_item)
    .where(which)
    .orderBy(asc(order_item.id))

/** Sorted by id. A transaction that changes these lines must have locked the order. */
export const linesOf = (tx: Database, order_id: number): Promise<Line[]> =>
  linesWhere(tx, eq(order_item.order_id, order_id))

/** Sorted by id. */
export const linesOfAll = (tx: Database, order_ids: number[]): Promise<Line[]> =>
  linesWhere(tx, inArray(order_item.order_id, order_ids))

/**
 * `field`: the list in the body. Returns each line with its list item (`given`) and index. Throws `invalid_request`:
 * `not_found` for a line of another order, `duplicate`.
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

/** Throws 409 `after_sale_open`: the case determines what happens to the pieces. */
export function requireNoCase(lines: Pick<Line, 'id' | 'open_case_id'>[]): void {
  const line = lines.find(({ open_case_id }) => open_case_id !== null)
  if (line) throw openCaseProblem(line)
}
