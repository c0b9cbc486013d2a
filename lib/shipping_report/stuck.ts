import { sql } from 'drizzle-orm'
import { delays } from './next'

/** Refused, or not accepted for hours. Equal to the condition of a partial index, which PostgreSQL then uses. */
export const isStuck = sql`(status = 'refused' or status = 'waiting' and tries >= ${sql.raw(String(delays.length))})`
