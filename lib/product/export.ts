import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { product, sku } from '@/db/schema/product'
import { Yuan } from '@/lib/kit/api/csv/yuan'
import type { Database } from '@/lib/kit/database'
import { list } from './cms-list'
import type { SkuRow } from './cms-queries'
import type { CmsProductQuery } from './cms-schema'
import { exportColumns, guardedColumns } from './columns'
import { cellsOf, groupSkus, readCategories, sheetProducts } from './sheet'

/** Read at once. Small, because a product may have 200 SKUs. */
const productsPerBatch = 100

/** `next` reads a batch, sorted as in the list, with a line per SKU by id. `sees_cost`: with costs. */
export function productFile(query: z.output<typeof CmsProductQuery>, { sees_cost }: { sees_cost: boolean }) {
  const columns = exportColumns.filter((column) => sees_cost || !Object.hasOwn(guardedColumns, column))
  return {
    columns,
    async next(db: Database, cursor: number | undefined) {
      const page = await list(db, { ...query, page: 1, size: productsPerBatch, cursor })
      const ids = page.items.map(({ id }) => id)
      const products = new Map((await sheetProducts(db, ids)).map((row) => [row.id, row]))
      const skus = await skusOfProducts(db, ids)
      const categories = await readCategories(db)
      const items = ids.flatMap((id) => {
        const row = products.get(id)
        if (!row) return []
        return (skus.get(id) ?? []).map((one) => {
          const cells = { ...cellsOf(row, one, categories), ...valuesOf(one) }
          return columns.map((column) => cells[column])
        })
      })
      return { items, next_cursor: page.next_cursor }
    },
  }
}

/** Only numbers and booleans. */
const valuesOf = ({ price, market_price, cost, weight_g, enabled, stock }: SkuRow) => ({
  price_yuan: new Yuan(price),
  market_price_yuan: market_price === null ? null : new Yuan(market_price),
  cost_yuan: cost === null ? null : new Yuan(cost),
  weight_g,
  enabled,
  stock,
})

/** By product. In the trash: the SKUs that were deleted with the product. */
async function skusOfProducts(db: Database, ids: number[]): Promise<Map<number, SkuRow[]>> {
  const rows = await db
    .select(getTableColumns(sku))
    .from(sku)
    .innerJoin(product, eq(product.id, sku.product_id))
    .where(and(inArray(sku.product_id, ids), sql`${sku.deleted_at} is not distinct from ${product.deleted_at}`))
    .orderBy(asc(sku.id))
  return groupSkus(rows)
}
