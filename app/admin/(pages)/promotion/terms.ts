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
export const thresholdIn = ({ from_amount, from_pieces }: Values): FilledTier['threshold']['kind'] =>
  isGiven(from_pieces) && !isGiven(from_amount) ? 'from_pieces' : 'from_amount'

/** Also of an empty reduction: a new tier has an amount. */
export const valueIn = ({ off_amount, off_permille }: Values): FilledTier['value']['kind'] =>
  isGiven(off_permille) && !isGiven(off_amount) ? 'off_permille' : 'off_amount'

/** `atMost`: the maximum reduction by a percentage, in fen. */
export interface FilledTier {
  threshold: { kind: 'from_amount' | 'from_pieces'; number: number }
  value: { kind: 'off_amount' | 'off_permille'; number: number }
  atMost: number | undefined
}

const positive = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined)

/** Leaves out incomplete tiers. */
export const filledTiers = (tiers: unknown): FilledTier[] =>
  (Array.isArray(tiers) ? tiers : []).filter(isRecord).flatMap((tier): FilledTier[] => {
    const [from, off] = [thresholdIn(tier), valueIn(tier)]
    const [threshold, value] = [positive(tier[from]), positive(tier[off])]
    if (threshold === undefined || value === undefined) return []
    const atMost = off === 'off_permille' ? positive(tier.at_most) : undefined
    return [{ threshold: { kind: from, number: threshold }, value: { kind: off, number: value }, atMost }]
  })

/** 0 for any other value. */
export const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)
