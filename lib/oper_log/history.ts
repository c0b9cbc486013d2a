import { z } from 'zod'
import { oper_log } from '@/db/schema/log'
import { endpoint, type PermissionCode, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { cursorQuery } from '@/lib/kit/api/endpoint/page'
import { newestList } from '@/lib/kit/api/rows/list'
import * as example from './example'
import { columns, shownPage } from './rows'
import { HistoryPage, HistoryQuery } from './schema'

const list = newestList('history', {
  table: oper_log,
  query: z.object({ ...cursorQuery, target_type: z.string(), target_id: z.string(), success: z.boolean() }),
  columns,
  filters: { target_type: oper_log.target_type, target_id: oper_log.target_id, success: oper_log.success },
})

/** Successful operations from the audit log, also of a deleted record. `record`: the noun in the OpenAPI document. */
export const historyOf = <const R extends string>(resource: R, record: string, code: PermissionCode) =>
  endpoint({
    method: 'GET',
    path: `/cms/${resource}/{id}/history`,
    summary: `Get the history of ${record}`,
    description: 'What staff changed and when, newest first. Refused attempts are in the audit log alone.',
    access: permission(code),
    params: idParams,
    query: HistoryQuery,
    output: HistoryPage,
    example: {
      params: { id: '7' },
      output: { items: [example.historyEntry], page: 1, size: 10, total: 1, next_cursor: null },
    },
    handle: async ({ db, params, query, caller }) =>
      shownPage(
        db,
        await list({ db, query: { ...query, target_type: resource, target_id: String(params.id), success: true } }),
        caller,
      ),
  })
