import type { Deal, Discount, Promotion } from './quote'
import {
  addPart,
  allocate,
  copyOf,
  discountOf,
  joined,
  linesFor,
  mostOf,
  type Open,
  reductionOf,
  takenBy,
  total,
} from './terms'

/* A line has at most one reduction; each applies to all lines of its scope that none has reduced before. In fen. */

/** Lines after deals (`offered`) and after reductions (`lines`). */
export interface Combination {
  offered: Open[]
  lines: Open[]
  discounts: Discount[]
}

interface AppliedDeal {
  line: Open
  deal: Deal
  amount: number
}

interface Search<S> {
  deals: readonly AppliedDeal[]
  reductions: readonly Promotion[]
  settle: (combination: Combination) => S
  /** Reduces goods after the reductions. */
  coupon: Promotion | null
  /** The lowest of all combinations. */
  leastFreight: () => number
}

/** All combinations of this number of reductions are tried. Further ones are added where they lower the total. */
const mostTried = 8

/** The number of deals of which each subset is tried. Of more, all of them or none are left out, or a single one. */
const mostDeals = 5

/** The lines that it would reduce, and its rank. */
interface Choice {
  promotion: Promotion
  lines: Open[]
  rank: number
}

/** Among equal totals, the reductions with the highest priority apply, then the older ones. */
export function bestCombination<S extends { total_amount: number }>(open: readonly Open[], search: Search<S>): S {
  const { deals, reductions, settle, coupon } = search
  if (deals.length === 0 && reductions.length === 0) return settle(withDeals(open, []))
  const least = search.leastFreight()
  const sorted = reductions.toSorted((a, b) => b.priority - a.priority || a.id - b.id)
  let best: S | undefined
  const isHopeless = (goods: number) => best !== undefined && goods + least >= best.total_amount
  for (const left of subsetsOf(deals)) {
    const dealt = withDeals(open, left)
    const mostByCoupon = coupon ? mostBy(coupon, linesFor(coupon, dealt.offered)) : 0
    tryReductions(dealt.offered, sorted, {
      isHopeless: (goods) => isHopeless(goods - mostByCoupon),
      settle: (sequence) => {
        const settled = settle(combined(dealt, sequence))
        const isBetter = best === undefined || settled.total_amount < best.total_amount
        if (isBetter) best = settled
        return isBetter
      },
    })
  }
  if (!best) throw new Error('no combination was tried')
  return best
}

const mostBy = (promotion: Promotion, lines: readonly Open[]) => mostOf(promotion, lines, reductionOf(promotion, lines))

/** The subset with all deals first. */
function subsetsOf(deals: readonly AppliedDeal[]): (readonly AppliedDeal[])[] {
  if (deals.length > mostDeals) return [deals, ...deals.map((one) => deals.filter((other) => other !== one)), []]
  return Array.from({ length: 2 ** deals.length }, (_, left) => deals.filter((_, at) => (left & (1 << at)) === 0))
}

function withDeals(open: readonly Open[], deals: readonly AppliedDeal[]): Combination {
  const discounts = new Map<number, Discount>()
  for (const { line, deal, amount } of deals) {
    const { promotion_id, label } = deal
    const found = discounts.get(promotion_id) ?? { ...discountOf('deal', { id: promotion_id, label }), amount: 0 }
    const share = { sku_id: line.sku_id, pieces: line.count, amount }
    discounts.set(promotion_id, { ...found, amount: found.amount + amount, shares: [...found.shares, share] })
  }
  const lines = open.map(copyOf)
  for (const { line, deal, amount } of deals) {
    const own = lines[open.indexOf(line)]
    if (own) Object.assign(own, { now: own.now - amount, touched: true, closed: deal.exclusive })
  }
  const offered = joined(lines, addPart, ({ touched }) => touched)
  return { offered, lines: offered, discounts: [...discounts.values()] }
}

function combined({ offered, discounts }: Combination, sequence: readonly Promotion[]): Combination {
  const copies = offered.map(copyOf)
  const reduced = new Set<Open>()
  const reductions = sequence.map((promotion) => {
    const free = linesFor(promotion, copies).filter((line) => !reduced.has(line))
    const mine = takenBy(promotion, free)
    for (const line of mine) reduced.add(line)
    const amount = reductionOf(promotion, mine)
    return {
      ...discountOf('reduction', promotion),
      amount,
      shares: allocate(promotion, amount, mine),
    }
  })
  return { offered, lines: copies, discounts: [...discounts, ...reductions] }
}

interface Trial {
  /** With goods of at least `goods` before the coupon. */
  isHopeless: (goods: number) => boolean
  /** Whether the total is the lowest so far. */
  settle: (sequence: readonly Promotion[]) => boolean
}

/** The preferred ones first, without those that cannot be better. */
function tryReductions(lines: readonly Open[], sorted: readonly Promotion[], { isHopeless, settle }: Trial): void {
  const applicable = sorted.flatMap((promotion, rank): Choice[] => {
    const mine = takenBy(promotion, linesFor(promotion, lines))
    return mostBy(promotion, mine) > 0 ? [{ promotion, rank, lines: mine }] : []
  })
  const reduced = new Set<Open>()
  const sequence: Promotion[] = []
  let best: readonly Promotion[] | undefined
  const settleNow = () => {
    if (settle(sequence)) best = [...sequence]
  }
  const visit = (goods: number, left: readonly Choice[], last: Choice | undefined) => {
    const choices: (Choice & { amount: number; isLate: boolean })[] = []
    let most = 0
    for (const { promotion, rank, lines } of left) {
      const free = reduced.size === 0 ? lines : lines.filter((line) => !reduced.has(line))
      const mine = takenBy(promotion, free)
      const amount = reductionOf(promotion, mine)
      const highest = mostOf(promotion, mine, amount)
      if (highest === 0) continue
      most += highest
      // Without common lines, the sequence of two reductions makes no difference: only the preferred one is tried.
      const isLate = last !== undefined && rank < last.rank && mine.length === lines.length
      choices.push({ promotion, rank, lines: mine, amount, isLate })
    }
    if (isHopeless(goods - most)) return
    for (const choice of choices) {
      if (choice.isLate || choice.amount === 0) continue
      sequence.push(choice.promotion)
      for (const line of choice.lines) reduced.add(line)
      const others = choices.filter((other) => other !== choice)
      visit(goods - choice.amount, others, choice)
      for (const line of choice.lines) reduced.delete(line)
      sequence.pop()
    }
    if (!isHopeless(goods)) settleNow()
  }
  visit(total(lines), applicable.slice(0, mostTried), undefined)
  for (const { promotion } of applicable.slice(mostTried))
    if (best && settle([...best, promotion])) best = [...best, promotion]
}
