import { pgTable, text } from 'drizzle-orm/pg-core'
import { times } from './columns'

/**
 * The keys of the parts of base data that were written to this database. Each part is written once, so that changes and
 * deletions by administrators stay.
 */
export const base_entry = pgTable('base_entry', { ...times, key: text().primaryKey() })
