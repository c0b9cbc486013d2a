import { and, inArray, isNull } from 'drizzle-orm'
import { sku } from '@/db/schema/product'
import { type InvalidParam, problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import type { OfSku, SkuChoice } from './sku-choice'

/**
 * `field`: the list in the body. Ids are not looked up. Throws `invalid_request`: `not_found` for a number that no SKU
 * has, `duplicate` for a SKU that has two lines. With `keepsUnknown`, such a number has the id 0.
 */
export async function withSkuIds<Line extends SkuChoice>(
  db: Database,
  lines: readonly Line[],
  field: string,
  keepsUnknown = false,
): Promise<OfSku<Line>[]> {
  const numbers = lines.flatMap(({ sku_no }) => sku_no ?? [])
  const rows =
    numbers.length === 0
      ? []
      : await db
          .select({ id: sku.id, sku_no: sku.sku_no })
          .from(sku)
          .where(and(inArray(sku.sku_no, numbers), isNull(sku.deleted_at)))
  const ids = new Map(rows.map(({ id, sku_no }) => [sku_no, id]))
  const seen = new Set<number>()
  const faults: InvalidParam[] = []
  const found = lines.map(({ sku_id, sku_no, ...line }, at) => {
    const id = sku_id ?? ids.get(sku_no ?? '') ?? 0
    const name = `${field}.${at}.${sku_no === undefined ? 'sku_id' : 'sku_no'}`
    if (id === 0 && !keepsUnknown) faults.push({ in: 'body', name, code: 'not_found', reason: 'There is no such SKU.' })
    else if (id !== 0 && seen.has(id))
      faults.push({ in: 'body', name, code: 'duplicate', reason: 'This SKU is given twice.' })
    seen.add(id)
    return { ...line, sku_id: id }
  })
  const [first] = faults
  if (first)
    throw problem('invalid_request', { detail: `${first.name}: ${first.reason}`, invalid_params: faults.slice(0, 20) })
  return found
}
