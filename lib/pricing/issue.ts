import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { CouponSource } from '@/db/enums'
import { coupon, promotion } from '@/db/schema/promotion'
import { identity, user } from '@/db/schema/user'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { hadBefore, isNewcomer, isVerified } from './newcomer'

/** By the clock of the database. */
export const isRunning = and(
  eq(promotion.enabled, true),
  lte(promotion.starts_at, sql`now()`),
  gt(promotion.ends_at, sql`now()`),
)

interface Issue {
  promotion_id: number
  user_id: number
  source: CouponSource
  /** Throws `not_found` if unmet. */
  where: SQL | undefined
}

/**
 * The customer is locked. Locks the promotion. Throws `not_found`, `coupon_unusable` (for a first order), or
 * `limit_reached` with `of`: `per_customer` or `total`.
 */
export async function issueCoupon(tx: Database, { promotion_id, user_id, source, where }: Issue) {
  const isWanted = and(eq(promotion.id, promotion_id), isNotNull(promotion.coupon_source), where)
  const [known] = await tx
    .select({
      per_customer: promotion.per_customer,
      is_late: sql<boolean>`${promotion.audience} = 'first_order' and not (${isNewcomer(sql`${user_id}`)})`,
      own: sql<number>`(select count(*)::int from coupon where user_id = ${user_id} and promotion_id = ${promotion_id})
        + ${hadBefore(sql`${user_id}::int`, sql`${promotion_id}::int`)}`,
    })
    .from(promotion)
    .where(isWanted)
  if (!known) throw problem('not_found', { detail: 'There is no such promotion with coupons, or it is over.' })
  if (known.is_late)
    throw problem('coupon_unusable', {
      detail: 'This coupon is for a first order by a mini-program user.',
      members: { reason: 'first_order' },
    })
  if (known.per_customer !== null && known.own >= known.per_customer)
    throw problem('limit_reached', {
      detail: `A customer can get at most ${known.per_customer} of these coupons.`,
      members: { of: 'per_customer' },
    })
  const [counted] = await tx
    .update(promotion)
    .set({ taken_count: sql`${promotion.taken_count} + 1`, updated_at: promotion.updated_at })
    .where(and(isWanted, or(isNull(promotion.total), lt(promotion.taken_count, promotion.total))))
    .returning({ starts_at, ends_at })
  if (!counted) throw problem('limit_reached', { detail: 'All of these coupons are gone.', members: { of: 'total' } })
  const [issued] = await tx
    .insert(coupon)
    .values({ promotion_id, user_id, source, ...counted })
    .returning({ id: coupon.id })
  if (!issued) throw new Error('the coupon was not created')
  return issued.id
}

/** Throws `payer_missing`: a client can register any number of accounts that cannot pay, and take all coupons. */
export async function requireVerified(tx: Database, user_id: number): Promise<void> {
  if (env().SANDBOX) return
  const [found] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, user_id), isVerified(user.id)))
  if (!found)
    throw problem('payer_missing', {
      detail: 'This account has no mini-program user to use a coupon with: join one with PUT /v1/user/mini_program.',
    })
}

/** Of an account being closed. Unused ones can be taken again. Locks promotions by id. */
export async function deleteCoupons(tx: Database, user_id: number): Promise<void> {
  const own = tx.select({ id: coupon.promotion_id }).from(coupon).where(eq(coupon.user_id, user_id))
  await tx
    .select({ id: promotion.id })
    .from(promotion)
    .where(inArray(promotion.id, own))
    .orderBy(promotion.id)
    .for('no key update')
  await tx.execute(sql`
    with gone as (
      delete from coupon where user_id = ${user_id}
      returning promotion_id, order_id is null and revoked_at is null as unused)
    update promotion set taken_count = taken_count - given_back.count
    from (select promotion_id, count(*)::int as count from gone where unused group by promotion_id) as given_back
    where promotion.id = given_back.promotion_id`)
}

/** Now, or the later start of the promotion. Rounded down to milliseconds: a rounded-up start would be after now. */
const start = sql`greatest(${promotion.starts_at}, date_trunc('milliseconds', now()))`
const starts_at = sql<Date>`${start}`.mapWith(coupon.starts_at)
const ends_at = sql<Date>`case when ${promotion.valid_days} is null then ${promotion.ends_at}
  else ${start} + make_interval(days => ${promotion.valid_days}) end`.mapWith(coupon.ends_at)

/** To a new mini-program user, unless the customer has had such coupons before, even in a closed account. */
export async function giveAtRegistration(tx: Database, user_id: number): Promise<void> {
  const had =
    (await tx.$count(coupon, and(eq(coupon.user_id, user_id), eq(coupon.source, 'registration')))) +
    (await tx.$count(identity, and(eq(identity.user_id, user_id), eq(identity.is_returning, true))))
  if (had > 0) return
  const isOffered = and(
    isRunning,
    eq(promotion.coupon_source, 'registration'),
    or(isNull(promotion.total), lt(promotion.taken_count, promotion.total)),
  )
  // In id order, as everywhere, so that two registrations cannot deadlock.
  const offered = await tx
    .select({ id: promotion.id, starts_at, ends_at })
    .from(promotion)
    .where(isOffered)
    .orderBy(promotion.id)
    .for('no key update')
  for (const { id, ...period } of offered) {
    await tx
      .update(promotion)
      .set({ taken_count: sql`${promotion.taken_count} + 1`, updated_at: promotion.updated_at })
      .where(eq(promotion.id, id))
    await tx.insert(coupon).values({ promotion_id: id, user_id, source: 'registration', ...period })
  }
}
