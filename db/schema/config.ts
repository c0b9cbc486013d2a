import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { times } from './columns'

/** Settings with the default of `lib/kit/config/registry.ts` have no row. */
export const config = pgTable('config', {
  ...times,
  key: text().primaryKey(),
  value: jsonb().$type<string | number | boolean | { from: string; until: string; message: string }>().notNull(),
  updated_by: integer(),
})
