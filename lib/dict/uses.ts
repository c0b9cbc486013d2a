import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { after_sale } from '@/db/schema/after_sale'
import { article } from '@/db/schema/article'
import { banner_item } from '@/db/schema/banner'
import { freight_template } from '@/db/schema/freight'
import { invoice } from '@/db/schema/invoice'
import { error_log } from '@/db/schema/log'
import { notice } from '@/db/schema/notice'
import { order, shipment } from '@/db/schema/order'
import { refund } from '@/db/schema/payment'
import { product, stock_log } from '@/db/schema/product'
import { coupon, promotion } from '@/db/schema/promotion'
import { user } from '@/db/schema/user'
import { carrier_account } from '@/db/schema/waybill'
import type { Database } from '@/lib/kit/database'
import { maxUses } from './schema'

/** By dictionary. A test compares the dictionaries with those of the base data. */
export const dictColumns: Record<string, readonly PgColumn[]> = {
  gender: [user.gender],
  user_status: [user.status],
  order_status: [order.status],
  carrier: [shipment.carrier, after_sale.return_carrier, carrier_account.delivery_id],
  // An order keeps the name of the reason.
  cancel_reason: [],
  refund_status: [refund.status],
  refund_reason: [refund.reason_code],
  after_sale_reason: [after_sale.reason_code],
  after_sale_kind: [after_sale.kind],
  after_sale_status: [after_sale.status],
  invoice_status: [invoice.status],
  article_type: [article.type],
  notice_type: [notice.type],
  notice_source: [notice.source],
  publication_status: [article.status, notice.status],
  product_status: [product.status],
  freight_template_charge: [freight_template.charge],
  freight_template_free_needs: [freight_template.free_needs],
  promotion_gives: [promotion.gives],
  promotion_scope: [promotion.scope],
  promotion_audience: [promotion.audience],
  // Follows from the period.
  promotion_state: [],
  coupon_source: [promotion.coupon_source, coupon.source],
  coupon_state: [],
  stock_reason: [stock_log.reason],
  audience: [notice.audience],
  target_type: [banner_item.target_type],
  error_status: [error_log.status],
  // Labels of booleans.
  yes_no: [],
  enabled_disabled: [],
}

/**
 * At most {@link maxUses}. Without an index for each column, which would slow down every order: records are counted
 * only when a value is deleted or changed.
 */
export async function usesOf(db: Database, { type, value }: { type: string; value: string }): Promise<number> {
  const columns = dictColumns[type] ?? []
  const counts = columns.map((column): SQL => {
    const uses = db
      .select({ one: sql`1`.as('one') })
      .from(column.table)
      // Some columns hold numbers.
      .where(column.dataType === 'number' ? eq(column, Number(value) || 0) : eq(column, value))
      .limit(maxUses)
    return sql`(select count(*) from ${uses} uses)`
  })
  if (counts.length === 0) return 0
  const [row] = await db
    .select({ uses: sql<number>`least(${maxUses}, ${sql.join(counts, sql` + `)})::int` })
    .from(sql`(values (1)) one`)
  return row?.uses ?? 0
}
