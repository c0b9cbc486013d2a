import { createHash } from 'node:crypto'
import { is, Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Database } from './client'
import { isRead } from './lost'
import { runners } from './run'

export interface Preparable<Row> {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Row> }
}

/** In bytes. PostgreSQL truncates longer names, so that two statements could get the same name. */
const maxNameLength = 63

/** Different names stay different. */
export function statementName(name: string): string {
  if (name.length <= maxNameLength) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return `${name.slice(0, maxNameLength - 1 - hash.length)}_${hash}`
}

/** Builds and prepares once per connection: building takes longer than running. Values only by `sql.placeholder`. */
export function statement<Row>(name: string, build: (db: Database) => Preparable<Row>) {
  const unique = statementName(name)
  const prepared = new WeakMap<Database, ReturnType<Preparable<Row>['prepare']>>()
  return (db: Database, values: Record<string, unknown> = {}): Promise<Row> => {
    let query = prepared.get(db)
    if (!query) {
      query = build(db).prepare(unique)
      prepared.set(db, query)
    }
    return query.execute(values)
  }
}

/**
 * Hides the value from PostgreSQL's planner, which would plan anew for each limit or list of ids, and that takes longer
 * than running. Only for values that do not change the best plan.
 */
export const genericParam = (name: string, type: 'boolean' | 'int' | 'int[]' | 'text'): SQL =>
  sql`(select ${sql.placeholder(name)}::${sql.raw(type)})::${sql.raw(type)}`

interface JsonPreparable<Value> extends Preparable<{ json: Value }[]> {
  toSQL(): { sql: string; params: unknown[] }
}

/**
 * Selects one JSON value per row as the column `json`. Skips drizzle where the driver allows it: for small queries,
 * drizzle takes as much time as everything else together.
 */
export function jsonStatement<Value>(name: string, build: (db: Database) => JsonPreparable<Value>) {
  const unique = statementName(name)
  const general = statement(name, build)
  let built: { text: string; params: unknown[]; is_read: boolean } | undefined
  return (db: Database, values: Record<string, unknown> = {}): Promise<Value[]> => {
    const run = runners().get(db)
    if (!run) return general(db, values).then((rows) => rows.map(({ json }) => json))
    if (!built) {
      const { sql, params } = build(db).toSQL()
      built = { text: sql, params, is_read: isRead(sql) }
    }
    const { text, params, is_read } = built
    const args = params.map((param) => (is(param, Placeholder) ? values[param.name] : param))
    return run<Value>({ name: unique, text, values: args, is_read })
  }
}
