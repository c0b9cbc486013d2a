import { singleton } from '@/db/singleton'
import type { Database } from './client'

export interface Statement {
  name: string
  text: string
  values: unknown[]
  /** Whether the statement only reads and may be sent again if its answer was lost. */
  is_read: boolean
}

/** Runs a prepared statement that selects one column. Resolves with the value of this column in every row. */
export type Run = <Value>(statement: Statement) => Promise<Value[]>

/**
 * Returns the functions that run prepared statements without drizzle, by database. For a database without an entry,
 * statements are run with drizzle.
 */
export const runners = () => singleton('runners', () => new WeakMap<Database, Run>())
