import type { z } from 'zod'
import { promotion } from '@/db/schema/promotion'
import { Yuan } from '@/lib/kit/api/csv/yuan'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { type CouponColumn, couponColumns, type DealColumn, dealColumns } from './columns'
import type { CmsCouponQuery } from './coupon-schema'
import { dealSkus, listCmsCoupons } from './queries'

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

const couponsPerBatch = 1_000

/** In the sequence of the list. Phone numbers only if the caller sees those of customers. */
export function couponFile(query: z.output<typeof CmsCouponQuery>, { sees_customers }: { sees_customers: boolean }) {
  const columns = couponColumns.filter((column) => sees_customers || column !== 'mobile')
  return {
    columns,
    async next(db: Database, cursor: number | undefined) {
      const page = await listCmsCoupons({ db, query: { ...query, page: 1, size: couponsPerBatch, cursor } })
      const items = page.items.map(({ customer, promotion: of, ...row }) => {
        const mobile = sees_customers ? customer.mobile : null
        const cells: Record<CouponColumn, string | number | Date | null> = {
          user_id: customer.id,
          customer: nameOfCustomer({ ...customer, mobile }, query.labels),
          mobile,
          promotion: of.name,
          state: row.state,
          source: row.source,
          created_at: row.created_at,
          starts_at: row.starts_at,
          ends_at: row.ends_at,
          order_no: row.order_no,
          used_at: row.used_at,
          revoked_at: row.revoked_at,
        }
        return columns.map((column) => cells[column])
      })
      return { items, next_cursor: page.next_cursor }
    },
  }
}
