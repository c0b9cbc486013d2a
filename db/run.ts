import type { Database } from './client'
import { once } from './once'

export interface Statement {
  name: string
  text: string
  values: unknown[]
}

/** Runs a prepared statement that selects one column; answers that column of every row. */
export type Run = <Value>(statement: Statement) => Promise<Value[]>

/** How such statements are run on a database, where its driver knows a shorter way than through drizzle. */
export const runners = () => once('runners', () => new WeakMap<Database, Run>())
