import { and, eq, inArray, sql } from 'drizzle-orm'
import type { OrderStatus } from '@/db/enums'
import { invoice } from '@/db/schema/invoice'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'

/** The state of an order that invoices depend on. Amounts in fen. */
interface Invoiceable {
  status: OrderStatus
  paid_at: Date | null
  shipped_at: Date | null
  completed_at: Date | null
  paid_amount: number
  promised_amount: number
}

export const dayMilliseconds = 86_400_000

/** Returns the paid amount less all refunds, in fen. Refunds that may still fail are subtracted too. */
export const keptAmount = ({ paid_amount, promised_amount }: Pick<Invoiceable, 'paid_amount' | 'promised_amount'>) =>
  paid_amount - promised_amount

/**
 * Returns the reason why no invoice can be requested, in English for developers; undefined: a request is possible. Does
 * not check whether the order already has an invoice.
 */
export function invoiceRefusal(order: Invoiceable, settings: Settings, now: Date): string | undefined {
  if (!settings['invoice.enabled']) return 'This shop takes no requests for invoices here.'
  if (order.paid_at === null || order.status === 'unpaid' || order.status === 'cancelled')
    return `The order is ${order.status}; an invoice is about what was paid.`
  const start = settings['invoice.from']
  const started = { paid: order.paid_at, shipped: order.shipped_at, completed: order.completed_at }[start]
  // After a refund of the pieces, the order may never be shipped or completed.
  if (started === null && order.status !== 'refunded') return `The order is not ${start} yet.`
  const days = settings['invoice.days']
  if (now.getTime() >= order.paid_at.getTime() + days * dayMilliseconds)
    return `An invoice can be asked for within ${days} days of paying.`
  return keptAmount(order) > 0 ? undefined : 'Everything that was paid was or is being refunded.'
}

/** The statuses of an invoice that is in force or to be issued. An order has at most one such invoice. */
export const openInvoiceStatuses = ['requested', 'issued', 'to_replace'] as const

/** Whether an order has an invoice that is in force or requested, for queries of "order". */
export const has_invoice = sql<boolean>`exists (
  select from invoice v where v.order_id = "order".id and v.status in ('requested', 'issued', 'to_replace'))`

/**
 * Marks the issued invoice of a locked order as `to_replace` if its amount differs from {@link keptAmount}, else as
 * `issued`, for example after a failed refund. Call after each change of the promised amount.
 */
export async function judgeInvoice(
  tx: Database,
  order: Pick<Invoiceable, 'paid_amount' | 'promised_amount'> & { id: number },
): Promise<void> {
  const status = sql<
    'issued' | 'to_replace'
  >`case when ${invoice.amount} = ${keptAmount(order)} then 'issued' else 'to_replace' end`
  await tx
    .update(invoice)
    .set({ status, version: sql`${invoice.version} + 1` })
    .where(
      and(
        eq(invoice.order_id, order.id),
        inArray(invoice.status, ['issued', 'to_replace']),
        sql`${invoice.status} <> ${status}`,
      ),
    )
}

/** The freight of an order `o` that was paid and can still be refunded, in fen: `freightLeft`, for queries. */
export const freight_left = sql<number>`(o.paid_amount - o.promised_freight - (
  select coalesce(sum(i.paid_amount), 0) from order_item i where i.order_id = o.id))`
