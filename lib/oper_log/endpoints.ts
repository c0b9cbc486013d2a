import { getTableColumns } from 'drizzle-orm'
import { oper_log } from '@/db/schema/log'
import { endpoint, permission } from '@/lib/api/endpoint'
import { newestList, within } from '@/lib/api/list'
import { type GuardedNames, guardedNames, shownOperation } from '@/lib/api/needs'
import * as example from './example'
import { LoggedOperationPage, LoggedOperationQuery } from './schema'

const { user_id, username, updated_at, ...own } = getTableColumns(oper_log)
const columns = { ...own, user: { id: user_id, username } }

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
  csv: 'operation-log',
  example: {
    query: { module: 'config', success: 'true' },
    output: { items: [example.operation], page: 1, size: 10, total: 1, next_cursor: null },
  },
  async handle(context) {
    const [page, names] = await Promise.all([list(context), declaredGuards()])
    if (names.size === 0) return page
    return { ...page, items: page.items.map((row) => shownOperation(row, context.caller, names)) }
  },
})

/** The array of endpoints is imported on use, because it imports every resource. */
async function declaredGuards(): Promise<GuardedNames> {
  const { endpoints } = await import('@/lib/endpoints')
  return guardedNames(endpoints)
}
