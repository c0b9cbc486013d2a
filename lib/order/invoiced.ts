import { and, eq, inArray, sql } from 'drizzle-orm'
import type { OrderStatus } from '@/db/enums'
import { invoice } from '@/db/schema/invoice'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'

/** Amounts in fen. */
interface Invoiceable {
  status: OrderStatus
  paid_at: Date | null
  shipped_at: Date | null
  completed_at: Date | null
  paid_amount: number
  promised_amount: number
}

export const dayMilliseconds = 86_400_000

/** In fen. Refunds that may still fail are subtracted too. */
export const keptAmount = ({ paid_amount, promised_amount }: Pick<Invoiceable, 'paid_amount' | 'promised_amount'>) =>
  paid_amount - promised_amount

/** In English for developers; undefined: possible. Does not check for an existing invoice. */
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

/** An order has at most one such invoice. */
export const openInvoiceStatuses = ['requested', 'issued', 'to_replace'] as const

/** In force or requested. For queries of "order". */
export const has_invoice = sql<boolean>`exists (
  select from invoice v where v.order_id = "order".id and v.status in ('requested', 'issued', 'to_replace'))`

/** `to_replace` if the amount differs from {@link keptAmount}. Call after each change of the promised amount. */
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

/** `freightLeft` in fen, for queries of an order `o`. */
export const freight_left = sql<number>`(o.paid_amount - o.promised_freight - (
  select coalesce(sum(i.paid_amount), 0) from order_item i where i.order_id = o.id))`
