import { eq, getTableColumns, sql } from 'drizzle-orm'
import { login_log } from '@/db/schema/log'
import { endpoint, permission } from '@/lib/api/endpoint'
import { newestList, within } from '@/lib/api/list'
import * as example from './example'
import { LoginPage, LoginQuery } from './schema'

export const listLogins = endpoint({
  method: 'GET',
  path: '/cms/login_log',
  summary: 'Login log',
  description: 'Every attempt to log in, of staff and customers. Newest first.',
  access: permission('cms.login_log.list'),
  query: LoginQuery,
  output: LoginPage,
  csv: 'login-log',
  example: {
    query: { account: 'manager' },
    output: { items: [example.login], page: 1, size: 10, total: 1, next_cursor: null },
  },
  handle: ({ db, query }) => list(db, query),
})

const { updated_at, ...columns } = getTableColumns(login_log)

const list = newestList('login_log', {
  table: login_log,
  query: LoginQuery,
  filters: {
    account: eq(login_log.account, sql.placeholder('account')),
    user_id: eq(login_log.user_id, sql.placeholder('user_id')),
    success: eq(login_log.success, sql.placeholder('success')),
    ...within(login_log),
  },
  rows: (db, { where, orderBy, limit, offset }) =>
    db
      .select(columns)
      .from(login_log)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
})
