import { z } from 'zod'
import { id, line, moment, momentInput, pathId, queryBoolean } from '@/lib/kit/api/endpoint/fields'
import { cursorPageOf, cursorQuery, listFileQuery } from '@/lib/kit/api/endpoint/page'
import { InvalidParam } from '@/lib/kit/api/endpoint/problem-document'

const fields = z.record(z.string(), z.unknown()).nullable()

const Referred = z.object({
  field: z.string().meta({ description: 'The field of `before` or `after` that holds the id' }),
  id,
  name: z.string(),
  name_en: z.string().meta({ description: 'Empty: `name` is used in both languages' }),
})

export const LoggedOperation = z
  .object({
    id,
    created_at: moment,
    request_id: z.string(),
    user: z.object({
      id: id.nullable().meta({ description: 'null: the system, which acted at a time that staff had set' }),
      username: z.string().meta({ description: 'The user name at that time' }),
      nickname: z.string().nullable().meta({ description: 'What they are called now; null for the system' }),
      is_key: z.boolean().meta({ description: 'Whether it was an API key' }),
    }),
    module: z.string(),
    permission_code: z.string().nullable(),
    action: z.string().meta({ description: 'The verb of the permission; export for a list as a file' }),
    method: z.string(),
    path: z.string(),
    target_type: z.string().nullable(),
    target_id: z.string().nullable(),
    target_name: z
      .string()
      .nullable()
      .meta({ description: 'Its name at that time; of orders and return requests, the number' }),
    before: fields.meta({ description: 'For a change, only the changed fields; null for a creation' }),
    after: fields.meta({ description: 'null for a deletion, and if nothing was changed' }),
    referred: z
      .array(Referred)
      .meta({ description: 'What the records whose ids are in `before` and `after` are called now' }),
    params: fields.meta({ description: 'The parameters and body of the request, without what must not be logged' }),
    status: z.int(),
    code: z.string().nullable().meta({ description: 'The problem code of a refusal' }),
    invalid_params: z.array(InvalidParam).meta({ description: 'The invalid parts of a refused request, at most 20' }),
    success: z.boolean(),
    duration_ms: z.int(),
    ip: z.string(),
    user_agent: z.string(),
  })
  .meta({ id: 'LoggedOperation' })

export const LoggedOperationPage = cursorPageOf(LoggedOperation)

export const LoggedOperationQuery = z.object({
  ...cursorQuery,
  ...listFileQuery(LoggedOperationPage),
  user_id: pathId.optional(),
  module: line(1, 64).optional(),
  action: line(1, 64).optional(),
  success: queryBoolean.optional(),
  from: momentInput.optional(),
  to: momentInput.optional(),
  q: line(1, 64).optional().meta({
    description:
      'Part of the name of a record, such as an order_no; the id of a record, as 7 or #7; part of the name of who did it; or a whole request ID',
  }),
})

export const HistoryEntry = LoggedOperation.pick({
  id: true,
  created_at: true,
  user: true,
  module: true,
  action: true,
  target_name: true,
  before: true,
  after: true,
  referred: true,
}).meta({ id: 'HistoryEntry' })

export const HistoryPage = cursorPageOf(HistoryEntry)

export const HistoryQuery = z.object(cursorQuery)
