import { singleton } from '@/db/singleton'
import type { Database } from './client'

export interface Statement {
  name: string
  text: string
  values: unknown[]
  /** Whether the statement may be sent again when its answer was lost. */
  is_read: boolean
}

/** Runs a prepared statement that selects one column. Resolves with that column of every row. */
export type Run = <Value>(statement: Statement) => Promise<Value[]>

/**
 * The functions that run prepared statements without drizzle, by database. A database without an entry needs drizzle.
 */
export const runners = () => singleton('runners', () => new WeakMap<Database, Run>())
