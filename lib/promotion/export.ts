import { promotion } from '@/db/schema/promotion'
import { Yuan } from '@/lib/kit/api/csv/yuan'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { type DealColumn, dealColumns } from './columns'
import { dealSkus } from './queries'

/** Throws `not_found`. */
export async function dealFile(db: Database, promotion_id: number) {
  const { id } = await getRow(db, promotion, promotion_id)
  return {
    columns: [...dealColumns],
    async next(tx: Database) {
      const skus = await dealSkus(tx, id)
      const items = skus.map(({ sku_no, name, spec_text, regular_price, price, quota, sold }) => {
        const cells: Record<DealColumn, string | number | Yuan | null> = {
          sku_no,
          name,
          spec: spec_text,
          regular_price_yuan: new Yuan(regular_price),
          deal_price_yuan: new Yuan(price),
          quota,
          sold,
        }
        return dealColumns.map((column) => cells[column])
      })
      return { items, next_cursor: null }
    },
  }
}
