import type { FreightCharge, FreightNeeds, FreightRule, UndeliverableReason } from '@/db/enums'
import { isAbroad, type Place, regionOf } from '@/lib/kit/regions'

/*
 * The freight of an order by the templates of its goods. Pure: placing, its preview and the test box of a template use
 * the same function. All amounts are integers in fen. Freight is never free because something is missing: without a rule
 * or a weight, the goods are not delivered. An address without a known city has the rule of its province, and without a
 * known province that for all other regions. Without an address, the place is taken to be in the mainland.
 */

export interface FreightTemplate {
  id: number
  name: string
  charge: FreightCharge
  rules: readonly FreightRule[]
  /** Codes of provinces and cities to which the goods are not delivered. */
  no_delivery: readonly string[]
  /** Whether regions outside of the mainland are without delivery, unless a rule names them. */
  only_mainland: boolean
  free_amount: number | null
  free_pieces: number | null
  free_needs: FreightNeeds
}

export interface FreightLine {
  sku_id: number
  count: number
  /** The cost of the line after deals, reductions and the coupon, in fen. */
  amount: number
  /** The weight of one piece in grams; null: unknown. */
  weight_g: number | null
  template: FreightTemplate
}

/** The place of delivery. */
export interface Destination {
  /** The code of the city, or of the province where only that is known; null: neither is known. */
  region_code: string | null
  is_abroad: boolean
}

/** Returns the place of delivery for an address. */
export function destinationOf(place: Place): Destination {
  const { province, city } = regionOf(place)
  return { region_code: city ?? province, is_abroad: isAbroad(place) }
}

/** The freight of the lines with the same template. */
export interface FreightGroup {
  template_id: number
  name: string
  sku_ids: number[]
  /** The freight in fen; null: the freight depends on an address that is not known yet, or a line is not delivered. */
  amount: number | null
  /** The limit that makes the freight free; null: no limit does, for example because the rule has no fee. */
  free: 'amount' | 'pieces' | null
  /**
   * The amount in fen by which the lines are below the limit for free shipping. null: the template has no limit by
   * amount, the freight is free, or the freight is not known.
   */
  missing_amount: number | null
  /**
   * The number of pieces by which the lines are below the limit for free shipping. null: the template has no limit by
   * pieces, the freight is free, or the freight is not known.
   */
  missing_pieces: number | null
  /** Whether a template with two limits for free shipping requires both limits or only one of them. */
  free_needs: FreightNeeds
}

export interface Undeliverable {
  sku_id: number
  reason: UndeliverableReason
}

/** The way to combine the freight of several templates: their sum, or the highest. */
export type FreightCombination = 'sum' | 'highest'

/** Whether the freight is the same for all regions. */
const isSameEverywhere = ({ rules, no_delivery }: Pick<FreightTemplate, 'rules' | 'no_delivery'>) =>
  no_delivery.length === 0 && rules.every(({ regions }) => regions.length === 0)

/** Returns the code of a city and that of its province, or only that of a province. */
const regionsAt = (code: string) => [...new Set([code, `${code.slice(0, 2)}0000`])]

/** Whether a destination is in Hong Kong, Macao or Taiwan, or abroad. */
const isOutside = ({ region_code, is_abroad }: Destination) => is_abroad || /^(?:71|81|82)/.test(region_code ?? '')

/** Returns the rule for all regions that are not named. */
const restOf = ({ rules }: FreightTemplate) => rules.find(({ regions }) => regions.length === 0) ?? 'no_rule'

/**
 * Returns the rule for a destination, or the reason why there is no delivery; null: the rule depends on an address that
 * is not known yet. What the template says of a city goes before what it says of the province.
 */
function ruleOrReason(
  template: FreightTemplate,
  destination: Destination | null,
): FreightRule | UndeliverableReason | null {
  const { rules, no_delivery, only_mainland } = template
  if (!destination) return isSameEverywhere(template) ? restOf(template) : null
  const { region_code } = destination
  for (const region of region_code === null ? [] : regionsAt(region_code)) {
    const rule = rules.find(({ regions }) => regions.includes(region))
    if (rule) return rule
    if (no_delivery.includes(region)) return 'region'
  }
  if (only_mainland && isOutside(destination)) return 'region'
  return restOf(template)
}

interface Quantity {
  /** The cost of the goods in fen. */
  amount: number
  pieces: number
  /** The number of pieces or of grams, depending on the unit by which the template charges. */
  charged: number
}

/**
 * Returns the limit that makes the freight free, and the amount and the number of pieces that are missing for free
 * shipping.
 */
function freeBy(
  { free_amount, free_pieces, free_needs }: FreightTemplate,
  rule: FreightRule,
  { amount, pieces }: Quantity,
) {
  const limits = {
    amount: { limit: rule.free_amount ?? free_amount, reached: amount },
    pieces: { limit: free_pieces, reached: pieces },
  }
  const missing = ({ limit, reached }: (typeof limits)['amount']) =>
    limit === null ? null : Math.max(0, limit - reached)
  const [missing_amount, missing_pieces] = [missing(limits.amount), missing(limits.pieces)]
  const lacks = [missing_amount, missing_pieces].filter((one) => one !== null)
  const isFree =
    lacks.length > 0 && (free_needs === 'both' ? lacks.every((one) => one === 0) : lacks.some((one) => one === 0))
  if (!isFree) return { free: null, missing_amount, missing_pieces }
  return {
    free: missing_amount === 0 ? ('amount' as const) : ('pieces' as const),
    missing_amount: null,
    missing_pieces: null,
  }
}

const feeOf = ({ first, first_fee, next, next_fee }: FreightRule, charged: number) =>
  first_fee + Math.ceil(Math.max(0, charged - first) / next) * next_fee

const total = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0)

/** Returns the freight of lines with the same template, and the lines that are not delivered. */
function freightOfGroup(template: FreightTemplate, lines: readonly FreightLine[], destination: Destination | null) {
  const sku_ids = lines.map(({ sku_id }) => sku_id)
  const none = { free: null, missing_amount: null, missing_pieces: null }
  const group = { template_id: template.id, name: template.name, sku_ids, free_needs: template.free_needs }
  const refuse = (which: readonly FreightLine[], reason: UndeliverableReason) => ({
    group: { ...group, amount: null, ...none },
    undeliverable: which.map(({ sku_id }): Undeliverable => ({ sku_id, reason })),
  })
  const unweighed = template.charge === 'weight' ? lines.filter(({ weight_g }) => weight_g === null) : []
  if (unweighed.length > 0) return refuse(unweighed, 'weight')
  const rule = ruleOrReason(template, destination)
  if (typeof rule === 'string') return refuse(lines, rule)
  if (rule === null) return refuse([], 'region')
  const pieces = total(lines.map(({ count }) => count))
  const charged =
    template.charge === 'piece' ? pieces : total(lines.map(({ weight_g, count }) => (weight_g ?? 0) * count))
  const terms = freeBy(template, rule, { amount: total(lines.map(({ amount }) => amount)), pieces, charged })
  const fee = feeOf(rule, charged)
  const amount = terms.free ? 0 : fee
  return { group: { ...group, amount, ...(fee === 0 ? none : terms) }, undeliverable: [] }
}

/**
 * Computes the freight of lines to a destination; `destination` null: no address is known yet. Lines with the same
 * template form one group. `amount` is null if a line is not delivered, or if the freight depends on an address that is
 * not known yet.
 */
export function freightOf(
  lines: readonly FreightLine[],
  destination: Destination | null,
  combination: FreightCombination,
): { amount: number | null; groups: FreightGroup[]; undeliverable: Undeliverable[] } {
  const byTemplate = new Map<number, FreightLine[]>()
  for (const line of lines) byTemplate.set(line.template.id, [...(byTemplate.get(line.template.id) ?? []), line])
  const results = [...byTemplate.values()].flatMap((group) => {
    const [first] = group
    return first ? [freightOfGroup(first.template, group, destination)] : []
  })
  const groups = results.map(({ group }) => group)
  const fees = groups.flatMap(({ amount }) => (amount === null ? [] : [amount]))
  const isKnown = fees.length === groups.length
  return {
    amount: isKnown ? (combination === 'sum' ? total(fees) : Math.max(0, ...fees)) : null,
    groups,
    undeliverable: results.flatMap(({ undeliverable }) => undeliverable),
  }
}
