import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { eventTypes } from '@/db/enums'
import { moment, oneOf } from './columns'
import { sku } from './product'

/** Written in the transaction of what happened, and pruned in the order of `seq`. Never names a person. */
export const event = pgTable(
  'event',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    type: text({ enum: eventTypes }).notNull(),
    at: moment().notNull().defaultNow(),
    /** null: the system or the payment provider. No foreign key: the row outlives the user. */
    actor_id: integer(),
    resource: text().notNull(),
    resource_id: integer().notNull(),
    data: jsonb().$type<Record<string, string | number | null>>().notNull(),
    /** Without gaps. Given after the commit, because transactions commit in another order than they get an `id`. */
    seq: bigint({ mode: 'number' }),
  },
  (t) => [
    uniqueIndex('event_seq').on(t.seq).where(sql`seq is not null`),
    index('event_waiting').on(t.id).where(sql`seq is null`),
    oneOf('event_type', t.type, eventTypes),
  ],
)

/** The stock of a SKU as its last event `stock.changed` says; no row: 0. Apart from `sku`, which sales lock. */
export const stock_told = pgTable('stock_told', {
  sku_id: integer()
    .primaryKey()
    .references(() => sku.id, { onDelete: 'cascade' }),
  stock: integer().notNull(),
  told_at: moment().notNull(),
})
