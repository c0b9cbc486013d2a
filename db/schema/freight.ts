import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type FreightRule, freightCharges, freightNeeds } from '@/db/enums'
import { oneOf, uniqueFolded, versioned } from './columns'

/** Products without a template use the default template. */
export const freight_template = pgTable(
  'freight_template',
  {
    ...versioned,
    /** Customers see the name only on orders with several templates. */
    name: text().notNull(),
    charge: text({ enum: freightCharges }).notNull(),
    rules: jsonb().$type<FreightRule[]>().notNull(),
    /** Provinces and cities. */
    no_delivery: text().array().notNull().default(sql`'{}'`),
    /** Excludes Hong Kong, Macao, Taiwan and places abroad, unless a rule names them. */
    only_mainland: boolean().notNull().default(true),
    /** The price of the goods, in fen, from which freight is free. */
    free_amount: integer(),
    /** Freight is free from this number. */
    free_pieces: integer(),
    free_needs: text({ enum: freightNeeds }).notNull().default('either'),
    /** Exactly one template is the default. */
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
