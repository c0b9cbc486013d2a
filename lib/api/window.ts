import { momentInput } from './fields'
import { invalid } from './problem'

/** From when to when something is shown; null: from the beginning, without an end. */
export const windowFields = { starts_at: momentInput.nullable(), ends_at: momentInput.nullable() }

type End = Date | string | null | undefined

/** Throws a 400 where the window ends before it begins. Of a change, give the record as it would be. */
export function requireWindow({ starts_at, ends_at }: { starts_at?: End; ends_at?: End }): void {
  if (starts_at && ends_at && new Date(ends_at) <= new Date(starts_at)) {
    throw invalid('body', 'ends_at', 'before_start', 'This must be after starts_at.')
  }
}
