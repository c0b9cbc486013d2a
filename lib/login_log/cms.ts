import { getTableColumns, sql } from 'drizzle-orm'
import type { PersonKind } from '@/db/enums'
import { login_log } from '@/db/schema/log'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { newestList, within } from '@/lib/kit/api/rows/list'
import * as example from './example'
import { LoginPage, LoginQuery } from './schema'

const { updated_at, ...own } = getTableColumns(login_log)
const columns = {
  ...own,
  user_kind: sql<PersonKind | null>`(select u.kind from "user" u where u.id = ${login_log.user_id} and u.deleted_at is null)`,
  nickname: sql<
    string | null
  >`(select u.nickname from "user" u where u.id = ${login_log.user_id} and u.deleted_at is null)`,
}

const list = newestList('login_log', {
  table: login_log,
  query: LoginQuery,
  columns,
  filters: {
    account: sql`${login_log.account} in (${sql.placeholder('account')}::text, phone_key(${sql.placeholder('account')}::text))`,
    user_id: login_log.user_id,
    success: login_log.success,
    ...within(login_log),
  },
})

export const listLogins = endpoint({
  method: 'GET',
  path: '/cms/login_log',
  summary: 'List the sign-in log',
  description: 'All attempts to sign in, by staff and customers. Newest first.',
  access: permission('cms.login_log.list'),
  query: LoginQuery,
  output: LoginPage,
  csv: {
    name: 'login-log',
    permission: 'cms.login_log.export',
    texts: 'login_log',
    labels: { created_at: 'time', nickname: 'csv.nickname', success: 'result', user_agent: 'browser' },
    values: { type: 'types', reason: 'reasons' },
  },
  example: {
    query: { account: 'manager' },
    output: { items: [example.login], page: 1, size: 10, total: 1, next_cursor: null },
  },
  handle: list,
})
