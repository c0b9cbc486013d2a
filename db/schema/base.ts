import { pgTable, text } from 'drizzle-orm/pg-core'
import { times } from './columns'

/**
 * The keys of the base data that has been written to this database. Each part is written once, so that changes and
 * deletions by administrators are kept.
 */
export const base_entry = pgTable('base_entry', { ...times, key: text().primaryKey() })
