import { momentInput } from '../endpoint/fields'
import { invalid } from '../endpoint/problem'

/** The period in which something is shown; null means no limit. */
export const windowFields = { starts_at: momentInput.nullable(), ends_at: momentInput.nullable() }

type End = Date | string | null | undefined

interface Window {
  starts_at?: End
  ends_at?: End
}

/** Whether the window does not end after its start. */
export const isBeforeStart = ({ starts_at, ends_at }: Window): boolean =>
  Boolean(starts_at && ends_at && new Date(ends_at) <= new Date(starts_at))

/** Throws a 400 if the window does not end after its start. For a change, pass the record as it would become. */
export function requireWindow(window: Window): void {
  if (isBeforeStart(window)) throw invalid('body', 'ends_at', 'before_start', 'This must be after starts_at.')
}
