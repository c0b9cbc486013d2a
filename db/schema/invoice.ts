import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { invoiceContents, invoiceKinds, invoiceStatuses } from '@/db/enums'
import { about, fen, moment, oneOf, versioned } from './columns'
import { file_object } from './file'
import { order } from './order'
import { user } from './user'

/** An invoice (发票), which staff issue outside of this system. Law: title, amount and number are kept for ten years. */
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
    /** The setting `invoice.content` at the time of the request. */
    lines_by: text({ enum: invoiceContents }).notNull(),
    /** In fen; null: not issued. */
    amount: fen(),
    /** Assigned by the tax office; null: not issued. */
    number: text(),
    issued_at: moment(),
    /** Its customer can download the file. */
    object_id: integer().references(() => file_object.id, { onDelete: 'set null' }),
    /** The reason of a refusal, which customers can read. */
    reason: text().notNull().default(''),
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
