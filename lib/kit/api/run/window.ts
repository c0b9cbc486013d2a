import { momentInput } from '../endpoint/fields'
import { invalid } from '../endpoint/problem'

/** null: from the beginning, or without end. */
export const windowFields = { starts_at: momentInput.nullable(), ends_at: momentInput.nullable() }

type End = Date | string | null | undefined

interface Window {
  starts_at?: End
  ends_at?: End
}

/** false if the start or the end is missing. */
export const isBeforeStart = ({ starts_at, ends_at }: Window): boolean =>
  Boolean(starts_at && ends_at && new Date(ends_at) <= new Date(starts_at))

/** 400. For an update, pass the stored record with the changed values. */
export function requireWindow(window: Window): void {
  if (isBeforeStart(window)) throw invalid('body', 'ends_at', 'before_start', 'This must be after starts_at.')
}
