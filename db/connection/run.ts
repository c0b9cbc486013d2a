import { singleton } from '@/db/singleton'
import type { Database } from './client'

export interface Statement {
  name: string
  text: string
  values: unknown[]
  /** May be sent again if the answer was lost. */
  is_read: boolean
}

/** Resolves with the single selected column. */
export type Run = <Value>(statement: Statement) => Promise<Value[]>

/** For a database without an entry, statements are run with drizzle. */
export const runners = () => singleton('runners', () => new WeakMap<Database, Run>())
