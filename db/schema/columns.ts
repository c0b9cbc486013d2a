import { type SQL, sql } from 'drizzle-orm'
import { bigint, check, integer, type PgColumn, timestamp } from 'drizzle-orm/pg-core'

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

/** What the back office edits carries a version and who wrote it, so that a stale form cannot overwrite a newer one. */
export const versioned = {
  ...identified,
  version: integer().notNull().default(1),
  /** The user of the last change; no foreign key, because the row outlives him. Null: written by the shop itself. */
  updated_by: integer(),
}

/** An amount of money in fen. Wider than a price: fifty lines of 999 pieces do not fit 32 bits. */
export const fen = () => bigint({ mode: 'number' })

/** The database's own list of allowed values for a text column that drizzle only checks at compile time. */
export function oneOf(name: string, column: PgColumn, values: readonly string[]) {
  const list: SQL[] = values.map((value) => sql.raw(`'${value}'`))
  return check(name, sql`${column} in (${sql.join(list, sql`, `)})`)
}
