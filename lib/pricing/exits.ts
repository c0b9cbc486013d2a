import { and, eq, isNull, sql } from 'drizzle-orm'
import { statement } from '@/db/connection/statement'
import { order } from '@/db/schema/order'
import { coupon, order_discount } from '@/db/schema/promotion'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'

/* The caller has locked the order. Coupons are locked before SKUs, as everywhere. */

const ofOrder = eq(coupon.order_id, sql.placeholder('order_id'))

/** The order was canceled unpaid, or lost its reduction. */
export const releaseCoupon = statement('release_coupon', (db) =>
  db
    .update(coupon)
    .set({ order_id: null })
    .where(and(ofOrder, isNull(coupon.used_at))),
)

export const spendCoupon = statement('spend_coupon', (db) =>
  db
    .update(coupon)
    .set({ used_at: sql`now()` })
    .where(and(ofOrder, isNull(coupon.used_at))),
)

/** The period is not checked: the order had the coupon in time. false: taken by another order, or revoked. */
export async function takeCouponAgain(tx: Database, order_id: number): Promise<boolean> {
  const [reduction] = await tx
    .select({ coupon_id: order_discount.coupon_id })
    .from(order_discount)
    .where(and(eq(order_discount.order_id, order_id), sql`${order_discount.coupon_id} is not null`))
  if (!reduction?.coupon_id) return true
  const taken = await tx
    .update(coupon)
    .set({ order_id })
    .where(and(eq(coupon.id, reduction.coupon_id), isNull(coupon.order_id), isNull(coupon.revoked_at)))
    .returning({ id: coupon.id })
  return taken.length > 0
}

/** As the setting `coupon.returns` says. The coupon then lasts at least `coupon.return_days` from now. */
export async function returnCoupon(tx: Database, order_id: number, settings: Settings): Promise<void> {
  const returns = settings['coupon.returns']
  if (returns === 'never') return
  const days = settings['coupon.return_days']
  await tx
    .update(coupon)
    .set({
      order_id: null,
      used_at: null,
      ends_at: sql`greatest(${coupon.ends_at}, now() + make_interval(days => ${days}::int))`,
    })
    .from(order)
    .where(
      and(
        eq(coupon.order_id, order_id),
        eq(order.id, order_id),
        eq(order.status, 'refunded'),
        returns === 'unshipped' ? eq(order.fulfilment, 'none') : undefined,
      ),
    )
}
