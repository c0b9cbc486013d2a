import type { Database } from './client'

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
