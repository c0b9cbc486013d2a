import { and, eq, gt, inArray, isNull, lt, ne, notInArray, sql } from 'drizzle-orm'
import { product, sku } from '@/db/schema/product'
import { deal_sku, promotion } from '@/db/schema/promotion'
import type { FaultCode } from '@/lib/kit/api/endpoint/fault'
import { type InvalidParam, problem } from '@/lib/kit/api/endpoint/problem'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'

export interface Price {
  sku_id: number
  /** In fen. */
  price: number
  /** null: any number. */
  quota: number | null
}

interface Deal {
  id: number
  enabled: boolean
  starts_at: Date | string
  ends_at: Date | string
}

/** By SKU id. */
export const pricesOf = (db: Database, promotion_id: number): Promise<Price[]> =>
  db
    .select({ sku_id: deal_sku.sku_id, price: deal_sku.price, quota: deal_sku.quota })
    .from(deal_sku)
    .where(eq(deal_sku.promotion_id, promotion_id))
    .orderBy(deal_sku.sku_id)

const msPerDay = 86_400_000

/** A deleted SKU, or one that does not cost more than the deal. */
const isLeftOut = sql<boolean>`${sku.deleted_at} is not null or ${product.deleted_at} is not null or ${sku.price} <= ${deal_sku.price}`

/**
 * Stopped, from tomorrow and as long as the promotion, without its shared code. `left_out`: SKUs that can have the
 * prices no longer. Throws `not_found`.
 */
export async function copyOf(db: Database, id: number, suffix: string) {
  const row = await getRow(db, promotion, id)
  const { id: _, created_at, updated_at, version, updated_by, taken_count, ...terms } = row
  const starts_at = new Date(Date.now() + msPerDay)
  const ends_at = new Date(starts_at.getTime() + row.ends_at.getTime() - row.starts_at.getTime())
  const name = row.name.slice(0, 64 - suffix.length) + suffix
  const all = await db
    .select({
      sku_id: deal_sku.sku_id,
      price: deal_sku.price,
      quota: deal_sku.quota,
      name: product.name,
      spec_text: sql<string>`array_to_string(${sku.spec_values}, ' / ')`,
      isLeftOut,
    })
    .from(deal_sku)
    .innerJoin(sku, eq(sku.id, deal_sku.sku_id))
    .innerJoin(product, eq(product.id, deal_sku.product_id))
    .where(eq(deal_sku.promotion_id, id))
    .orderBy(deal_sku.sku_id)
  const kept = all.flatMap(({ sku_id, price, quota, isLeftOut }) => (isLeftOut ? [] : [{ sku_id, price, quota }]))
  const left_out = all.flatMap(({ sku_id, name, spec_text, isLeftOut }) =>
    isLeftOut ? [{ sku_id, name, spec_text }] : [],
  )
  return { terms: { ...terms, name, shared_code: null, enabled: false, starts_at, ends_at }, skus: kept, left_out }
}

/**
 * Keeps the numbers of sold pieces. Locks SKUs by id; concurrent calls wait. Throws `invalid_request` for a new price
 * not below the regular one, and `already_exists` for a SKU in another enabled deal of the period.
 */
export async function writePrices(tx: Database, deal: Deal, prices: readonly Price[]): Promise<void> {
  const ids = prices.map(({ sku_id }) => sku_id)
  if (ids.length > 0) await tx.execute(sql`select pg_advisory_xact_lock(hashtext('mini-shop.deal'))`)
  const skus = await tx
    .select({ id: sku.id, product_id: sku.product_id, price: sku.price })
    .from(sku)
    .innerJoin(product, eq(product.id, sku.product_id))
    .where(and(inArray(sku.id, ids), isNull(sku.deleted_at), isNull(product.deleted_at)))
    .orderBy(sku.id)
    .for('no key update', { of: sku })
  const before = new Map((await pricesOf(tx, deal.id)).map((one) => [one.sku_id, one]))
  const refused = prices.flatMap(({ sku_id, price }, at) => {
    const found = skus.find(({ id }) => id === sku_id)
    const isKept = before.get(sku_id)?.price === price
    if (!found) return isKept ? [] : [faultOf(`skus.${at}.sku_id`, 'not_found', 'There is no such SKU.')]
    return price < found.price || isKept
      ? []
      : [
          {
            ...faultOf(`skus.${at}.price`, 'too_big', `This must be less than the price of the SKU, ${found.price}.`),
            params: { maximum: found.price - 1 },
          },
        ]
  })
  if (refused.length > 0) throw problem('invalid_request', { detail: refused[0]?.reason, invalid_params: refused })
  if (deal.enabled) await requireNoOther(tx, deal, ids)
  const isGone = and(eq(deal_sku.promotion_id, deal.id), ids.length > 0 ? notInArray(deal_sku.sku_id, ids) : undefined)
  await tx.delete(deal_sku).where(isGone)
  const rows = prices.flatMap(({ sku_id, price, quota }) => {
    const product_id = skus.find(({ id }) => id === sku_id)?.product_id
    return product_id === undefined ? [] : [{ promotion_id: deal.id, sku_id, product_id, price, quota }]
  })
  if (rows.length === 0) return
  await tx
    .insert(deal_sku)
    .values(rows)
    .onConflictDoUpdate({
      target: [deal_sku.promotion_id, deal_sku.sku_id],
      set: { price: sql`excluded.price`, quota: sql`excluded.quota` },
    })
}

const faultOf = (name: string, code: FaultCode, reason: string): InvalidParam => ({ in: 'body', name, code, reason })

/** Enabled deals of these SKUs in the period of the deal. */
export const otherDeals = (db: Database, { id, starts_at, ends_at }: Deal, ids: readonly number[]) =>
  db
    .select({ sku_id: deal_sku.sku_id, id: promotion.id, name: promotion.name })
    .from(deal_sku)
    .innerJoin(promotion, eq(promotion.id, deal_sku.promotion_id))
    .where(
      and(
        inArray(deal_sku.sku_id, [...ids]),
        ne(promotion.id, id),
        eq(promotion.enabled, true),
        lt(promotion.starts_at, new Date(ends_at)),
        gt(promotion.ends_at, new Date(starts_at)),
      ),
    )

/** Throws `already_exists` naming each SKU, with its other deal. */
async function requireNoOther(tx: Database, deal: Deal, ids: number[]): Promise<void> {
  const others = await otherDeals(tx, deal, ids)
  const invalid_params = others.map(({ sku_id, ...params }) => ({
    ...faultOf(
      `skus.${ids.indexOf(sku_id)}.sku_id`,
      'already_exists',
      `This SKU has the deal ${params.name} at that time.`,
    ),
    params,
  }))
  if (invalid_params.length > 0) throw problem('already_exists', { detail: invalid_params[0]?.reason, invalid_params })
}
