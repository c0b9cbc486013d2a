import { and, eq, getTableColumns, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { statement } from '@/db/connection/statement'
import type { promotionStates } from '@/db/enums'
import { product, sku } from '@/db/schema/product'
import { coupon, deal_sku, promotion } from '@/db/schema/promotion'
import { changed, matchesSearch, newestList, pageList } from '@/lib/kit/api/rows/list'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { customerOf } from '@/lib/kit/people/customer'
import { isRunning } from '@/lib/pricing/issue'
import { scope_names } from '@/lib/pricing/scope'
import { couponState } from '@/lib/pricing/state'
import { listWhere } from '@/lib/product/queries'
import { excessOf } from './commands'
import { type CmsCoupon, CmsCouponQuery, CouponQuery } from './coupon-schema'
import { isReduced, overlapsOf } from './overlaps'
import { CmsPromotionQuery, type Promotion } from './schema'

/** By the clock of the database. A promotion that has ended is `ended`, even if it was stopped before. */
const state = sql<(typeof promotionStates)[number]>`case when ${promotion.ends_at} <= now() then 'ended'
  when not ${promotion.enabled} then 'stopped' when ${promotion.starts_at} > now() then 'upcoming' else 'running' end`

const ofDeal = <T>(value: SQL<T>) => sql<T>`(select ${value} from deal_sku ds where ds.promotion_id = promotion.id)`

const columns = {
  ...getTableColumns(promotion),
  state,
  sku_count: ofDeal(sql<number>`count(*)::int`),
  lowest_price: ofDeal(sql<number | null>`min(ds.price)`),
}

/** Without canceled orders. */
const ofOrders = <T>(value: SQL<T>) =>
  sql<T>`(select ${value} from order_discount d join "order" o on o.id = d.order_id and o.status <> 'cancelled'
    where d.promotion_id = promotion.id)`

export const list = pageList('cms_promotions', {
  table: promotion,
  query: CmsPromotionQuery,
  columns: {
    ...columns,
    order_count: ofOrders(sql<number>`count(*)::int`),
    discount_amount: ofOrders(sql<number>`coalesce(sum(d.amount), 0)`).mapWith(Number),
  },
  filters: {
    state: sql`${state} = ${sql.placeholder('state')}`,
    gives: promotion.gives,
    with_coupons: sql`(${promotion.coupon_source} is not null) = ${sql.placeholder('with_coupons')}::boolean`,
    q: matchesSearch(promotion.name, promotion.label),
    ...changed(promotion),
  },
})

/** Without canceled orders. */
const numbers = (db: Database, id: number) =>
  db
    .select({
      order_count: sql<number>`count(*)::int`,
      discount_amount: sql<number>`coalesce(sum(d.amount), 0)`.mapWith(Number),
      paid_amount: sql<number>`coalesce(sum(o.paid_amount), 0)`.mapWith(Number),
      refunded_amount: sql<number>`coalesce(sum(o.refunded_amount), 0)`.mapWith(Number),
      buyer_count: sql<number>`count(distinct o.user_id) filter (where o.paid_at is not null)::int`,
      new_buyer_count: sql<number>`count(distinct o.user_id) filter (where o.paid_at = b.first_paid_at)::int`,
      held_count: sql<number>`(select count(*)::int from coupon where promotion_id = ${id} and order_id is not null and used_at is null)`,
      used_count: sql<number>`(select count(*)::int from coupon where promotion_id = ${id} and order_id is not null and used_at is not null)`,
      code_count: sql<number>`(select count(*)::int from coupon_code where promotion_id = ${id})`,
    })
    .from(sql`order_discount d join "order" o on o.id = d.order_id left join buyer b on b.user_id = o.user_id`)
    .where(sql`d.promotion_id = ${id} and o.status <> 'cancelled'`)

/** Without deleted products. */
const productsOf = (db: Database, ids: number[]) =>
  db
    .select({
      id: product.id,
      name: product.name,
      image_url: sql<string | null>`${product.images}[1]`,
      price: product.price,
      status: product.status,
    })
    .from(product)
    .where(and(inArray(product.id, ids), isNull(product.deleted_at)))
    .orderBy(product.id)

export const dealSkus = (db: Database, id: number) =>
  db
    .select({
      sku_id: deal_sku.sku_id,
      price: deal_sku.price,
      quota: deal_sku.quota,
      sold: deal_sku.sold,
      product_id: deal_sku.product_id,
      sku_no: sku.sku_no,
      name: product.name,
      spec_text: sql<string>`array_to_string(${sku.spec_values}, ' / ')`,
      image_url: sql<string | null>`coalesce(${sku.image_url}, ${product.images}[1])`,
      regular_price: sku.price,
    })
    .from(deal_sku)
    .innerJoin(sku, eq(sku.id, deal_sku.sku_id))
    .innerJoin(product, eq(product.id, deal_sku.product_id))
    .where(eq(deal_sku.promotion_id, id))
    .orderBy(deal_sku.product_id, deal_sku.sku_id)

/** In fen. Throws `not_found`. */
export async function readPromotion(db: Database, id: number) {
  const [row] = await db.select(columns).from(promotion).where(eq(promotion.id, id))
  const { product_ids, except_product_ids, ...rest } = found(row, 'promotion')
  const [products, skus, [counted], overlaps, excess] = await Promise.all([
    productsOf(db, [...product_ids, ...except_product_ids]),
    dealSkus(db, id),
    numbers(db, id),
    overlapsOf(db, { product_ids, except_product_ids, ...rest }),
    rest.state === 'ended' ? null : excessOf(db, { product_ids, except_product_ids, ...rest }),
  ])
  if (!counted) throw new Error('an aggregate returned no row')
  return { ...rest, ...counted, product_ids, except_product_ids, products, skus, overlaps, excess }
}

/** null: more than 10, or no limit. */
const left = sql<number | null>`case when ${promotion.total} - ${promotion.taken_count} <= 10
  then ${promotion.total} - ${promotion.taken_count} end`

/** Without deals and with coupons for customers to take. By their end, the earliest first. */
export const runningPromotions = statement('running_promotions', (db) =>
  db
    .select({ ...getTableColumns(promotion), left, scope_names })
    .from(promotion)
    .where(
      and(
        isRunning,
        ne(promotion.gives, 'deal'),
        or(isNull(promotion.coupon_source), eq(promotion.coupon_source, 'customer')),
      ),
    )
    .orderBy(promotion.ends_at, promotion.id),
)

/** Throws `not_found`, also before its start. */
export async function productsInScope(db: Database, id: number, page: Parameters<typeof listWhere>[2]) {
  const [row] = await db
    .select({ ...getTableColumns(promotion), left, scope_names })
    .from(promotion)
    .where(and(eq(promotion.id, id), lte(promotion.starts_at, sql`now()`)))
  const known = found(row, 'promotion')
  return { ...(await listWhere(db, isReduced(known), page)), promotion: known }
}

const couponColumns = {
  ...getTableColumns(coupon),
  state: couponState(),
  promotion: sql<z.input<typeof Promotion>>`(
    select to_jsonb(promotion) || jsonb_build_object('left', ${left}, 'scope_names', ${scope_names}) from promotion where promotion.id = coupon.promotion_id)`,
}

const tabOf = sql`case when ${coupon.used_at} is not null then 'used'
  when ${coupon.revoked_at} is not null or (${coupon.ends_at} <= now() and ${coupon.order_id} is null) then 'expired'
  else 'usable' end`

const OwnQuery = CouponQuery.extend({ user_id: z.int() })

const listOwn = newestList('own_coupons', {
  table: coupon,
  query: OwnQuery,
  columns: couponColumns,
  filters: { user_id: coupon.user_id, state: sql`${tabOf} = ${sql.placeholder('state')}` },
})

export const listCoupons = (db: Database, user_id: number, query: z.output<typeof CouponQuery>) =>
  listOwn({ db, query: { ...query, user_id } })

/** Throws `not_found`. */
export async function readCoupon(db: Database, user_id: number, id: number) {
  const [row] = await db
    .select(couponColumns)
    .from(coupon)
    .where(and(eq(coupon.id, id), eq(coupon.user_id, user_id)))
  return found(row, 'coupon')
}

const cmsCouponColumns = {
  ...getTableColumns(coupon),
  state: couponState(),
  promotion: sql<z.input<typeof CmsCoupon>['promotion']>`(
    select json_build_object('id', p.id, 'name', p.name, 'label', p.label) from promotion p where p.id = coupon.promotion_id)`,
  customer: customerOf(sql`coupon.user_id`),
  order_no: sql<string | null>`(select o.order_no from "order" o where o.id = coupon.order_id)`,
}

export const listCmsCoupons = newestList('cms_coupons', {
  table: coupon,
  query: CmsCouponQuery,
  columns: cmsCouponColumns,
  filters: {
    user_id: coupon.user_id,
    promotion_id: coupon.promotion_id,
    state: sql`${couponState()} = ${sql.placeholder('state')}`,
  },
})

/** Throws `not_found`. */
export async function readCmsCoupon(db: Database, id: number) {
  const [row] = await db.select(cmsCouponColumns).from(coupon).where(eq(coupon.id, id))
  return found(row, 'coupon')
}
