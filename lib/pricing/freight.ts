import type { FreightCharge, FreightNeeds, FreightRule, UndeliverableReason } from '@/db/enums'
import { isAbroad, type Place, regionOf } from '@/lib/kit/regions'

/*
 * Pure, all amounts in fen. Freight is never free because something is missing: without a rule or a weight, the goods
 * are not delivered. An unknown city has the rule of its province, an unknown province that of all other regions;
 * without an address, the place is in the mainland.
 */

export interface FreightTemplate {
  id: number
  name: string
  charge: FreightCharge
  rules: readonly FreightRule[]
  /** Provinces and cities. */
  no_delivery: readonly string[]
  /** A rule may name a region outside nevertheless. */
  only_mainland: boolean
  free_amount: number | null
  free_pieces: number | null
  free_needs: FreightNeeds
}

export interface FreightLine {
  sku_id: number
  count: number
  /** In fen, after deals, reductions and the coupon. */
  amount: number
  /** Of one piece; null: unknown. */
  weight_g: number | null
  template: FreightTemplate
}

export interface Destination {
  /** City, or province where only that is known; null: neither is known. */
  region_code: string | null
  is_abroad: boolean
}

export function destinationOf(place: Place): Destination {
  const { province, city } = regionOf(place)
  return { region_code: city ?? province, is_abroad: isAbroad(place) }
}

/** Lines with the same template. */
export interface FreightGroup {
  template_id: number
  name: string
  sku_ids: number[]
  /** In fen; null: depends on an unknown address, or a line is not delivered. */
  amount: number | null
  /** The reached limit; null: none, for example because the rule has no fee. */
  free: 'amount' | 'pieces' | null
  /** In fen; null: no limit by amount, free, or not known. */
  missing_amount: number | null
  /** null: no limit by pieces, free, or not known. */
  missing_pieces: number | null
  /** With two limits for free shipping: both, or one of them. */
  free_needs: FreightNeeds
}

export interface Undeliverable {
  sku_id: number
  reason: UndeliverableReason
}

export type FreightCombination = 'sum' | 'highest'

const isSameEverywhere = ({ rules, no_delivery }: Pick<FreightTemplate, 'rules' | 'no_delivery'>) =>
  no_delivery.length === 0 && rules.every(({ regions }) => regions.length === 0)

/** A city and its province, or only a province. */
const regionsAt = (code: string) => [...new Set([code, `${code.slice(0, 2)}0000`])]

/** Hong Kong, Macao, Taiwan, or abroad. */
const isOutside = ({ region_code, is_abroad }: Destination) => is_abroad || /^(?:71|81|82)/.test(region_code ?? '')

/** For regions that are not named. */
const restOf = ({ rules }: FreightTemplate) => rules.find(({ regions }) => regions.length === 0) ?? 'no_rule'

/** null: depends on an unknown address. What is said of the city goes before the province. */
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
  /** Of the goods, in fen. */
  amount: number
  pieces: number
  /** Pieces or grams, by the unit of the template. */
  charged: number
}

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

/** `destination` null: no address yet. `amount` null: a line is not delivered, or the address is needed. */
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
