import { eq, getTableColumns, sql } from 'drizzle-orm'
import { oper_log } from '@/db/schema/log'
import { endpoint, permission } from '@/lib/api/endpoint'
import { newestList, within } from '@/lib/api/list'
import * as example from './example'
import { LoggedOperationPage, LoggedOperationQuery } from './schema'

export const listOperations = endpoint({
  method: 'GET',
  path: '/cms/oper_log',
  summary: 'Operation log',
  description: 'What staff changed or tried to change, and what they exported. Newest first.',
  access: permission('cms.oper_log.list'),
  query: LoggedOperationQuery,
  output: LoggedOperationPage,
  csv: 'operation-log',
  example: {
    query: { module: 'config', success: 'true' },
    output: { items: [example.operation], page: 1, size: 10, total: 1, next_cursor: null },
  },
  handle: ({ db, query }) => list(db, query),
})

const { user_id, username, updated_at, ...own } = getTableColumns(oper_log)
const columns = { ...own, user: { id: user_id, username } }

const list = newestList('oper_log', {
  table: oper_log,
  query: LoggedOperationQuery,
  filters: {
    user_id: eq(oper_log.user_id, sql.placeholder('user_id')),
    module: eq(oper_log.module, sql.placeholder('module')),
    action: eq(oper_log.action, sql.placeholder('action')),
    success: eq(oper_log.success, sql.placeholder('success')),
    q: eq(oper_log.request_id, sql.placeholder('q')),
    ...within(oper_log),
  },
  rows: (db, { where, orderBy, limit, offset }) =>
    db
      .select(columns)
      .from(oper_log)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
})
