import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { coupon, coupon_code, promotion } from '@/db/schema/promotion'
import { user } from '@/db/schema/user'
import { type InvalidParam, Problem, problem, tooMany } from '@/lib/kit/api/endpoint/problem'
import { lockRow, noSuch } from '@/lib/kit/api/rows/rows'
import { consume } from '@/lib/kit/api/run/limits'
import { randomBase32 } from '@/lib/kit/base32'
import type { Database } from '@/lib/kit/database'
import { isRunning, issueCoupon, requireVerified } from '@/lib/pricing/issue'
import { couponState } from '@/lib/pricing/state'
import { comparableCode, type GrantResult } from './coupon-schema'

/** The customer is locked. Throws the problems of `requireVerified` and `issueCoupon`. */
export async function takeCoupon(tx: Database, user_id: number, promotion_id: number): Promise<number> {
  await requireVerified(tx, user_id)
  return issueCoupon(tx, {
    promotion_id,
    user_id,
    source: 'customer',
    where: and(isRunning, eq(promotion.coupon_source, 'customer')),
  })
}

/** Wrong codes of a customer in an hour. */
const wrongCodes = 10

export const codeCounter = (user_id: number) => `coupon_code:${user_id}`

/** Limits concurrent guesses too; a right code is subtracted again. Throws `too_many_requests`. */
export async function countCode(db: Database, user_id: number): Promise<void> {
  const { points, retry_after } = await consume(db, codeCounter(user_id), 60 * 60)
  if (points > wrongCodes) throw tooMany('too_many_requests', 'coupon codes', wrongCodes, retry_after)
}

const isRedeemable = and(isRunning, eq(promotion.coupon_source, 'code'))

/** `code`: comparable. */
const hasSharedCode = (code: string) => eq(sql`translate(${promotion.shared_code}, 'OIL', '011')`, code)

/**
 * The customer is locked. `code`: comparable. Throws `not_found`, also for a code of a promotion that does not run, or
 * the problems of `requireVerified` and `issueCoupon`.
 */
export async function redeemCode(tx: Database, user_id: number, code: string): Promise<number> {
  await requireVerified(tx, user_id)
  const [own] = await tx.select().from(coupon_code).where(eq(coupon_code.code, code)).for('no key update')
  const [found] = await tx
    .select({ id: promotion.id })
    .from(promotion)
    .where(and(isRedeemable, own ? eq(promotion.id, own.promotion_id) : hasSharedCode(code)))
  if (!found || own?.used_at) throw noSuch('coupon code')
  const coupon_id = await issueCoupon(tx, { promotion_id: found.id, user_id, source: 'code', where: isRedeemable })
  if (own) await tx.update(coupon_code).set({ used_at: sql`now()`, coupon_id }).where(eq(coupon_code.id, own.id))
  return coupon_id
}

type Coded = Pick<typeof promotion.$inferSelect, 'enabled' | 'shared_code'> & { ends_at: Date | string }

/**
 * Throws `already_exists`, with the promotion, for a code of another one that runs or will run, or of one customer.
 * Concurrent calls wait for each other. `id`: the promotion, if it exists.
 */
export async function requireOwnCode(tx: Database, { enabled, shared_code, ends_at }: Coded, id = 0): Promise<void> {
  if (shared_code === null || !enabled || new Date(ends_at).getTime() <= Date.now()) return
  const code = comparableCode(shared_code)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('mini-shop.shared_code'))`)
  const [other] = await tx
    .select({ id: promotion.id, name: promotion.name })
    .from(promotion)
    .where(
      and(hasSharedCode(code), eq(promotion.enabled, true), gt(promotion.ends_at, sql`now()`), ne(promotion.id, id)),
    )
  const [single] = await tx
    .select({ id: promotion.id, name: promotion.name })
    .from(coupon_code)
    .innerJoin(promotion, eq(promotion.id, coupon_code.promotion_id))
    .where(eq(coupon_code.code, code))
  const taken = other ?? single
  if (!taken) return
  const promotionText = `promotion ${taken.name} (${taken.id})`
  const reason = other
    ? `The ${promotionText} has this code.`
    : `This is the code of a single coupon of ${promotionText}.`
  const fault: InvalidParam = { in: 'body', name: 'shared_code', code: 'already_exists', reason, params: taken }
  throw problem('already_exists', { detail: reason, invalid_params: [fault] })
}

/** Throws `not_found`, `in_use` (another `coupon_source`), or `limit_reached` above `total`. */
export async function createCodes(tx: Database, promotion_id: number, count: number): Promise<string[]> {
  const { coupon_source, total } = await lockRow(tx, promotion, promotion_id)
  if (coupon_source !== 'code') throw problem('in_use', { detail: 'Customers do not get these coupons by a code.' })
  const existing = await tx.$count(coupon_code, eq(coupon_code.promotion_id, promotion_id))
  if (total !== null && existing + count > total)
    throw problem('limit_reached', { detail: `There are ${existing} codes; the promotion has ${total} coupons.` })
  const codes = Array.from({ length: count }, () => randomBase32(12))
  await tx.execute(
    sql`insert into coupon_code (code, promotion_id) select code, ${promotion_id} from unnest(${sql.param(codes)}::text[]) code`,
  )
  return codes
}

/** The oldest first, at most 10,000. */
export async function unusedCodes(db: Database, promotion_id: number): Promise<string[]> {
  const rows = await db
    .select({ code: coupon_code.code })
    .from(coupon_code)
    .where(and(eq(coupon_code.promotion_id, promotion_id), isNull(coupon_code.used_at)))
    .orderBy(coupon_code.id)
    .limit(10_000)
  return rows.map(({ code }) => code)
}

/**
 * Locks customers by id, and skips unknown ones, and those with a full limit or without a first order. Throws
 * `not_found`, or `limit_reached` with fewer coupons than customers.
 */
export async function grantCoupons(
  tx: Database,
  promotion_id: number,
  user_ids: readonly number[],
): Promise<z.input<typeof GrantResult>['results']> {
  const ids = [...new Set(user_ids)].sort((a, b) => a - b)
  const customers = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(inArray(user.id, ids), eq(user.kind, 'customer'), sql`${user.deleted_at} is null`))
    .orderBy(user.id)
    .for('no key update')
  const where = and(eq(promotion.enabled, true), gt(promotion.ends_at, sql`now()`))
  const results = []
  for (const user_id of ids) {
    const none = { user_id, coupon_id: null }
    if (!customers.some(({ id }) => id === user_id)) {
      results.push({ ...none, reason: 'not_found' as const })
      continue
    }
    try {
      const coupon_id = await issueCoupon(tx, { promotion_id, user_id, source: 'staff', where })
      results.push({ user_id, coupon_id, reason: null })
    } catch (error) {
      const reason = refusalFor(error)
      if (!reason) throw error
      results.push({ ...none, reason })
    }
  }
  return results
}

/** undefined: the error concerns all customers. */
function refusalFor(error: unknown): 'limit_reached' | 'first_order' | undefined {
  if (!(error instanceof Problem)) return undefined
  if (error.code === 'coupon_unusable') return 'first_order'
  return error.code === 'limit_reached' && error.extras.members?.of === 'per_customer' ? 'limit_reached' : undefined
}

/** Throws `not_found`, or `in_use` unless staff granted it and no order uses it: customers keep what they took. */
export async function revokeCoupon(tx: Database, id: number): Promise<void> {
  const { source } = await lockRow(tx, coupon, id)
  const [found] = await tx.select({ state: couponState() }).from(coupon).where(eq(coupon.id, id))
  if (source !== 'staff')
    throw problem('in_use', { detail: 'The customer has taken this coupon. Only coupons from staff can be revoked.' })
  if (found?.state !== 'usable' && found?.state !== 'upcoming')
    throw problem('in_use', { detail: `The coupon is ${found?.state}: only an unused one can be revoked.` })
  await tx.update(coupon).set({ revoked_at: sql`now()` }).where(eq(coupon.id, id))
}
