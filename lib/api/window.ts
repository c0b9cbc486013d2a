import { momentInput } from './fields'
import { invalid } from './problem'

/** The period in which something is shown; null means no limit. */
export const windowFields = { starts_at: momentInput.nullable(), ends_at: momentInput.nullable() }

type End = Date | string | null | undefined

/** Throws a 400 if the window does not end after its start. For a change, pass the record as it would become. */
export function requireWindow({ starts_at, ends_at }: { starts_at?: End; ends_at?: End }): void {
  if (starts_at && ends_at && new Date(ends_at) <= new Date(starts_at)) {
    throw invalid('body', 'ends_at', 'before_start', 'This must be after starts_at.')
  }
}
