import type { z } from 'zod'
import { isRecord } from '@/components/admin/resource-form/schema-fields'
import type { Tier } from '@/lib/promotion/schema'

export type Values = Readonly<Record<string, unknown>>

export type TierField = keyof z.input<typeof Tier>

const isGiven = (value: unknown) => value !== undefined && value !== null

export const hasCoupons = ({ coupon_source }: Values) => isGiven(coupon_source)

/** Prices of SKUs instead of tiers. */
export const isDeal = ({ gives }: Values) => gives === 'deal'

/** Empty if the value is no list. */
export const dealRows = (skus: unknown): Values[] => (Array.isArray(skus) ? skus.filter(isRecord) : [])

/** In fen. */
export const dealPrices = (skus: unknown): number[] => dealRows(skus).flatMap(({ price }) => positive(price) ?? [])

/** Also of an empty threshold: a new tier has an amount. */
export const thresholdIn = ({ from_amount, from_pieces, nth }: Values): FilledTier['threshold']['kind'] => {
  if (isGiven(from_amount)) return 'from_amount'
  if (isGiven(from_pieces)) return 'from_pieces'
  return isGiven(nth) ? 'nth' : 'from_amount'
}

export const isNth = (tier: Values) => thresholdIn(tier) === 'nth'

/** Also of an empty reduction: a new tier has an amount. An n-th piece has only a percentage. */
export const valueIn = (tier: Values): FilledTier['value']['kind'] => {
  const { off_amount, off_permille } = tier
  return isNth(tier) || (isGiven(off_permille) && !isGiven(off_amount)) ? 'off_permille' : 'off_amount'
}

/** `atMost`: the maximum reduction by a percentage, in fen. `isPerProduct`: of an n-th piece. */
export interface FilledTier {
  threshold: { kind: 'from_amount' | 'from_pieces' | 'nth'; number: number }
  value: { kind: 'off_amount' | 'off_permille'; number: number }
  atMost: number | undefined
  isPerProduct: boolean
}

const positive = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined)

/** Leaves out incomplete tiers. */
export const filledTiers = (tiers: unknown): FilledTier[] =>
  (Array.isArray(tiers) ? tiers : []).filter(isRecord).flatMap((tier): FilledTier[] => {
    const [from, off] = [thresholdIn(tier), valueIn(tier)]
    const [threshold, value] = [positive(tier[from]), positive(tier[off])]
    if (threshold === undefined || value === undefined) return []
    const atMost = off === 'off_permille' && from !== 'nth' ? positive(tier.at_most) : undefined
    const isPerProduct = from === 'nth' && tier.per_product === true
    return [{ threshold: { kind: from, number: threshold }, value: { kind: off, number: value }, atMost, isPerProduct }]
  })

/** 0 for any other value. */
export const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)
