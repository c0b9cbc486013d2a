import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { times } from './columns'

/** Only what differs from the default that `lib/config/registry.ts` declares. */
export const config = pgTable('config', {
  ...times,
  key: text().primaryKey(),
  value: jsonb().$type<string | number | boolean>().notNull(),
  updated_by: integer(),
})
