import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { declaredFieldOf } from './schema/columns'
import * as tables from './tables'

/** What PostgreSQL can refuse because of another row: a value that is taken, or a reference to nothing. */
export interface Constraint {
  table: string
  /** As PostgreSQL knows it. */
  name: string
  kind: 'primary' | 'unique' | 'reference'
  /** What clients call the value that it speaks of. */
  field: string
}

/** PostgreSQL cuts longer names off. */
const longestName = 63

/** Every unique value and every reference that the tables declare. */
export function constraintsOf(table: PgTable): Constraint[] {
  const { name, columns, primaryKeys, uniqueConstraints, indexes, foreignKeys } = getTableConfig(table)
  const references = foreignKeys.map((one) => ({ name: one.getName(), columns: one.reference().columns }))
  const isLink = primaryKeys.length > 0
  const constraint = (kind: Constraint['kind'], full = '', keys: readonly object[] = []): Constraint => {
    const column = keys.flatMap((key) => ('name' in key && typeof key.name === 'string' ? [key.name] : [])).at(-1) ?? ''
    // What a link table refers to comes in as a list: `group_id` as `group_ids`.
    const isListed = isLink && references.some(({ columns: [one] }) => one?.name === column)
    const field = declaredFieldOf(full) ?? (isListed ? `${column}s` : column)
    return { table: name, name: full.slice(0, longestName), kind, field }
  }
  return [
    ...columns.filter(({ primary }) => primary).map((one) => constraint('primary', `${name}_pkey`, [one])),
    ...primaryKeys.map((one) => constraint('primary', one.getName(), one.columns)),
    ...columns.filter(({ isUnique }) => isUnique).map((one) => constraint('unique', one.uniqueName, [one])),
    ...uniqueConstraints.map((one) => constraint('unique', one.getName(), one.columns)),
    ...indexes.flatMap(({ config }) => (config.unique ? [constraint('unique', config.name, config.columns)] : [])),
    ...references.map((one) => constraint('reference', one.name, one.columns)),
  ]
}

export const allTables = () => Object.values(tables).filter((one) => is(one, PgTable))

let fields: Map<string, string> | undefined

/** Which field of the interface a constraint speaks of; undefined for one that no table declares. */
export function fieldOfConstraint(name: string): string | undefined {
  fields ??= new Map(
    allTables()
      .flatMap(constraintsOf)
      .map((one) => [one.name, one.field]),
  )
  return fields.get(name)
}
