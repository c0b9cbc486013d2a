import { z } from 'zod'

const Column = z.object({
  type: z.string(),
  notNull: z.boolean(),
  default: z.unknown().optional(),
  identity: z.unknown().optional(),
  generated: z.unknown().optional(),
})

/** A database schema in the form in which drizzle-kit stores it beside every migration. */
export const Snapshot = z.object({
  tables: z.record(z.string(), z.object({ name: z.string(), columns: z.record(z.string(), Column) })),
})
export type Snapshot = z.output<typeof Snapshot>

/**
 * Returns the changes of a migration that break code written for the previous schema: removed tables and columns,
 * columns of another type, and new required values. Such code still runs while the new version starts. Empty: the
 * migration only adds to the schema.
 */
export function narrowings(before: Snapshot, after: Snapshot): string[] {
  return Object.entries(before.tables).flatMap(([key, table]) => {
    const next = after.tables[key]
    if (!next) return [`${table.name} is gone`]
    const known = Object.entries(table.columns).flatMap(([name, column]) => {
      const now = next.columns[name]
      const path = `${table.name}.${name}`
      if (!now) return [`${path} is gone`]
      if (now.type !== column.type) return [`${path} was ${column.type}`]
      return now.notNull && !column.notNull ? [`${path} could be null`] : []
    })
    const required = Object.entries(next.columns).flatMap(([name, { notNull, ...given }]) => {
      const isGiven = given.default !== undefined || given.identity !== undefined || given.generated !== undefined
      return notNull && !isGiven && !table.columns[name] ? [`${table.name}.${name} has no default`] : []
    })
    return [...known, ...required]
  })
}
