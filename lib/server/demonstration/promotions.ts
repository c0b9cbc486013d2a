import { eq, sql } from 'drizzle-orm'
import { shop } from '@/db/seed/shop/shop'
import * as tables from '@/db/tables'
import type { Database } from '@/lib/kit/database'
import { issueCoupon } from '@/lib/pricing/issue'
import { createPromotion } from '@/lib/promotion/cms'
import { type IdOf, slugs } from './catalogue'
import type { Perform } from './perform'

const msPerDay = 86_400_000

/** Returns a function that finds an id by slug. */
export async function createPromotions(
  tx: Database,
  perform: Perform,
  { at, categoryOf }: { at: Date; categoryOf: IdOf },
): Promise<IdOf> {
  const skus = await tx.select({ id: tables.sku.id, sku_no: tables.sku.sku_no }).from(tables.sku)
  const skuOf = new Map(skus.map(({ id, sku_no }) => [sku_no, id]))
  const { ids, idOf } = slugs('promotion')
  for (const { slug, days_left, categories = [], skus: prices = [], coupons, ...terms } of shop.promotions) {
    const { id } = await perform(
      createPromotion,
      {
        ...terms,
        ...coupons,
        starts_at: at.toISOString(),
        ends_at: new Date(Date.now() + days_left * msPerDay).toISOString(),
        scope: categories.length > 0 ? 'categories' : 'all',
        category_ids: categories.map(categoryOf),
        skus: prices.map(({ sku_no, ...price }) => ({ sku_id: skuOf.get(sku_no) ?? 0, ...price })),
      },
      { at },
    )
    ids.set(slug, id)
  }
  return idOf
}

/** Not used by an order: two usable coupons, an expired one and a revoked one. */
export async function createCoupons(tx: Database, promotionOf: IdOf, user_id: number): Promise<void> {
  const issue = (slug: string, source: 'customer' | 'code' | 'staff') =>
    issueCoupon(tx, { promotion_id: promotionOf(slug), user_id, source, where: undefined })
  const set = (id: number, values: object) => tx.update(tables.coupon).set(values).where(eq(tables.coupon.id, id))
  await issue('article', 'code')
  await issue('sorry', 'staff')
  const days = (count: number) => sql`now() - make_interval(days => ${count}::int)`
  await set(await issue('article', 'code'), { created_at: days(20), starts_at: days(20), ends_at: days(6) })
  await set(await issue('sorry', 'staff'), { revoked_at: days(1) })
}
