import { sql } from 'drizzle-orm'
import { delays } from './next'

/**
 * The condition for reports that the platform has refused, or not accepted for hours. Equal to the condition of a
 * partial index, so that PostgreSQL can use the index.
 */
export const isStuck = sql`(status = 'refused' or status = 'waiting' and tries >= ${sql.raw(String(delays.length))})`
