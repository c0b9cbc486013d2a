import { pgTable, text } from 'drizzle-orm/pg-core'
import { times } from './columns'

/**
 * Which parts of the base data were written here once. What an administrator changed or deleted since then is his
 * decision: it is not written again.
 */
export const base_entry = pgTable('base_entry', { ...times, key: text().primaryKey() })
