import { z } from 'zod'
import { line, moment, momentInput } from '@/lib/kit/api/endpoint/fields'
import type { Settings } from './registry'

/** A period in which the shop takes no orders, also in the future or over. null: none. */
export const closingSetting = () =>
  z
    .strictObject({ from: momentInput, until: momentInput, message: line(0, 200) })
    .refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
      error: 'This must be after from.',
      params: { code: 'before_start' },
      path: ['until'],
      when: ({ issues }) => issues.length === 0,
    })
    .nullable()

export type StoredClosing = z.output<ReturnType<typeof closingSetting>>

export const Closing = z
  .object({
    from: moment,
    until: moment.meta({ description: 'The first moment in which orders are taken again' }),
    message: z.string().meta({ description: 'What the shop tells its customers; plain text, may be empty' }),
  })
  .meta({ id: 'Closing' })

/** Also of the future; null once over. `at`: in milliseconds. */
export const closingAhead = (closing: StoredClosing, at: number) =>
  closing && at < Date.parse(closing.until) ? closing : null

/** null if the shop is open. `at`: in milliseconds. */
export const closingNow = (closing: StoredClosing, at: number) =>
  closing && Date.parse(closing.from) <= at ? closingAhead(closing, at) : null

/** null: deadlines of the shop do not depend on its closing. */
export const movingClosing = (settings: Settings): StoredClosing =>
  settings['shop.closed_moves_deadlines'] ? settings['shop.closed'] : null

/** In milliseconds: `by` of the time in which the shop is open after `at`. */
export function openAfter(closing: StoredClosing, at: number, by: number): number {
  const [from, until] = boundsOf(closing)
  const start = Math.max(at, from)
  return start < until && at + by > start ? at + by + until - start : at + by
}

/** The inverse of {@link openAfter}: starts before it have a deadline, `by` after them, that is over at `at`. */
export function openBefore(closing: StoredClosing, at: number, by: number): number {
  const [from, until] = boundsOf(closing)
  // While the shop is closed, a deadline at its last open moment is over, too.
  if (from < at && at <= until) return from - by + 1
  const end = Math.min(at, until)
  return from < end && at - by <= end ? at - by - (end - from) : at - by
}

/** How long the shop is open between `at` and `later`. */
export function openBetween(closing: StoredClosing, at: number, later: number): number {
  const [from, until] = boundsOf(closing)
  return later - at - Math.max(0, Math.min(later, until) - Math.max(at, from))
}

const boundsOf = (closing: StoredClosing): [number, number] =>
  closing ? [Date.parse(closing.from), Date.parse(closing.until)] : [0, 0]
