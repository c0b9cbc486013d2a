import { z } from 'zod'
import { line, moment, momentInput } from '@/lib/kit/api/endpoint/fields'

/**
 * Returns the schema of the setting `shop.closed`: a period in which the shop takes no orders. null: no such period.
 * The period may be in the future or over.
 */
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

type StoredClosing = z.output<ReturnType<typeof closingSetting>>

/** A period in which the shop takes no orders, in responses. */
export const Closing = z
  .object({
    from: moment,
    until: moment.meta({ description: 'The first moment in which orders are taken again' }),
    message: z.string().meta({ description: 'What the shop tells its customers; plain text, may be empty' }),
  })
  .meta({ id: 'Closing' })

/** Returns the closing of the shop if a closing is set and not over at `at`, else null. `at`: in milliseconds. */
export const closingAhead = (closing: StoredClosing, at: number) =>
  closing && at < Date.parse(closing.until) ? closing : null

/** Returns the closing of the shop if the shop is closed at `at`, else null. `at`: in milliseconds. */
export const closingNow = (closing: StoredClosing, at: number) =>
  closing && Date.parse(closing.from) <= at ? closingAhead(closing, at) : null
