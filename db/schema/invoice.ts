import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { invoiceContents, invoiceKinds, invoiceStatuses } from '@/db/enums'
import { about, fen, moment, oneOf, versioned } from './columns'
import { file_object } from './file'
import { order } from './order'
import { user } from './user'

/**
 * An invoice (发票) that a customer requests. Staff issue the invoice outside of this system and record it here. The law
 * requires the title, the amount and the number to be kept for ten years.
 */
export const invoice = pgTable(
  'invoice',
  {
    ...versioned,
    order_id: integer()
      .notNull()
      .references(() => order.id, { onDelete: 'restrict' }),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'restrict' }),
    status: text({ enum: invoiceStatuses }).notNull().default('requested'),
    kind: text({ enum: invoiceKinds }).notNull(),
    title: text().notNull(),
    tax_no: text(),
    email: text(),
    phone: text(),
    bank: text(),
    bank_account: text(),
    address: text(),
    /** The value of the setting `invoice.content` when the customer requested the invoice. */
    lines_by: text({ enum: invoiceContents }).notNull(),
    /** The amount on the invoice, in fen; null: the invoice is not issued. */
    amount: fen(),
    /** The invoice number that the tax office assigned; null: the invoice is not issued. */
    number: text(),
    issued_at: moment(),
    /** The file of the invoice, which its customer can download; null: none. */
    object_id: integer().references(() => file_object.id, { onDelete: 'set null' }),
    /** The reason why staff refused to issue the invoice. Customers can read the reason. */
    reason: text().notNull().default(''),
    /** The invoice that this invoice replaces; null: none. */
    replaces_id: integer().references((): AnyPgColumn => invoice.id, { onDelete: 'restrict' }),
  },
  (t) => [
    oneOf('invoice_kind', t.kind, invoiceKinds),
    oneOf('invoice_status', t.status, invoiceStatuses),
    oneOf('invoice_lines_by', t.lines_by, invoiceContents),
    check('invoice_tax_no', sql`(${t.kind} = 'company') = (${t.tax_no} is not null)`),
    check(
      'invoice_issued',
      sql`num_nulls(${t.amount}, ${t.number}, ${t.issued_at}) = case when ${t.status} in ('requested', 'refused') then 3 else 0 end
        and (${t.amount} is null or ${t.amount} > 0)`,
    ),
    uniqueIndex(about('order_id', 'invoice_open'))
      .on(t.order_id)
      .where(sql`status in ('requested', 'issued', 'to_replace')`),
    uniqueIndex('invoice_number').on(t.number).where(sql`number is not null`),
    uniqueIndex('invoice_object').on(t.object_id).where(sql`object_id is not null`),
    uniqueIndex('invoice_replaces').on(t.replaces_id).where(sql`replaces_id is not null`),
    index('invoice_order').on(t.order_id, t.id),
    index('invoice_own').on(t.user_id, t.id),
    index('invoice_by_status').on(t.status, t.id),
    index('invoice_title').on(sql`folded(title) text_pattern_ops`, t.id),
    index('invoice_tax').on(t.tax_no, t.id).where(sql`tax_no is not null`),
  ],
)
