import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type FreightRule, freightCharges, freightNeeds } from '@/db/enums'
import { oneOf, uniqueFolded, versioned } from './columns'

/** The freight of products by region. Products without a template use the default template. */
export const freight_template = pgTable(
  'freight_template',
  {
    ...versioned,
    /** The name for staff. Customers see the name only on orders with several templates. */
    name: text().notNull(),
    charge: text({ enum: freightCharges }).notNull(),
    rules: jsonb().$type<FreightRule[]>().notNull(),
    /** Codes of provinces and cities to which the goods are not delivered. */
    no_delivery: text().array().notNull().default(sql`'{}'`),
    /** Whether Hong Kong, Macao, Taiwan and places abroad are without delivery, unless a rule names them. */
    only_mainland: boolean().notNull().default(true),
    /** The price of the goods, in fen, from which freight is free; null: freight is not free from any price. */
    free_amount: integer(),
    /** The number of pieces from which freight is free; null: freight is not free from any number. */
    free_pieces: integer(),
    free_needs: text({ enum: freightNeeds }).notNull().default('either'),
    /** Whether products without a template use this template. Exactly one template is the default. */
    is_default: boolean().notNull().default(false),
  },
  (t) => [
    uniqueFolded('freight_template', t.name),
    uniqueIndex('freight_template_default').on(t.is_default).where(sql`is_default`),
    oneOf('freight_template_charge', t.charge, freightCharges),
    oneOf('freight_template_free_needs', t.free_needs, freightNeeds),
    check('freight_template_free_amount', sql`${t.free_amount} >= 1`),
    check('freight_template_free_pieces', sql`${t.free_pieces} >= 1`),
  ],
)
