import { and, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { closingNow } from '@/lib/kit/config/closing'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { isVerified } from '@/lib/pricing/newcomer'
import type { OrderInputs, OrderLine, RequestedLines } from './place-data'

/* Unpaid orders reserve stock and cost the customer nothing. */

/** Throws `shop_closed`. `at`: the moment in which the order would be placed. */
export function requireOpen(settings: Settings, at: string): void {
  const closing = closingNow(settings['shop.closed'], Date.parse(at))
  if (!closing) return
  const { message, until } = closing
  throw problem('shop_closed', { detail: `The shop takes no orders until ${until}.`, members: { message, until } })
}

/**
 * Of an account without a mini-program identity, which cannot pay and of which a client can register any number. Equal
 * to the minimum of the setting `order.unpaid_minutes`.
 */
export const unverifiedMinutes = 5

/** Lower without a mini-program identity, except in a demonstration. */
export function unpaidLimit(verified: boolean, settings: Settings): number {
  const max = settings['order.unpaid_max']
  return verified || env().SANDBOX ? max : Math.min(max, settings['order.unpaid_max_unverified'])
}

/** Throws `limit_reached` without a mini-program identity. Does nothing in a demonstration. */
export function requireFewPieces(
  { verified, unpaid_pieces }: Pick<OrderInputs, 'verified' | 'unpaid_pieces'>,
  wanted: RequestedLines,
  max: number,
): void {
  if (verified || env().SANDBOX) return
  const reserved = sum(Object.values(unpaid_pieces))
  const requested = sum(wanted.values())
  if (reserved + requested > max) {
    throw problem('limit_reached', {
      detail: `Unpaid orders of an account without a mini-program user may reserve at most ${max} pieces; yours reserve ${reserved}. Join one with PUT /v1/user/mini_program, or pay or cancel an order first.`,
      members: { requested, reserved, allowed: max },
    })
  }
}

/** Throws `limit_reached`: one client can register many accounts without a mini-program identity. */
export function requireQuietNetwork({ unverified }: Pick<OrderInputs, 'unverified'>, max: number): void {
  if (!unverified || unverified.orders < max) return
  throw problem('limit_reached', {
    detail: `Accounts without a mini-program user have ${unverified.orders} unpaid orders from your network; at most ${max} are allowed. Join one with PUT /v1/user/mini_program, or try again later.`,
  })
}

/** Throws `limit_reached`, naming the SKU: such accounts together may reserve a fifth of its stock (at least 1). */
export function requireCommonShare(
  { lines, unverified }: Pick<OrderInputs, 'lines' | 'unverified'>,
  wanted: RequestedLines,
): void {
  if (!unverified) return
  for (const { sku_id, stock } of lines) {
    const reserved = unverified.pieces[sku_id] ?? 0
    const requested = wanted.get(sku_id) ?? 0
    const allowed = Math.max(1, Math.floor((stock + reserved) / 5))
    if (reserved + requested > allowed) {
      throw problem('limit_reached', {
        detail: `Unpaid orders of all accounts without a mini-program user may reserve at most ${allowed} pieces of SKU ${sku_id} together; they reserve ${reserved}. Join one with PUT /v1/user/mini_program, or try again later.`,
        members: { sku_id, requested, reserved, allowed },
      })
    }
  }
}

const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)

/** For an account that got a mini-program identity: its orders no longer count toward the other limits. */
export async function allowUsualTime(tx: Database, user_id: number, settings: Settings): Promise<void> {
  const usual = sql`(${order.created_at} + make_interval(mins => ${settings['order.unpaid_minutes']}::int))::timestamptz(3)`
  const later = sql`greatest(${order.expires_at}, ${usual})`
  await tx
    .update(order)
    .set({ expires_at: later, next_try_at: later, placed_from: null })
    .where(
      and(
        eq(order.user_id, user_id),
        eq(order.status, 'unpaid'),
        gt(order.expires_at, sql`now()`),
        or(lt(order.expires_at, usual), isNotNull(order.placed_from)),
        isVerified(sql`${user_id}`),
      ),
    )
}

/**
 * Throws `limit_reached`, naming the SKU. Above 50 pieces of a SKU in total, a customer may reserve a fifth (at least
 * 10), because reserving costs nothing.
 */
export function requireFairShare(
  lines: OrderLine[],
  requested: RequestedLines,
  unpaidPieces: Record<string, number>,
  max: number,
): void {
  for (const { sku_id, stock } of lines) {
    const reserved = unpaidPieces[sku_id] ?? 0
    const count = requested.get(sku_id) ?? 0
    const total = stock + reserved
    const share = total > 50 ? Math.max(10, Math.floor(total / 5)) : total
    const allowed = Math.min(max, share)
    if (reserved + count > allowed) {
      throw problem('limit_reached', {
        detail: `Unpaid orders of one customer may reserve at most ${allowed} pieces of SKU ${sku_id}; yours reserve ${reserved}.`,
        members: { sku_id, requested: count, reserved, allowed },
      })
    }
  }
}
