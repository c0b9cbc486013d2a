import { pgTable, text } from 'drizzle-orm/pg-core'
import { times } from './columns'

/** Each part is written once, so that changes and deletions by administrators stay. */
export const base_entry = pgTable('base_entry', { ...times, key: text().primaryKey() })
