import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { declaredFieldOf } from './schema/columns'
import * as tables from './tables'

export interface Constraint {
  table: string
  name: string
  kind: 'primary' | 'unique' | 'reference'
  /** Name in the API. */
  field: string
}

/** In bytes. PostgreSQL truncates longer names. */
const maxNameLength = 63

export function constraintsOf(table: PgTable): Constraint[] {
  const { name, columns, primaryKeys, uniqueConstraints, indexes, foreignKeys } = getTableConfig(table)
  const references = foreignKeys.map((key) => ({ name: key.getName(), columns: key.reference().columns }))
  const isLink = primaryKeys.length > 0
  const constraint = (kind: Constraint['kind'], fullName = '', keys: readonly object[] = []): Constraint => {
    const column = keys.flatMap((key) => ('name' in key && typeof key.name === 'string' ? [key.name] : [])).at(-1) ?? ''
    // In the API, the references of a link table are a list: `group_id` becomes `group_ids`.
    const isListed = isLink && references.some(({ columns: [first] }) => first?.name === column)
    const field = declaredFieldOf(fullName) ?? (isListed ? `${column}s` : column)
    return { table: name, name: fullName.slice(0, maxNameLength), kind, field }
  }
  return [
    ...columns.filter(({ primary }) => primary).map((column) => constraint('primary', `${name}_pkey`, [column])),
    ...primaryKeys.map((key) => constraint('primary', key.getName(), key.columns)),
    ...columns.filter(({ isUnique }) => isUnique).map((column) => constraint('unique', column.uniqueName, [column])),
    ...uniqueConstraints.map((key) => constraint('unique', key.getName(), key.columns)),
    ...indexes.flatMap(({ config }) => (config.unique ? [constraint('unique', config.name, config.columns)] : [])),
    ...references.map((key) => constraint('reference', key.name, key.columns)),
  ]
}

export const allTables = () => Object.values<unknown>(tables).filter((table) => is(table, PgTable))

let fields: Map<string, string> | undefined

/** Undefined if no table declares the constraint. */
export function fieldOfConstraint(name: string): string | undefined {
  fields ??= new Map(
    allTables()
      .flatMap(constraintsOf)
      .map(({ name, field }) => [name, field]),
  )
  return fields.get(name)
}
