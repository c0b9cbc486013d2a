import { type SQL, sql } from 'drizzle-orm'
import { bigint, check, integer, type PgColumn, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

/**
 * Returns a column for a point in time, with a precision of milliseconds: a JavaScript `Date` would lose finer digits.
 */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })

/**
 * The columns `created_at` and `updated_at` of a row. Drizzle sets `updated_at` in every update through its query
 * builder, but not in raw SQL.
 */
export const times = {
  created_at: moment().notNull().defaultNow(),
  updated_at: moment()
    .notNull()
    .defaultNow()
    .$onUpdate(() => sql`now()`),
}

export const identified = { id: integer().primaryKey().generatedAlwaysAsIdentity(), ...times }

/** Columns of records that staff edit. `version` prevents an outdated form from overwriting a newer change. */
export const versioned = {
  ...identified,
  version: integer().notNull().default(1),
  /** The user who made the last change; null: the system. No foreign key: the row is kept when the user is deleted. */
  updated_by: integer(),
}

/**
 * Returns a column for an amount in fen. 64 bits, because the total of an order (50 items of up to 999 pieces) can
 * exceed 32 bits.
 */
export const fen = () => bigint({ mode: 'number' })

/**
 * HTML that is safe to display. Only `lib/kit/html/clean.ts` creates values of this type, so other text cannot be
 * stored in columns of this type.
 */
export type CleanHtml = string & z.core.$brand<'CleanHtml'>
export const html = () => text().$type<CleanHtml>().notNull().default(sql`''`)

/**
 * Returns a check constraint for the allowed values of a column. Drizzle's `enum` checks the values only at compile
 * time.
 */
export function oneOf(name: string, column: PgColumn, values: readonly (string | number)[]) {
  const list: SQL[] = values.map((value) => sql.raw(typeof value === 'number' ? `${value}` : `'${value}'`))
  return check(name, sql`${column} in (${sql.join(list, sql`, `)})`)
}

/** The API fields of constraints, by the name of the constraint. Filled while the tables are declared. */
const declaredFields = new Map<string, string>()
export const declaredFieldOf = (constraint: string) => declaredFields.get(constraint)

/**
 * Declares the API field that errors about a constraint name, and returns the name of the constraint:
 * `unique(about('account', 'identity_type_identifier'))`. Needed only where this field is not the last column of the
 * constraint.
 */
export function about(field: string, constraint: string): string {
  declaredFields.set(constraint, field)
  return constraint
}

/**
 * Returns the unique index of a name. Names are equal if they differ only in case, in the width of characters, or in
 * the encoding of accented letters. `within`: further columns of the index; the name is unique among rows with equal
 * values of these columns.
 */
export const uniqueFolded = (table: string, name: PgColumn, ...within: (PgColumn | SQL)[]) =>
  uniqueIndex(about('name', `${table}_folded_name`)).on(sql`folded(${name})`, ...within)
