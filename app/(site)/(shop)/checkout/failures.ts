import { couponRefusals } from '@/db/enums'
import { SendError } from '@/lib/server/client'
import type { CouponRefusal } from './use-refusal-text'

export const isAbout = (error: unknown, field: string) =>
  error instanceof SendError && error.invalid_params.some(({ name }) => name === field)

/** undefined: another error than `coupon_unusable`. */
export function refusalIn(error: unknown): CouponRefusal | undefined {
  if (!(error instanceof SendError) || error.code !== 'coupon_unusable') return undefined
  const reason = couponRefusals.find((one) => one === error.problem?.reason)
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
  const missing_amount = number(error.problem?.missing_amount)
  return reason && { reason, missing_amount, missing_pieces: number(error.problem?.missing_pieces) }
}

const outdated = ['shop_closed', 'price_changed', 'out_of_stock', 'not_deliverable'] as const

/** The result of a request that placed no order, or of which that is not known. */
export type Failure =
  | { kind: 'unknown' | 'cart_changed' | 'placed_before' | 'store' }
  | { kind: 'contact'; wrong: { name: boolean; mobile: boolean } }
  | { kind: 'coupon'; refusal: CouponRefusal }
  | { kind: 'outdated'; code: (typeof outdated)[number] }

/** `wasOnline`: the request left. undefined: an error without an answer of its own. */
export function failureOf(error: unknown, wasOnline: boolean): Failure | undefined {
  const code: string | undefined = error instanceof SendError ? error.code : undefined
  if (code === 'network' && wasOnline) return { kind: 'unknown' }
  // For example, another tab has ordered these lines.
  if (code === 'cart_changed') return { kind: 'cart_changed' }
  // This key has placed an order before, in another tab or with another remark.
  if (code === 'idempotency_key_reused') return { kind: 'placed_before' }
  const wrong = { name: isAbout(error, 'contact.name'), mobile: isAbout(error, 'contact.mobile') }
  if (wrong.name || wrong.mobile) return { kind: 'contact', wrong }
  if (isAbout(error, 'store_id')) return { kind: 'store' }
  const refusal = refusalIn(error)
  if (refusal) return { kind: 'coupon', refusal }
  // The shop has closed, or prices or stock have changed since the preview.
  const known = outdated.find((one) => one === code)
  return known && { kind: 'outdated', code: known }
}
