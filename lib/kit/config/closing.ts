import { z } from 'zod'
import { line, moment, momentInput } from '@/lib/kit/api/endpoint/fields'

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

type StoredClosing = z.output<ReturnType<typeof closingSetting>>

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
