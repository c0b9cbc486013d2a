import { is, Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Database } from './client'
import { runners } from './run'

export interface Preparable<Row> {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Row> }
}

/**
 * A statement that is built and prepared once per connection and then only executed: on a hot path, building it
 * costs several times what running it does. Values come in through `sql.placeholder`.
 */
export function statement<Row>(name: string, build: (db: Database) => Preparable<Row>) {
  const prepared = new WeakMap<Database, ReturnType<Preparable<Row>['prepare']>>()
  return (db: Database, values: Record<string, unknown> = {}): Promise<Row> => {
    let own = prepared.get(db)
    if (!own) {
      own = build(db).prepare(name)
      prepared.set(db, own)
    }
    return own.execute(values)
  }
}

/**
 * The value `name` of a statement, kept from the planner. A plan for the very value of a limit or a list of ids looks
 * cheaper than one for any, so the database would plan the statement anew each time, which costs more than running it.
 * For values for which the best plan is always the same.
 */
export const unseen = (name: string, type: 'int' | 'int[]'): SQL =>
  sql`(select ${sql.placeholder(name)}::${sql.raw(type)})::${sql.raw(type)}`

interface JsonPreparable<Value> extends Preparable<{ json: Value }[]> {
  toSQL(): { sql: string; params: unknown[] }
}

/**
 * A short statement whose rows are one JSON value each, the column `json`; answers the values. The database has made
 * them whole, so there is nothing to map, and where the driver can it is sent without drizzle in between: on the hottest
 * paths that costs as much as everything else around the query.
 */
export function jsonStatement<Value>(name: string, build: (db: Database) => JsonPreparable<Value>) {
  const general = statement(name, build)
  let known: { text: string; params: unknown[] } | undefined
  return (db: Database, values: Record<string, unknown> = {}): Promise<Value[]> => {
    const run = runners().get(db)
    if (!run) return general(db, values).then((rows) => rows.map(({ json }) => json))
    if (!known) {
      const { sql, params } = build(db).toSQL()
      known = { text: sql, params }
    }
    const given = known.params.map((param) => (is(param, Placeholder) ? values[param.name] : param))
    return run<Value>({ name, text: known.text, values: given })
  }
}
