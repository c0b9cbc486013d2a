import { createHash } from 'node:crypto'
import { is, Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Database } from './client'
import { isRead } from './lost'
import { runners } from './run'

export interface Preparable<Row> {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Row> }
}

/**
 * The maximum length of the name of a prepared statement, in bytes. PostgreSQL truncates longer names, so that two
 * statements could get the same name.
 */
const maxNameLength = 63

/** Returns a name for a prepared statement that PostgreSQL does not truncate. Different names stay different. */
export function statementName(name: string): string {
  if (name.length <= maxNameLength) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return `${name.slice(0, maxNameLength - 1 - hash.length)}_${hash}`
}

/**
 * Returns a function that runs a drizzle query. The query is built and prepared once per connection, because building
 * it takes several times as long as running it. `build` must take its values through `sql.placeholder`.
 */
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
 * Returns a placeholder inside a scalar subquery, which hides the value from PostgreSQL's planner. If the planner sees
 * a limit or a list of ids, it plans the statement anew for each value, which takes longer than running the statement.
 * Only for values that do not change the best plan.
 */
export const genericParam = (name: string, type: 'int' | 'int[]'): SQL =>
  sql`(select ${sql.placeholder(name)}::${sql.raw(type)})::${sql.raw(type)}`

interface JsonPreparable<Value> extends Preparable<{ json: Value }[]> {
  toSQL(): { sql: string; params: unknown[] }
}

/**
 * Returns a function that runs a short statement, which selects one JSON value per row as the column `json`. The
 * function resolves with these values. If the driver supports it, the statement is sent without drizzle: the rows need
 * no mapping, and for frequent small queries drizzle takes as much time as everything else together.
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
