import { z } from 'zod'
import { errorStatuses } from '@/db/enums'
import { edits, id, line, moment, momentInput, queryInt } from '@/lib/kit/api/endpoint/fields'
import { cursorPageOf, cursorQuery, listFileQuery } from '@/lib/kit/api/endpoint/page'

const status = z.enum(errorStatuses)

export const LoggedError = z
  .object({
    id,
    fingerprint: z.string(),
    source: z.string().meta({ description: 'request, page or job' }),
    name: z.string(),
    message: z.string(),
    stack: z.string(),
    method: z.string(),
    path: z.string(),
    count: z.int(),
    first_at: moment,
    last_at: moment,
    status: status.meta({
      description: 'A resolved error that occurs again becomes new; an ignored one stays ignored',
    }),
    request_ids: z.array(z.string()).meta({ description: 'The latest 20, newest first' }),
    version: z.int(),
  })
  .meta({ id: 'LoggedError' })

export const LoggedErrorPage = cursorPageOf(LoggedError)

export const LoggedErrorQuery = z.object({
  ...cursorQuery,
  ...listFileQuery(LoggedErrorPage),
  status: status.optional(),
  from: momentInput.optional().meta({ description: 'Start of the range for last_at' }),
  to: momentInput.optional(),
  count_from: queryInt(1, 999_999_999).optional().meta({ description: 'It happened at least this often' }),
  count_to: queryInt(1, 999_999_999).optional().meta({ description: 'At most this often' }),
  q: line(1, 64).optional().meta({ description: 'A request ID, one of the latest 20 of an error' }),
})

export const LoggedErrorChanges = edits({ status })
