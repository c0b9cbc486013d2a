import { randomInt } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { after_sale, after_sale_item, after_sale_picture } from '@/db/schema/after_sale'
import { order } from '@/db/schema/order'
import { requireEntry } from '@/lib/dict/entry'
import { keepPictures } from '@/lib/file/pictures'
import { invalid, problem, tooMuch } from '@/lib/kit/api/endpoint/problem'
import { insertRow } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { type Line, linesOf, namedLines, requireNoCase } from '@/lib/order/lines'
import { afterSaleUntil, ownedBy, refundable, refunded_at } from '@/lib/order/status'
import { returnableOf } from '@/lib/payment/refund'
import { freightLeft, shareOfPieces } from '@/lib/pricing/shares'
import { decideBy } from './decide-by'
import type { AfterSaleInput, AfterSalePreviewInput } from './schema'
import { databaseNow, writeLog } from './status'

type Input = z.output<typeof AfterSaleInput>
type PreviewInput = z.output<typeof AfterSalePreviewInput>
type OrderRow = typeof order.$inferSelect

/** The day and 8 random digits: can be said on the phone, and does not tell how many cases there are. */
const newCaseNo = (settings: Settings) => {
  const candidates = Array.from({ length: 5 }, () => String(randomInt(10 ** 8)).padStart(8, '0'))
  return sql`(
    select day.text || suffix
    from (values (to_char(now() at time zone ${settings['shop.time_zone']}, 'YYMMDD'))) day (text),
      unnest(${sql.param(candidates)}::text[]) suffix
    where not exists (select from after_sale taken where taken.no = day.text || suffix)
    limit 1)`
}

/** Faults of the goods, with a longer period for requests. */
const qualityReasons: readonly string[] = ['quality', 'damaged', 'wrong_item']

/**
 * Throws `order_state` (not paid yet, or too late), `after_sale_open`, or `invalid_request` naming the order, reason,
 * line or picture.
 */
export async function openCase(tx: Database, user_id: number, input: Input, settings: Settings): Promise<number> {
  const [locked] = await tx
    .select()
    .from(order)
    .where(and(eq(order.id, input.order_id), ownedBy(user_id)))
    .for('no key update')
  if (!locked) throw noOrder()
  const { value: reason_code } = await requireEntry(tx, {
    type: 'after_sale_reason',
    value: input.reason_code,
    field: 'reason_code',
  })
  await requireInTime(tx, locked, reason_code, settings)
  const { items, freight_amount, requested_amount } = moneyFor(locked, await linesOf(tx, locked.id), input)
  const decide_by = decideBy(settings)
  const opened = await insertRow(tx, after_sale, {
    no: newCaseNo(settings),
    order_id: locked.id,
    user_id,
    kind: input.kind,
    reason_code,
    description: input.description ?? '',
    requested_amount,
    freight_amount,
    decide_by,
    next_try_at: decide_by,
    updated_by: user_id,
  })
  const { id } = opened
  await tx.insert(after_sale_item).values(items.map((item) => ({ ...item, after_sale_id: id })))
  await writeLog(tx, opened, { action: 'request', from_status: null, actor: user_id })
  await addPictures(tx, { id, user_id }, input.image_ids ?? [], false)
  return id
}

/** Throws the problems of {@link openCase}, except those of the reason and the period, which depends on it. */
export async function previewCase(db: Database, user_id: number, input: PreviewInput) {
  const [own] = await db
    .select()
    .from(order)
    .where(and(eq(order.id, input.order_id), ownedBy(user_id)))
  if (!own) throw noOrder()
  requirePaid(own)
  return moneyFor(own, await linesOf(db, own.id), input)
}

const noOrder = () => invalid('body', 'order_id', 'not_found', 'There is no such order.')

/** In fen. Throws `after_sale_open`, or `invalid_request`, also for the sum 0. */
function moneyFor(own: OrderRow, lines: Line[], input: PreviewInput) {
  const items = piecesOf(lines, input)
  const freight_amount = freightOf(own, lines, input)
  const requested_amount = items.reduce((sum, { amount }) => sum + amount, freight_amount)
  if (requested_amount < 1)
    throw invalid('body', 'items', 'too_small', 'Nothing was paid for these pieces.', { minimum: 1 })
  return { items, freight_amount, requested_amount }
}

/** They are not removed like unused uploads. Throws `invalid_request` naming a picture. */
export async function addPictures(
  tx: Database,
  { id, user_id }: { id: number; user_id: number },
  image_ids: number[],
  of_dispute: boolean,
): Promise<void> {
  if (image_ids.length === 0) return
  await keepPictures(tx, user_id, image_ids, 'image_ids')
  await tx
    .insert(after_sale_picture)
    .values(image_ids.map((object_id, sort_order) => ({ after_sale_id: id, object_id, sort_order, of_dispute })))
}

function requirePaid({ status, paid_amount, promised_amount }: OrderRow): void {
  if (!refundable.includes(status) || (status === 'refunded' && promised_amount === paid_amount))
    throw problem('order_state', {
      detail: `The order is ${status}; there is nothing to ask for.`,
      members: { state: status, ...(status === 'refunded' && { reason: 'nothing_left' }) },
    })
}

/** Throws `order_state`. The period counts from the completion or the refund of the order. */
async function requireInTime(tx: Database, own: OrderRow, reason_code: string, settings: Settings): Promise<void> {
  requirePaid(own)
  const { id, status, completed_at } = own
  const [read] = await tx.select({ refunded_at, now: databaseNow }).from(order).where(eq(order.id, id))
  const closed_at = read?.refunded_at ?? completed_at
  if (!read || closed_at === null) return
  const days = settings[qualityReasons.includes(reason_code) ? 'after_sale.quality_days' : 'after_sale.days']
  if (read.now >= afterSaleUntil(closed_at, days))
    throw problem('order_state', {
      detail: `The order was ${status === 'refunded' ? 'refunded' : 'completed'} more than ${days} days ago.`,
      members: { state: status, reason: 'too_late' },
    })
}

/** Paid amounts in fen. Throws `after_sale_open` or `invalid_request`. */
function piecesOf(lines: Line[], { items, kind }: PreviewInput) {
  const named = namedLines(items, lines, 'items')
  requireNoCase(named.map(({ line }) => line))
  return named.map(({ at, line, given: { count } }) => {
    const name = `items.${at}.count`
    if (count > line.count - line.refunded_count) throw tooMuch(name, line.count - line.refunded_count)
    const maximum = returnableOf(line)
    if (kind === 'return_refund' && count > maximum)
      throw invalid('body', name, 'not_shipped', 'Only pieces that were shipped can be sent back.', { maximum })
    // 0 pieces: only for money that is left because all pieces were refunded for less than was paid.
    if (
      count === 0 &&
      (kind === 'return_refund' || line.refunded_count < line.count || line.refunded_amount === line.paid_amount)
    )
      throw invalid('body', name, 'too_small', 'At least 1 piece.', { minimum: 1 })
    return { order_item_id: line.id, count, amount: shareOfPieces(line, count) }
  })
}

/** In fen: all freight left if nothing was shipped and the case is for all remaining pieces, else 0. */
function freightOf(locked: OrderRow, lines: Line[], { items, kind }: PreviewInput): number {
  const takesAll = lines.every((line) => {
    const count = items.find((item) => item.order_item_id === line.id)?.count ?? 0
    return line.shipped_count === 0 && count === line.count - line.refunded_count
  })
  return kind === 'refund' && takesAll ? freightLeft(locked, lines) : 0
}
