import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { ActionRefusal } from '@/db/enums'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import { noSuch } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { staffActionsOf } from '@/lib/order/actions'
import { type Line, linesOfAll } from '@/lib/order/lines'
import { everythingLeft, refundsOfPayment } from '@/lib/payment/refund'
import { shareOfPieces } from '@/lib/pricing/shares'
import type { RefundPreview, RefundPreviewQuery } from './cms-schema'

type Preview = z.input<typeof RefundPreview>

const ordersOf = (db: Database, ids: number[]) =>
  db
    .select({
      id: order.id,
      order_no: order.order_no,
      version: order.version,
      status: order.status,
      store_id: order.store_id,
      asked_receiver: order.asked_receiver,
      paid_amount: order.paid_amount,
      promised_amount: order.promised_amount,
      promised_freight: order.promised_freight,
      settling: refundsOfPayment,
    })
    .from(order)
    .leftJoin(payment, and(eq(payment.order_id, order.id), eq(payment.settles, true)))
    .where(inArray(order.id, ids))

type Row = Awaited<ReturnType<typeof ordersOf>>[number]

/** Takes no locks, so amounts may change: send `amount` as the `expected_amount` of the refund. Throws `not_found`. */
export async function previewRefunds(
  db: Database,
  { ids, action }: z.output<typeof RefundPreviewQuery>,
  caller: Caller,
): Promise<Preview> {
  const [rows, lines] = await Promise.all([ordersOf(db, ids), linesOfAll(db, ids)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const items = ids.map((id) => {
    const row = byId.get(id)
    if (!row) throw noSuch('order')
    return previewOf(
      row,
      lines.filter(({ order_id }) => order_id === id),
      action,
      caller,
    )
  })
  return { amount: items.reduce((sum, { amount }) => sum + amount, 0), items }
}

function previewOf(row: Row, lines: Line[], action: 'refund' | 'cancel', caller: Caller): Preview['items'][number] {
  const { id, order_no, version, status, settling } = row
  const left = row.paid_amount > 0 ? everythingLeft(row, lines) : { items: [], freight_amount: 0 }
  const share = (line: Line) => shareOfPieces(line, line.count - line.refunded_count)
  const named = lines.filter((line) => line.refunded_count < line.count)
  const amount = row.paid_amount === 0 ? 0 : named.reduce((sum, line) => sum + share(line), left.freight_amount)
  const reason = refusalOf()
  return { id, order_no, version, status, reason, amount: reason ? 0 : amount, ...left }

  function refusalOf(): ActionRefusal | null {
    const known = { ...row, items: lines, shipments: [], settling }
    const found = staffActionsOf(known, caller).find((one) => one.action === action)
    if (found?.reason !== null) return found?.reason ?? 'forbidden'
    if (status === 'unpaid') return null
    // A case can hold some of the lines. A refund of everything needs all of them, and with freight also the others.
    if ((left.freight_amount > 0 ? lines : named).some((line) => line.open_case_id !== null)) return 'after_sale_open'
    // All pieces were refunded for less than was paid, which staff have decided: only a refund of money pays the rest.
    return amount > 0 ? null : 'nothing_left'
  }
}
