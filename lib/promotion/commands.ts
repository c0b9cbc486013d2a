import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Tier } from '@/db/enums'
import { category } from '@/db/schema/category'
import { product, sku } from '@/db/schema/product'
import { coupon, coupon_code, order_discount, promotion } from '@/db/schema/promotion'
import { type Caller, holds, missingPermission } from '@/lib/kit/api/endpoint/caller'
import { type InvalidParam, invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { lockRow } from '@/lib/kit/api/rows/rows'
import { requireWindow } from '@/lib/kit/api/run/window'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { inScope } from '@/lib/pricing/scope'

type Row = typeof promotion.$inferSelect
type Terms = Pick<
  Row,
  | 'gives'
  | 'scope'
  | 'category_ids'
  | 'product_ids'
  | 'tiers'
  | 'repeats'
  | 'per_customer'
  | 'coupon_source'
  | 'total'
  | 'valid_days'
  | 'shared_code'
> & {
  skus: readonly object[]
  starts_at: Date | string
  ends_at: Date | string
}

const longest = 366 * 24 * 60 * 60 * 1_000

/** Running at the same time. Limited, because placing an order reads all of them. */
const mostAtOnce = 50

/** Throws `invalid_request`: a period of more than 366 days or below 0, no goods, or contradictions. */
export function requireTerms(terms: Terms): void {
  requireWindow(terms)
  if (new Date(terms.ends_at).getTime() - new Date(terms.starts_at).getTime() > longest)
    throw invalid('body', 'ends_at', 'too_big', 'A promotion runs for at most 366 days.')
  const needed = { categories: 'category_ids', products: 'product_ids', all: undefined } as const
  const field = needed[terms.scope]
  if (field && terms[field].length === 0) throw invalid('body', field, 'required', 'Choose at least one.')
  requireCouponTerms(terms)
  requireOneKind(terms)
  requireTiers(terms)
}

/** Throws `invalid_request`: deals have only prices of SKUs, other kinds have only tiers. */
function requireOneKind({ gives, tiers, scope, coupon_source, skus }: Terms): void {
  if (gives !== 'deal') {
    if (tiers.length === 0) throw invalid('body', 'tiers', 'required', 'Give at least one tier.')
    if (skus.length > 0) throw invalid('body', 'skus', 'not_allowed', 'Only a deal has prices.')
    return
  }
  if (skus.length === 0) throw invalid('body', 'skus', 'required', 'Choose at least one SKU.')
  const unused = { tiers: tiers.length > 0, scope: scope !== 'all', coupon_source: coupon_source !== null }
  for (const [field, isSet] of Object.entries(unused))
    if (isSet) throw invalid('body', field, 'not_allowed', 'A deal has prices of SKUs instead.')
}

/**
 * Throws `invalid_request`. Coupons need a limit per customer; only they have `total` or `valid_days`, and only those by
 * code a shared code.
 */
function requireCouponTerms({ coupon_source, per_customer, total, valid_days, shared_code }: Terms): void {
  if (shared_code !== null && coupon_source !== 'code')
    throw invalid('body', 'shared_code', 'not_allowed', 'Only coupons by code have this.')
  if (coupon_source !== null) {
    if (per_customer === null) throw invalid('body', 'per_customer', 'required', 'Limit the coupons of a customer.')
    return
  }
  for (const [field, value] of Object.entries({ total, valid_days }))
    if (value !== null) throw invalid('body', field, 'not_allowed', 'Only a promotion with coupons has this.')
}

/** Throws `invalid_request` naming each unknown one. Ids in `before` may be of deleted products or categories. */
export async function requireGoods(tx: Database, lists: GoodsLists, before: GoodsLists = {}): Promise<void> {
  const { category_ids = [], product_ids = [], except_product_ids = [] } = lists
  const products = [...product_ids, ...except_product_ids]
  const [categories, known] = await Promise.all([
    category_ids.length === 0
      ? []
      : tx
          .select({ id: category.id })
          .from(category)
          .where(inArray(category.id, [...category_ids]))
          // A category being deleted is looked for in promotions first.
          .for('key share'),
    products.length === 0
      ? []
      : tx
          .select({ id: product.id })
          .from(product)
          .where(and(inArray(product.id, products), isNull(product.deleted_at))),
  ])
  const missing = (name: GoodsList, ids: readonly number[], present: { id: number }[]) =>
    ids.flatMap((id, at): InvalidParam[] =>
      present.some((one) => one.id === id) || before[name]?.includes(id)
        ? []
        : [{ in: 'body', name: `${name}.${at}`, code: 'not_found', reason: 'There is no such record.' }],
    )
  const invalid_params = [
    ...missing('category_ids', category_ids, categories),
    ...missing('product_ids', product_ids, known),
    ...missing('except_product_ids', except_product_ids, known),
  ]
  const [first] = invalid_params
  if (first) throw problem('invalid_request', { detail: `${first.name}: ${first.reason}`, invalid_params })
}

type GoodsList = 'category_ids' | 'product_ids' | 'except_product_ids'
type GoodsLists = { [name in GoodsList]?: readonly number[] | undefined }

const thresholdOf = ({ from_amount, from_pieces = 0 }: Tier) => from_amount ?? from_pieces

const thresholdField = ({ from_amount }: Tier) => (from_amount === undefined ? 'from_pieces' : 'from_amount')
const valueField = ({ off_amount }: Tier) => (off_amount === undefined ? 'off_permille' : 'off_amount')

/**
 * Throws `invalid_request`: `repeats` needs a single tier that takes off an amount, an n-th piece is the only tier of a
 * reduction, and no tier makes goods free.
 * `tier_order`: thresholds of two kinds, not ascending, or a tier that takes off less.
 */
function requireTiers({ gives, tiers, repeats }: Terms): void {
  const [first] = tiers
  if (repeats && (tiers.length > 1 || first?.off_amount === undefined))
    throw invalid('body', 'repeats', 'not_allowed', 'Only one tier with an amount can repeat.')
  for (const [at, tier] of tiers.entries()) {
    const before = tiers[at - 1]
    if (tier.nth !== undefined && (gives !== 'reduction' || tiers.length > 1))
      throw invalid('body', `tiers.${at}.nth`, 'not_allowed', 'An n-th piece is the only tier of a reduction.')
    if (tier.off_permille === 1000 && gives === 'reduction')
      throw invalid('body', `tiers.${at}.off_permille`, 'too_big', 'Goods cannot be free: at most 999.', {
        maximum: 999,
      })
    if (tier.off_amount !== undefined && tier.from_amount !== undefined && gives === 'reduction')
      if (tier.off_amount >= tier.from_amount)
        throw invalid('body', `tiers.${at}.off_amount`, 'too_big', 'This must be less than the threshold.', {
          maximum: tier.from_amount - 1,
        })
    if (!before) continue
    const isOtherKind = (before.from_amount === undefined) !== (tier.from_amount === undefined)
    const isLower = isOtherKind || thresholdOf(tier) <= thresholdOf(before)
    if (isLower || givesLess(before, tier))
      throw invalid(
        'body',
        `tiers.${at}.${isLower ? thresholdField(tier) : valueField(tier)}`,
        'tier_order',
        'A tier has a higher threshold than the one before, and gives no less.',
      )
  }
}

/** At the threshold of the higher tier. A percentage and an amount are compared in fen. */
function givesLess(before: Tier, tier: Tier): boolean {
  if (tier.from_amount !== undefined) return valueAt(before, tier.from_amount) > valueAt(tier, tier.from_amount)
  const kind = before.off_amount === undefined ? 'off_permille' : 'off_amount'
  const [cap, lower] = [before.at_most ?? Number.POSITIVE_INFINITY, tier.at_most ?? Number.POSITIVE_INFINITY]
  return tier[kind] === undefined || (before[kind] ?? 0) > tier[kind] || cap > lower
}

const valueAt = ({ off_amount, off_permille = 0, at_most }: Tier, amount: number) =>
  Math.min(off_amount ?? Math.floor((amount * off_permille) / 1_000), at_most ?? amount, amount)

/** In thousandths, at its threshold. `cheapest`: in fen; undefined: unknown, so the share may be the whole. */
function shareOf(
  { off_permille, off_amount = 0, from_amount, from_pieces = 1, nth = 1, at_most }: Tier,
  cheapest?: number,
): number {
  // The reduced piece is the cheapest one, so that its reduction is at most this share of all.
  if (off_permille !== undefined) return off_permille / nth
  const goods = from_amount ?? (cheapest === undefined ? 0 : cheapest * from_pieces)
  return goods === 0 ? 1_000 : (Math.min(off_amount, at_most ?? off_amount) * 1_000) / goods
}

type Scope = Pick<Row, 'scope' | 'category_ids' | 'product_ids' | 'except_product_ids'>

/** `price`: above 0, in fen. */
async function cheapestOf(tx: Database, scope: Scope) {
  const [found] = await tx
    .select({ price: sql<number>`s.price`, name: sql<string>`p.name` })
    .from(sql`sku s join product p on p.id = s.product_id`)
    .where(sql`s.enabled and s.deleted_at is null and p.deleted_at is null and s.price > 0 and ${inScope(scope)}`)
    .orderBy(sql`s.price, s.id`)
    .limit(1)
  return found
}

/**
 * Of the tiers by pieces, the first one that takes off as much as these pieces of the cheapest SKU cost. null: none.
 * Staff who may exceed the largest discount can save it.
 */
export async function excessOf(
  db: Database,
  { gives, tiers, ...scope }: Scope & { gives: Row['gives']; tiers: readonly Tier[] },
) {
  const offs = tiers.flatMap(({ from_pieces: pieces, off_amount }) =>
    pieces === undefined || off_amount === undefined ? [] : [{ pieces, off_amount }],
  )
  if (gives !== 'reduction' || offs.length === 0) return null
  const cheapest = await cheapestOf(db, scope)
  if (!cheapest) return null
  const { name: product_name, price } = cheapest
  const all = offs.map((one) => ({ product_name, ...one, amount: price * one.pieces }))
  return all.find(({ amount, off_amount }) => off_amount >= amount) ?? null
}

/**
 * Throws `forbidden` above the setting `promotion.most_off_permille`, unless the caller has `cms.promotion.over`.
 * Prevents expensive typing errors, such as a missing zero.
 */
export async function requireModest(
  tx: Database,
  { gives, tiers, skus, ...scope }: Scope & { gives: Row['gives']; tiers: readonly Tier[]; skus: readonly Price[] },
  { caller, settings }: { caller: Caller; settings: Settings },
): Promise<void> {
  if (gives === 'freight' || holds(caller, 'cms.promotion.over')) return
  const most = settings['promotion.most_off_permille']
  const isByPieces = tiers.some(({ from_pieces, off_amount }) => from_pieces !== undefined && off_amount !== undefined)
  const cheapest = isByPieces ? (await cheapestOf(tx, scope))?.price : undefined
  for (const [at, tier] of tiers.entries())
    if (shareOf(tier, cheapest) > most) throw missingPermission('cms.promotion.over', `tiers.${at}.${valueField(tier)}`)
  const low = await lowPrices(tx, skus, most)
  const at = skus.findIndex(({ sku_id }) => low.has(sku_id))
  if (at >= 0) throw missingPermission('cms.promotion.over', `skus.${at}.price`)
}

/** SKUs whose price is more than `most` thousandths below the regular one. */
export async function lowPrices(tx: Database, prices: readonly Price[], most: number): Promise<Set<number>> {
  const ids = prices.map(({ sku_id }) => sku_id)
  const skus = await tx.select({ id: sku.id, price: sku.price }).from(sku).where(inArray(sku.id, ids))
  const regular = new Map(skus.map(({ id, price }) => [id, price]))
  const low = prices.filter(({ sku_id, price }) => {
    const was = regular.get(sku_id) ?? 0
    return (was - price) * 1_000 > was * most
  })
  return new Set(low.map(({ sku_id }) => sku_id))
}

/** Customers may rely on these once a promotion has begun. */
const frozen = [
  'gives',
  'scope',
  'category_ids',
  'product_ids',
  'except_product_ids',
  'tiers',
  'repeats',
  'audience',
  'per_customer',
  'exclusive',
  'starts_at',
  'coupon_source',
  'valid_days',
] as const

interface Price {
  sku_id: number
  price: number
  quota: number | null
}

/** A larger quota is allowed. */
const keepsPrices = (before: readonly Price[], after: readonly Price[]) =>
  before.length === after.length &&
  before.every(({ sku_id, price, quota }) => {
    const same = after.find((one) => one.sku_id === sku_id)
    return same?.price === price && (same.quota ?? Number.POSITIVE_INFINITY) >= (quota ?? Number.POSITIVE_INFINITY)
  })

/** A time may be a `Date` or text. */
const isSame = (one: unknown, other: unknown) =>
  one instanceof Date && typeof other === 'string' ? one.getTime() === Date.parse(other) : isDeepStrictEqual(one, other)

/** By the clock of the database. */
export async function hasBegun(tx: Database, { starts_at }: Pick<Row, 'starts_at'>): Promise<boolean> {
  const [{ began } = { began: false }] = await tx
    .select({ began: sql<boolean>`${starts_at.toISOString()}::timestamptz <= now()` })
    .from(sql`(values (1)) one`)
  return began
}

/**
 * Throws `in_use` naming the field, once a promotion has begun or customers have its coupons. Terms, an earlier end and
 * fewer coupons are refused; stopping is always allowed.
 */
export async function requireUnchangedTerms(
  tx: Database,
  before: Row & { skus: readonly Price[] },
  { skus, ...changes }: Partial<Record<keyof Row, unknown>> & { skus?: readonly Price[] | undefined },
): Promise<void> {
  // Of coupons that no customer has, the terms can still be mended.
  if (before.coupon_source === null ? !(await hasBegun(tx, before)) : before.taken_count === 0) return
  const { ends_at, total } = changes
  const changed = frozen.find((name) => changes[name] !== undefined && !isSame(before[name], changes[name]))
  const isShorter = typeof ends_at === 'string' && Date.parse(ends_at) < before.ends_at.getTime()
  const isFewer = typeof total === 'number' && total < (before.total ?? Number.POSITIVE_INFINITY)
  const isRepriced = skus !== undefined && !keepsPrices(before.skus, skus)
  const field = changed ?? (isShorter ? 'ends_at' : isFewer ? 'total' : isRepriced ? 'skus' : undefined)
  if (field)
    throw problem('in_use', {
      detail: `${field}: the promotion has begun, so its terms stay. Stop it, and create another one.`,
      invalid_params: [{ in: 'body', name: field, code: 'fixed', reason: 'Customers rely on it.' }],
    })
}

/**
 * Throws `limit_reached` for 50 others in the period. Without deals and promotions with coupons. Concurrent calls wait
 * for each other. `id`: the promotion, if it exists.
 */
export async function requireFewAtOnce(
  tx: Database,
  { enabled, starts_at, ends_at, coupon_source, gives }: Omit<Terms, 'skus'> & { enabled: boolean },
  id = 0,
) {
  if (!enabled || coupon_source !== null || gives === 'deal') return
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('mini-shop.promotion'))`)
  const others = await tx.$count(
    promotion,
    and(
      eq(promotion.enabled, true),
      isNull(promotion.coupon_source),
      ne(promotion.gives, 'deal'),
      ne(promotion.id, id),
      lt(promotion.starts_at, new Date(ends_at)),
      gt(promotion.ends_at, new Date(starts_at)),
    ),
  )
  if (others >= mostAtOnce)
    throw problem('limit_reached', {
      detail: `At most ${mostAtOnce} promotions may run at the same time. Stop one first.`,
    })
}

/** Throws `not_found`, or `in_use`. While it runs, an order being placed may have read the promotion. */
export async function requireUnused(tx: Database, id: number): Promise<void> {
  const { enabled, starts_at, ends_at } = await lockRow(tx, promotion, id, { mode: 'update' })
  const period = sql`tstzrange(${starts_at.toISOString()}, ${ends_at.toISOString()})`
  const [{ runs } = { runs: false }] = await tx
    .select({ runs: sql<boolean>`${enabled}::boolean and now() <@ ${period}` })
    .from(sql`(values (1)) one`)
  if (runs) throw problem('in_use', { detail: 'It runs. Stop it first.' })
  const used = await tx.$count(order_discount, eq(order_discount.promotion_id, id))
  if (used > 0) throw problem('in_use', { detail: `Orders with it: ${used}. Stop it instead.` })
  const [coupons, codes] = await Promise.all([
    tx.$count(coupon, eq(coupon.promotion_id, id)),
    tx.$count(coupon_code, eq(coupon_code.promotion_id, id)),
  ])
  if (coupons + codes > 0)
    throw problem('in_use', { detail: `Coupons and codes of it: ${coupons + codes}. Stop it instead.` })
}
