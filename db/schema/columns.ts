import { type SQL, sql } from 'drizzle-orm'
import { bigint, check, integer, type PgColumn, text, timestamp } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

/** A point in time. Milliseconds, because a JavaScript `Date` has no more: finer ones would not survive a round trip. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })

/** Set by the database on every update that goes through drizzle's builder. */
export const times = {
  created_at: moment().notNull().defaultNow(),
  updated_at: moment()
    .notNull()
    .defaultNow()
    .$onUpdate(() => sql`now()`),
}

export const identified = { id: integer().primaryKey().generatedAlwaysAsIdentity(), ...times }

/** What the admin edits carries a version and who wrote it, so that a stale form cannot overwrite a newer one. */
export const versioned = {
  ...identified,
  version: integer().notNull().default(1),
  /** The user of the last change; no foreign key, because the row outlives him. Null: written by the shop itself. */
  updated_by: integer(),
}

/** An amount of money in fen. Wider than a price: fifty lines of 999 pieces do not fit 32 bits. */
export const fen = () => bigint({ mode: 'number' })

/** HTML that may be shown: only the cleaner (`lib/html/clean.ts`) makes it, so that nothing else can be stored. */
export type CleanHtml = string & z.core.$brand<'CleanHtml'>
export const html = () => text().$type<CleanHtml>().notNull().default(sql`''`)

/** The database's own list of allowed values for a column that drizzle only checks at compile time. */
export function oneOf(name: string, column: PgColumn, values: readonly (string | number)[]) {
  const list: SQL[] = values.map((value) => sql.raw(typeof value === 'number' ? `${value}` : `'${value}'`))
  return check(name, sql`${column} in (${sql.join(list, sql`, `)})`)
}

/** Fields that constraints speak of, by the constraint's name; filled while drizzle evaluates the tables. */
const declaredFields = new Map<string, string>()
export const declaredFieldOf = (constraint: string) => declaredFields.get(constraint)

/**
 * The name of a constraint whose value clients know by another name than its last column: `unique(about('account',
 * 'identity_type_identifier'))`. A taken value is refused at this field.
 */
export function about(field: string, constraint: string): string {
  declaredFields.set(constraint, field)
  return constraint
}
