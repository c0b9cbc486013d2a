import { type SQL, sql } from 'drizzle-orm'
import { bigint, check, integer, type PgColumn, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

/** A point in time, in milliseconds: a JavaScript `Date` would lose finer digits. */
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

/** For records that the admin edits: the version prevents an outdated form from overwriting a newer change. */
export const versioned = {
  ...identified,
  version: integer().notNull().default(1),
  /** The user who made the last change; null: the system. No foreign key, because the row outlives the user. */
  updated_by: integer(),
}

/** An amount in fen. 64 bits, because the total of an order (50 items of up to 999 pieces) can exceed 32 bits. */
export const fen = () => bigint({ mode: 'number' })

/** HTML that is safe to display. Only `lib/kit/html/clean.ts` creates this type, so other text cannot be stored. */
export type CleanHtml = string & z.core.$brand<'CleanHtml'>
export const html = () => text().$type<CleanHtml>().notNull().default(sql`''`)

/** A check constraint with the allowed values of a column, because drizzle checks them only at compile time. */
export function oneOf(name: string, column: PgColumn, values: readonly (string | number)[]) {
  const list: SQL[] = values.map((value) => sql.raw(typeof value === 'number' ? `${value}` : `'${value}'`))
  return check(name, sql`${column} in (${sql.join(list, sql`, `)})`)
}

/** API fields by the name of their constraint; filled while the tables are declared. */
const declaredFields = new Map<string, string>()
export const declaredFieldOf = (constraint: string) => declaredFields.get(constraint)

/**
 * Declares the API field of a constraint, where it differs from the constraint's last column, and returns the
 * constraint's name: `unique(about('account', 'identity_type_identifier'))`. A taken value is refused at this field.
 */
export function about(field: string, constraint: string): string {
  declaredFields.set(constraint, field)
  return constraint
}

/**
 * The unique index of a name: names that differ only in case, width or the writing of a letter with its mark are one
 * name. `within`: the columns within whose values a name is unique.
 */
export const uniqueFolded = (table: string, name: PgColumn, ...within: (PgColumn | SQL)[]) =>
  uniqueIndex(about('name', `${table}_folded_name`)).on(sql`folded(${name})`, ...within)
