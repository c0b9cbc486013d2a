import { oper_log } from '@/db/schema/log'
import { endpoint, permission } from '@/lib/api/endpoint'
import { newestList, within } from '@/lib/api/list'
import * as example from './example'
import { columns, withoutGuarded } from './rows'
import { LoggedOperationPage, LoggedOperationQuery } from './schema'

const list = newestList('oper_log', {
  table: oper_log,
  query: LoggedOperationQuery,
  columns,
  filters: {
    user_id: oper_log.user_id,
    module: oper_log.module,
    action: oper_log.action,
    success: oper_log.success,
    q: oper_log.request_id,
    ...within(oper_log),
  },
})

export const listOperations = endpoint({
  method: 'GET',
  path: '/cms/oper_log',
  summary: 'List the audit log',
  description: 'Changes, refused changes and exports by staff. Newest first.',
  access: permission('cms.oper_log.list'),
  query: LoggedOperationQuery,
  output: LoggedOperationPage,
  csv: {
    name: 'operation-log',
    texts: 'oper_log',
    labels: {
      created_at: 'time',
      user: 'actor',
      success: 'result',
      target_name: 'target',
      path: 'request',
      user_agent: 'browser',
    },
  },
  example: {
    query: { module: 'config', success: 'true' },
    output: { items: [example.operation], page: 1, size: 10, total: 1, next_cursor: null },
  },
  handle: async (context) => withoutGuarded(await list(context), context.caller),
})
