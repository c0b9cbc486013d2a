import { sql } from 'drizzle-orm'

/** Of a promotion `d` without coupons. */
export const isRunning = sql.raw('d.enabled and d.coupon_source is null and d.starts_at <= now() and d.ends_at > now()')

/** 1: a promotion without coupons runs, or a deal. One look-up in an index of those that have not ended. */
export const promotionForm = sql`(exists (select from promotion d where ${isRunning}))::int`

export const dealForm = sql`(exists (select from promotion d where ${isRunning} and d.gives = 'deal'))::int`

type Read<Row, Values extends unknown[]> = (...values: Values) => Promise<Row[]>

/**
 * One statement in several forms, each with more parts for promotions than the one before. Every row has as `form` the
 * index of the form that suffices. Begins with the form that sufficed last, and reads again if more is needed, so that
 * nothing depends on what this process remembers.
 */
export function inForms<Row extends { form: number }, Values extends unknown[]>(
  forms: Read<Row, Values>[],
): Read<Row, Values> {
  let expected = 0
  return async (...values) => {
    for (let at = expected; ; ) {
      const rows = (await forms[at]?.(...values)) ?? []
      const form = Math.max(0, ...rows.map((row) => row.form))
      if (form <= at) {
        expected = form
        return rows
      }
      at = form
    }
  }
}
