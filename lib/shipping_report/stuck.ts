import { sql } from 'drizzle-orm'
import { delays } from './next'

/** A report that the platform has refused, or not accepted for hours. As an index has it. */
export const isStuck = sql`(status = 'refused' or status = 'waiting' and tries >= ${sql.raw(String(delays.length))})`
