import { momentInput } from '../endpoint/fields'
import { invalid } from '../endpoint/problem'

/**
 * The fields of a period in which a record is shown. `starts_at` null: shown from the beginning; `ends_at` null: shown
 * without end.
 */
export const windowFields = { starts_at: momentInput.nullable(), ends_at: momentInput.nullable() }

type End = Date | string | null | undefined

interface Window {
  starts_at?: End
  ends_at?: End
}

/** Whether a period ends at or before its start. false if the start or the end is missing. */
export const isBeforeStart = ({ starts_at, ends_at }: Window): boolean =>
  Boolean(starts_at && ends_at && new Date(ends_at) <= new Date(starts_at))

/**
 * Throws a 400 if the period does not end after its start. For an update, pass the stored record with the changed
 * values.
 */
export function requireWindow(window: Window): void {
  if (isBeforeStart(window)) throw invalid('body', 'ends_at', 'before_start', 'This must be after starts_at.')
}
