import { type SQL, sql } from 'drizzle-orm'
import { bigint, check, index, integer, type PgColumn, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

/** In milliseconds: a JavaScript `Date` would lose finer digits. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })

/** Drizzle sets `updated_at` in updates through its query builder, not in raw SQL. */
export const times = {
  created_at: moment().notNull().defaultNow(),
  updated_at: moment()
    .notNull()
    .defaultNow()
    .$onUpdate(() => sql`now()`),
}

export const identified = { id: integer().primaryKey().generatedAlwaysAsIdentity(), ...times }

/** `version` prevents an outdated form from overwriting a newer change. */
export const versioned = {
  ...identified,
  version: integer().notNull().default(1),
  /** null: the system. No foreign key: the row outlives the user. */
  updated_by: integer(),
}

/** The number that another system, such as an ERP, has for the row. */
export const external = { external_id: text() }

/** Words by which staff find rows. */
export const tagged = {
  tags: text().array().notNull().default(sql`'{}'`),
}

/** Without rows that have no tags, so that they are written without it. */
export const indexOfTags = (table: string, tags: PgColumn) =>
  index(`${table}_tags`).using('gin', tags).with({ fastupdate: false }).where(sql`tags <> '{}'`)

/** 64 bits: the total of an order (50 items of up to 999 pieces) can exceed 32 bits. */
export const fen = () => bigint({ mode: 'number' })

/** Only `lib/kit/html/clean.ts` creates values of this type, so no other text can be stored. */
export type CleanHtml = string & z.core.$brand<'CleanHtml'>
export const html = () => text().$type<CleanHtml>().notNull().default(sql`''`)

/** Drizzle's `enum` checks the values only at compile time. */
export function oneOf(name: string, column: PgColumn, values: readonly (string | number)[]) {
  const list: SQL[] = values.map((value) => sql.raw(typeof value === 'number' ? `${value}` : `'${value}'`))
  return check(name, sql`${column} in (${sql.join(list, sql`, `)})`)
}

/** Filled while the tables are declared. */
const declaredFields = new Map<string, string>()
export const declaredFieldOf = (constraint: string) => declaredFields.get(constraint)

/** Declares the API field in errors, if not the last column of the constraint. Returns the constraint's name. */
export function about(field: string, constraint: string): string {
  declaredFields.set(constraint, field)
  return constraint
}

/** Ignores case, width and accent encoding. `within`: the name is unique among rows with equal values of these. */
export const uniqueFolded = (table: string, name: PgColumn, ...within: (PgColumn | SQL)[]) =>
  uniqueIndex(about('name', `${table}_folded_name`)).on(sql`folded(${name})`, ...within)
