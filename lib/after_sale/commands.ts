import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { after_sale, after_sale_item } from '@/db/schema/after_sale'
import { dict } from '@/db/schema/dict'
import { order } from '@/db/schema/order'
import { requireEntry } from '@/lib/dict/entry'
import { invalid, problem, tooMuch } from '@/lib/kit/api/endpoint/problem'
import { getRow, lockRow, refuseStale } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import type { Staff } from '@/lib/kit/people/actor'
import { type Line, linesOf, requireNoCase } from '@/lib/order/lines'
import { isUnpaidAfter, refundLines } from '@/lib/payment/refund'
import { freightLeft, spread } from '@/lib/pricing/shares'
import type { ApproveInput, DecideInput, ParcelInput, ReceiveInput, RejectInput } from './cms-schema'
import { decideBy } from './decide-by'
import { addPictures } from './request'
import type { DisputeInput, ReturnInput } from './schema'
import {
  type ActorIn,
  type CaseRow,
  databaseNow,
  isDisputable,
  requireStatus,
  type Transition,
  transition,
} from './status'

/** Every transaction locks the order (`of`) first. */
interface Locked {
  locked: CaseRow
  of: typeof order.$inferSelect
}

/** The order first. Throws `not_found` or `stale_version`. */
export async function lockCase(
  tx: Database,
  id: number,
  { version, where }: { version?: number; where?: SQL } = {},
): Promise<Locked> {
  const { order_id } = await getRow(tx, after_sale, id, { where })
  const of = await lockRow(tx, order, order_id)
  const locked = await lockRow(tx, after_sale, id, { where })
  await refuseStale(tx, locked, version)
  return { locked, of }
}

const ownedBy = (user_id: number) => ({ where: eq(after_sale.user_id, user_id) })

/** Throws `not_found` or `order_state`. */
export async function withdrawCase(tx: Database, user_id: number, id: number): Promise<void> {
  const { locked } = await lockCase(tx, id, ownedBy(user_id))
  await transition(tx, locked, 'withdraw', { actor: { kind: 'customer', user_id } })
}

type Parcel = z.output<typeof ReturnInput>

/** Throws `not_found`, or a problem of {@link noteParcel}. */
export async function returnGoods(
  tx: Database,
  user_id: number,
  id: number,
  parcel: Parcel,
  settings: Settings,
): Promise<void> {
  const { locked } = await lockCase(tx, id, ownedBy(user_id))
  await noteParcel(tx, locked, parcel, { kind: 'customer', user_id }, settings)
}

/** By staff. Throws `not_found`, `stale_version`, or a problem of {@link noteParcel}. */
export async function returnGoodsFor(
  tx: Database,
  id: number,
  { version, ...parcel }: z.output<typeof ParcelInput>,
  actor: Staff,
  settings: Settings,
): Promise<void> {
  const { locked } = await lockCase(tx, id, { version })
  await noteParcel(tx, locked, parcel, actor, settings)
}

/** Until the goods are received. Throws `order_state`, or `invalid_request` (unknown carrier, unchanged number). */
async function noteParcel(
  tx: Database,
  locked: CaseRow,
  { carrier, tracking_no }: Parcel,
  actor: ActorIn<'return'>,
  settings: Settings,
): Promise<void> {
  requireStatus(locked.status, 'return')
  const { value: return_carrier } = await requireEntry(tx, { type: 'carrier', value: carrier, field: 'carrier' })
  if (locked.return_carrier === return_carrier && locked.return_tracking_no === tracking_no)
    throw invalid('body', 'tracking_no', 'unchanged', 'Carrier and number are the same as before.')
  const inspect_by = sql`now() + make_interval(days => ${settings['after_sale.inspect_days']})`
  // A correction neither extends the deadline of the shop nor reminds it again.
  const deadline =
    locked.status === 'returned' ? { next_try_at: locked.next_try_at } : { inspect_by, next_try_at: inspect_by }
  const set = { return_carrier, return_tracking_no: tracking_no, ...deadline }
  await transition(tx, locked, 'return', { actor, set })
}

/** Once, in seven days. Throws `not_found`, `order_state`, `after_sale_open`, or `invalid_request` naming a picture. */
export async function disputeCase(
  tx: Database,
  user_id: number,
  id: number,
  { description, image_ids = [] }: z.output<typeof DisputeInput>,
  settings: Settings,
): Promise<void> {
  const { locked } = await lockCase(tx, id, ownedBy(user_id))
  requireStatus(locked.status, 'dispute')
  const [read] = await tx.select({ now: databaseNow }).from(after_sale).where(eq(after_sale.id, id))
  if (!read || !isDisputable(locked, read.now))
    throw problem('order_state', { detail: 'A rejected request can be disputed once, within seven days.' })
  const decide_by = decideBy(settings)
  await transition(tx, locked, 'dispute', {
    actor: { kind: 'customer', user_id },
    set: { disputed_at: sql`now()`, dispute_description: description, decide_by, next_try_at: decide_by },
  })
  await addPictures(tx, locked, image_ids, true)
}

/**
 * Without goods, refunds and returns the number of the payment. Throws `not_found`, `stale_version`, `order_state`,
 * `after_sale_open`, `limit_reached`, or `invalid_request` naming an amount or `return_to`.
 */
export async function approveCase(
  tx: Database,
  id: number,
  input: z.output<typeof ApproveInput>,
  actor: Staff,
  settings: Settings,
): Promise<string | undefined> {
  const { locked, of } = await lockCase(tx, id, input)
  requireStatus(locked.status, 'approve')
  if (locked.kind === 'refund') {
    if (input.return_to !== undefined)
      throw invalid('body', 'return_to', 'not_allowed', 'No goods are sent back for this request.')
    return payCase(tx, { locked, of }, 'approve', { ...input, actor })
  }
  refuseGiven(
    { freight_amount: input.freight_amount, money_only: input.money_only || undefined },
    'Nothing is paid back before the goods have arrived.',
  )
  const approved_amount = amountOf(locked, input)
  const return_to = input.return_to ?? settings['after_sale.return_address']
  if (return_to === '')
    throw invalid(
      'body',
      'return_to',
      'required',
      'Say where the goods are to be sent, or set after_sale.return_address.',
    )
  // Checked before the customer sends the goods, because the refund would be refused after their arrival.
  await requirePieces(tx, locked)
  const return_by = sql`now() + make_interval(days => ${settings['after_sale.return_days']})`
  const set = { approved_amount, return_to, return_by, next_try_at: return_by }
  await transition(tx, locked, 'approve_return', { actor, set, note: input.note })
  return undefined
}

/** Also when the goods have not arrived. Throws `not_found`, `stale_version` or `order_state`. */
export async function rejectCase(
  tx: Database,
  id: number,
  { note, version }: z.output<typeof RejectInput>,
  actor: Staff,
): Promise<void> {
  const { locked } = await lockCase(tx, id, { version })
  await transition(tx, locked, 'reject', { actor, set: { rejected_at: sql`now()` }, note })
}

/** Returns the payment's number. Throws like {@link approveCase}, or `invalid_request` naming `restock`. */
export async function receiveGoods(
  tx: Database,
  id: number,
  input: z.output<typeof ReceiveInput>,
  actor: Staff,
): Promise<string> {
  const { locked, of } = await lockCase(tx, id, input)
  requireStatus(locked.status, 'receive')
  return payCase(tx, { locked, of }, 'receive', { ...input, actor })
}

/** Makes the case disputed. Throws `not_found`, `stale_version` or `order_state`. */
export async function refuseGoods(
  tx: Database,
  id: number,
  { note, version }: z.output<typeof RejectInput>,
  actor: Staff,
  settings: Settings,
): Promise<void> {
  const { locked } = await lockCase(tx, id, { version })
  const decide_by = decideBy(settings)
  const set = { disputed_at: sql`now()`, decide_by, next_try_at: decide_by }
  await transition(tx, locked, 'refuse', { actor, set, note })
}

/**
 * Refunds and returns the number of the payment, or rejects finally and returns undefined. Throws the problems of
 * {@link approveCase}, or `invalid_request` naming `restock`.
 */
export async function decideDispute(
  tx: Database,
  id: number,
  input: z.output<typeof DecideInput>,
  actor: Staff,
): Promise<string | undefined> {
  const { locked, of } = await lockCase(tx, id, input)
  requireStatus(locked.status, 'grant')
  const { approve, amount, freight_amount, postage_amount, money_only, restock, note } = input
  if (approve) return payCase(tx, { locked, of }, 'grant', { ...input, actor })
  refuseGiven(
    { amount, freight_amount, postage_amount, money_only: money_only || undefined, restock },
    'Nothing is paid back when it is rejected.',
  )
  const set = { rejected_at: sql`now()`, disputed_at: sql`coalesce(${after_sale.disputed_at}, now())` }
  await transition(tx, locked, 'deny', { actor, set, note })
  return undefined
}

/** Without goods, for the requested amount. Returns the number of the payment. */
export const approveOverdue = (tx: Database, { locked, of }: Locked): Promise<string> =>
  payCase(tx, { locked, of }, 'approve', { amount: locked.requested_amount, actor: { kind: 'system' } })

/** False for more money for refunded pieces: staff have already decided on the lower amount. */
export async function isUnshipped(tx: Database, { id, kind, order_id }: CaseRow): Promise<boolean> {
  if (kind !== 'refund') return false
  const lines = await linesOf(tx, order_id)
  return lines.every(
    (line) => line.open_case_id !== id || (line.shipped_count === 0 && line.refunded_count < line.count),
  )
}

/** Throws `invalid_request` `not_allowed`. */
function refuseGiven(fields: Record<string, unknown>, reason: string): void {
  for (const [field, given] of Object.entries(fields))
    if (given !== undefined) throw invalid('body', field, 'not_allowed', reason)
}

interface Amounts {
  amount?: number | undefined
  freight_amount?: number | undefined
}

/**
 * In fen: `amount`, else the approved or the requested amount; never above the request. With `freight_amount`, for the
 * goods alone. Throws `invalid_request` for a larger `amount`.
 */
function amountOf({ requested_amount, approved_amount, ...asked }: CaseRow, { amount, freight_amount }: Amounts) {
  const maximum = freight_amount === undefined ? requested_amount : requested_amount - asked.freight_amount
  if (amount !== undefined && amount > maximum) throw tooMuch('amount', maximum)
  return amount ?? Math.min(approved_amount ?? maximum, maximum)
}

/** Throws `order_state` where the items cannot be refunded any more. */
async function requirePieces(tx: Database, { id, order_id }: CaseRow) {
  const lines = await linesOf(tx, order_id)
  const items = await tx
    .select()
    .from(after_sale_item)
    .where(eq(after_sale_item.after_sale_id, id))
    .orderBy(after_sale_item.order_item_id)
  for (const { order_item_id, count } of items) {
    const line = lines.find((one) => one.id === order_item_id)
    if (!line || count > line.count - line.refunded_count)
      throw problem('order_state', { detail: 'Pieces of this request were refunded meanwhile.' })
    if (count === 0 && (line.refunded_count < line.count || line.refunded_amount === line.paid_amount))
      throw problem('order_state', {
        detail: 'The money of this request was paid back meanwhile, or cannot follow now.',
      })
  }
  return { lines, items }
}

interface Payment<Name extends Transition> extends Amounts {
  postage_amount?: number | undefined
  money_only?: boolean
  restock?: { order_item_id: number; count: number }[] | undefined
  note?: string | undefined
  actor: ActorIn<Name>
}

/** With `freight_amount`, spreads over the lines only. Returns the number of the payment. */
async function payCase<Name extends 'approve' | 'receive' | 'grant'>(
  tx: Database,
  { locked, of }: Locked,
  name: Name,
  { postage_amount = 0, money_only = false, restock, note, actor, ...amounts }: Payment<Name>,
): Promise<string> {
  const { lines, items } = await requirePieces(tx, locked)
  const { reason_code } = locked
  const paid = amountOf(locked, amounts)
  const weights = items.map(({ amount }) => amount)
  const shares = spread(paid, amounts.freight_amount === undefined ? [...weights, locked.freight_amount] : weights)
  const freight_amount = amounts.freight_amount ?? shares.at(-1) ?? 0
  if (postage_amount > 0 && locked.kind === 'refund')
    throw invalid('body', 'postage_amount', 'not_allowed', 'No goods are sent back for this request.')
  if (freight_amount > locked.freight_amount) requireFreightFree(of, lines, locked, { freight_amount })
  if (postage_amount > 0) requireFreightFree(of, lines, locked, { freight_amount, postage_amount })
  const named = items
    .map(({ order_item_id, count }, at) => ({
      order_item_id,
      count: money_only ? 0 : count,
      amount: shares[at] ?? 0,
    }))
    // With fewer fen than lines, the share of some lines is 0.
    .filter(({ count, amount }) => count > 0 || amount > 0)
  for (const { order_item_id, count, amount } of named) {
    const line = lines.find(({ id }) => id === order_item_id)
    if (!line || count > 0) continue
    if (amount > line.paid_amount - line.refunded_amount)
      throw problem('order_state', { detail: 'A part of this money was paid back meanwhile: give less.' })
    if (isUnpaidAfter(line, amount))
      throw invalid('body', 'amount', 'pieces_left', 'This pays back all money of pieces that are left to ship.')
  }
  const { refund_id, payment_no } = await refundLines(tx, of, lines, {
    items: named,
    freight_amount: freight_amount + postage_amount,
    restock,
    reason: await labelOf(tx, reason_code),
    reason_code,
    note: locked.no,
    actor,
    only_shipped: locked.kind === 'return_refund',
  })
  // Freight that the customer has not asked for is in the refund alone.
  const approved_amount =
    amounts.freight_amount === undefined ? paid : paid + Math.min(freight_amount, locked.freight_amount)
  await transition(tx, locked, name, { actor, set: { approved_amount, postage_amount, refund_id }, note })
  return payment_no
}

/** Beyond the request. Throws `invalid_request`, or `after_sale_open`: another case may include the freight. */
function requireFreightFree(
  of: Locked['of'],
  lines: Line[],
  { id }: CaseRow,
  { freight_amount, postage_amount = 0 }: { freight_amount: number; postage_amount?: number },
): void {
  const left = freightLeft(of, lines)
  if (freight_amount > left) throw tooMuch('freight_amount', left)
  if (postage_amount > left - freight_amount) throw tooMuch('postage_amount', left - freight_amount)
  requireNoCase(lines.filter(({ open_case_id }) => open_case_id !== id))
}

/** Also of a disabled reason; `reason_code` of a deleted one. */
async function labelOf(tx: Database, reason_code: string): Promise<string> {
  const [entry] = await tx
    .select({ label: dict.label })
    .from(dict)
    .where(and(eq(dict.type, 'after_sale_reason'), eq(dict.value, reason_code)))
  return entry?.label ?? reason_code
}
