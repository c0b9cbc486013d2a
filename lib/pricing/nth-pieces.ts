import type { Tier } from '@/db/enums'
import { thousandths } from './shares'

/* Of every n pieces one is reduced, the cheapest ones. Amounts in fen. */

interface Goods {
  product_id: number
  count: number
  /** Of all pieces. */
  now: number
}

interface NthPieces {
  nth: number
  /** false: pieces of all goods are counted together. */
  per_product: boolean
  off_permille: number
}

/** undefined: a promotion of another kind. One of this kind has a single tier. */
export const nthPiecesOf = ([tier]: readonly Tier[]): NthPieces | undefined =>
  tier?.nth === undefined
    ? undefined
    : { nth: tier.nth, per_product: tier.per_product ?? false, off_permille: tier.off_permille ?? 0 }

/** Of pieces that differ by 1 fen after other reductions, the lower price. */
const priceOf = ({ now, count }: Goods) => Math.floor(now / count)

/** Of one piece, which keeps a price of 1 fen. */
const offOf = (line: Goods, { off_permille }: NthPieces) =>
  Math.max(0, Math.min(thousandths(priceOf(line), off_permille), priceOf(line) - 1))

export const piecesOf = (lines: readonly Goods[]) => lines.reduce((sum, { count }) => sum + count, 0)

/** Lines whose pieces are counted together, by product or all. */
function groupsOf<G extends Goods>(lines: readonly G[], { per_product }: Pick<NthPieces, 'per_product'>): G[][] {
  const groups = new Map<number, G[]>()
  for (const line of lines) {
    const key = per_product ? line.product_id : 0
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  return [...groups.values()]
}

/** Of the product with the most pieces, or of all. Empty without lines. */
export const fullestGroup = <G extends Goods>(lines: readonly G[], by: Pick<NthPieces, 'per_product'>): G[] =>
  groupsOf(lines, by).reduce((most, group) => (piecesOf(group) > piecesOf(most) ? group : most), [])

/** Without goods of which there are too few pieces. */
export function linesWithNth<G extends Goods>(lines: readonly G[], by: NthPieces): G[] {
  const full = new Set(
    groupsOf(lines, by)
      .filter((group) => piecesOf(group) >= by.nth)
      .flat(),
  )
  return lines.filter((line) => full.has(line))
}

/** Reduces the first pieces of each group by `sequence`. */
function reductionsIn(
  lines: readonly Goods[],
  by: NthPieces,
  sequence: (a: Goods, b: Goods) => number,
): Map<Goods, number> {
  const offs = new Map<Goods, number>()
  for (const group of groupsOf(lines, by)) {
    let left = Math.floor(piecesOf(group) / by.nth)
    for (const line of group.toSorted(sequence)) {
      const reduced = Math.min(left, line.count)
      offs.set(line, reduced * offOf(line, by))
      left -= reduced
    }
  }
  return offs
}

/** By line. Among pieces with the same price, those of earlier lines are reduced. */
export function nthReductions(lines: readonly Goods[], by: NthPieces): number[] {
  const offs = reductionsIn(lines, by, (a, b) => priceOf(a) - priceOf(b))
  return lines.map((line) => offs.get(line) ?? 0)
}

/**
 * At most this for any part of the goods, also where prices fall. Without cheap pieces a promotion can take off more:
 * then dearer pieces are the cheapest.
 */
export const mostByNth = (lines: readonly Goods[], by: NthPieces): number =>
  [...reductionsIn(lines, by, (a, b) => priceOf(b) - priceOf(a)).values()].reduce((sum, off) => sum + off, 0)
