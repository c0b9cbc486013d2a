import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { sku, stock_log } from '@/db/schema/product'
import { type InvalidParam, type Problem, problem } from '@/lib/kit/api/endpoint/problem'
import { noSuch } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import type { Staff } from '@/lib/kit/people/actor'
import { openPieces } from './open-pieces'
import { type Adjustment, isWholeCount, maxStock } from './schema'

type Line = Adjustment['items'][number]

interface Adjusted {
  sku_id: number
  delta: number
  /** null: unknown SKU. */
  balance: number | null
  /** Only with `each`: nothing was changed. */
  problem?: Problem
}

/**
 * All or none, with ledger entries; each SKU once. Returns all SKUs in the sequence of the request. Throws
 * `invalid_request` (unknown or withdrawn SKU, above `maxStock`), 409 `stale_stock` (not `expected`), or 409
 * `out_of_stock` (would be negative). With `each`, these are returned with their line.
 */
export async function adjustStock(
  db: Database,
  { items, reason, note, each }: Adjustment,
  actor: Staff,
): Promise<Adjusted[]> {
  const stocks = await lockStocks(
    db,
    items.map(({ sku_id }) => sku_id),
  )
  const faults = items.map((item, at) => faultOf(item, at, stocks))
  if (!each) refuse(faults.filter((fault) => fault !== undefined))
  // Read after the lock: an order that has taken pieces since would be missing.
  const held = await heldByUnpaid(db, items.filter(isWholeCount), stocks)
  const judged = items.map((item): Judged => {
    const { sku_id, delta = 0, counted, expected } = item
    const stock = stocks.get(sku_id)?.stock ?? 0
    const pieces = held.get(sku_id)?.unpaid ?? 0
    const balance = counted === undefined ? stock + delta : counted - pieces
    return {
      line: { sku_id, delta: balance - stock, balance },
      stock,
      stale: expected === undefined || expected === stock ? [] : [{ sku_id, expected, present: stock }],
      short:
        balance < 0
          ? [{ sku_id, requested: counted === undefined ? -delta : pieces, available: counted ?? stock }]
          : [],
    }
  })
  const problem = problemOf(judged)
  if (problem && !each) throw problem
  const adjusted = judged.map((one, at): Adjusted => {
    const fault = faults[at]
    const { sku_id } = one.line
    if (fault?.code === 'not_found') return { sku_id, delta: 0, balance: null, problem: noSuch('SKU') }
    const refusal = fault ? faulty([fault]) : problemOf([one])
    return refusal ? { sku_id, delta: 0, balance: one.stock, problem: refusal } : one.line
  })
  const changed = adjusted.flatMap(({ sku_id, delta, balance }) =>
    delta === 0 || balance === null ? [] : [{ sku_id, delta, balance }],
  )
  if (changed.length > 0) {
    await db
      .update(sku)
      .set({ stock: sql`r.balance` })
      .from(sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r (sku_id int, balance int)`)
      // The ids are passed once more as an array: the planner assumes 100 rows for JSON, and may read the whole table.
      .where(
        and(
          eq(sku.id, sql`r.sku_id`),
          inArray(
            sku.id,
            changed.map(({ sku_id }) => sku_id),
          ),
        ),
      )
    await db
      .insert(stock_log)
      .values(
        changed.map(({ sku_id, delta, balance }) => ({ sku_id, delta, balance, reason, note, actor: actor.user_id })),
      )
  }
  return adjusted
}

interface Judged {
  line: Adjusted
  /** Before the change. */
  stock: number
  stale: { sku_id: number; expected: number; present: number }[]
  short: { sku_id: number; requested: number; available: number }[]
}

/** undefined: the lines can be adjusted. */
function problemOf(lines: readonly Judged[]): Problem | undefined {
  const stale = lines.flatMap((one) => one.stale)
  const shortages = lines.flatMap((one) => one.short)
  const of = `of ${lines.length} SKUs have`
  if (stale.length > 0) {
    const detail = `${stale.length} ${of} another stock than expected.`
    return problem('stale_stock', { detail, members: { items: stale } })
  }
  if (shortages.length === 0) return undefined
  const detail = `${shortages.length} ${of} fewer pieces than are to be taken off, or are in unpaid orders.`
  return problem('out_of_stock', { detail, members: { shortages } })
}

type Stocks = Awaited<ReturnType<typeof lockStocks>>

const heldByUnpaid = (db: Database, counts: Line[], stocks: Stocks) =>
  openPieces(
    db,
    counts.flatMap(({ sku_id }) => stocks.get(sku_id)?.product_id ?? []),
    counts.map(({ sku_id }) => sku_id),
  )

/** By id, like every transaction. Without deleted SKUs. */
async function lockStocks(db: Database, ids: number[]) {
  const rows = await db
    .select({ id: sku.id, product_id: sku.product_id, stock: sku.stock })
    .from(sku)
    .where(and(inArray(sku.id, ids), isNull(sku.deleted_at)))
    .orderBy(sku.id)
    .for('no key update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** undefined: the SKU is known, and the stock would not be too large. */
function faultOf({ sku_id, delta = 0 }: Line, at: number, stocks: Stocks): InvalidParam | undefined {
  const stock = stocks.get(sku_id)?.stock
  const name = `items.${at}`
  if (stock === undefined)
    return { in: 'body', name: `${name}.sku_id`, code: 'not_found', reason: 'There is no such SKU.' }
  if (stock + delta <= maxStock) return undefined
  const params = { maximum: maxStock - stock }
  return { in: 'body', name: `${name}.delta`, code: 'out_of_range', reason: 'The stock would be too large.', params }
}

const faulty = (faults: InvalidParam[]) =>
  problem('invalid_request', {
    detail: `${faults[0]?.name}: ${faults[0]?.reason}`,
    invalid_params: faults.slice(0, 20),
  })

function refuse(faults: InvalidParam[]): void {
  if (faults.length > 0) throw faulty(faults)
}
