import { z } from 'zod'
import { id, line, moment, momentInput, pathId, queryBoolean } from '@/lib/api/fields'
import { cursorPageOf, exportQuery } from '@/lib/api/page'

const fields = z.record(z.string(), z.unknown()).nullable()

export const LoggedOperation = z
  .object({
    id,
    created_at: moment,
    request_id: z.string(),
    user: z.object({ id, username: z.string().meta({ description: 'As it was then' }) }),
    module: z.string(),
    permission_code: z.string().nullable(),
    action: z.string().meta({ description: 'The verb of the permission point; export for a list as a file' }),
    method: z.string(),
    path: z.string(),
    target_type: z.string().nullable(),
    target_id: z.string().nullable(),
    before: fields.meta({ description: 'Of a change only the fields that changed; null where something was created' }),
    after: fields.meta({ description: 'null where something was deleted, and where nothing was done' }),
    params: fields.meta({ description: 'What the request said, as far as it may stand in a log' }),
    status: z.int(),
    code: z.string().nullable().meta({ description: 'Of a refusal' }),
    success: z.boolean(),
    duration_ms: z.int(),
    ip: z.string(),
    user_agent: z.string(),
  })
  .meta({ id: 'LoggedOperation' })

export const LoggedOperationPage = cursorPageOf(LoggedOperation)

export const LoggedOperationQuery = z.object({
  ...exportQuery,
  user_id: pathId.optional(),
  module: line(1, 64).optional(),
  action: line(1, 64).optional(),
  success: queryBoolean.optional(),
  from: momentInput.optional(),
  to: momentInput.optional(),
  q: line(1, 64).optional().meta({ description: 'A request id' }),
})
