import { singleton } from '@/db/singleton'
import type { Database } from './client'

export interface Statement {
  name: string
  text: string
  values: unknown[]
  /** Whether it may be sent again when its answer was lost. */
  is_read: boolean
}

/** Runs a prepared statement that selects one column; resolves with that column of every row. */
export type Run = <Value>(statement: Statement) => Promise<Value[]>

/** For databases whose driver can run such statements without drizzle: the function that does. */
export const runners = () => singleton('runners', () => new WeakMap<Database, Run>())
