import { z } from 'zod'

const Column = z.object({
  type: z.string(),
  notNull: z.boolean(),
  default: z.unknown().optional(),
  identity: z.unknown().optional(),
  generated: z.unknown().optional(),
})

/** A schema, as drizzle-kit keeps one beside every migration. */
export const Snapshot = z.object({
  tables: z.record(z.string(), z.object({ name: z.string(), columns: z.record(z.string(), Column) })),
})
export type Snapshot = z.output<typeof Snapshot>

/**
 * What a migration takes away from code that was written for the schema before it, which still runs while the new one
 * starts: tables and columns that are gone, columns of another type, and values that are required now. Empty: it only
 * adds.
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
