import { getTableColumns, sql } from 'drizzle-orm'
import { error_log } from '@/db/schema/log'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { newestList } from '@/lib/kit/api/rows/list'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import * as example from './example'
import { LoggedError, LoggedErrorChanges, LoggedErrorPage, LoggedErrorQuery } from './schema'

const { created_at, updated_at, updated_by, ...columns } = getTableColumns(error_log)

const list = newestList('error_log', {
  table: error_log,
  query: LoggedErrorQuery,
  columns,
  latest: error_log.last_at,
  filters: {
    status: error_log.status,
    from: sql`${error_log.last_at} >= ${sql.placeholder('from')}::timestamptz`,
    to: sql`${error_log.last_at} < ${sql.placeholder('to')}::timestamptz`,
    count_from: sql`${error_log.count} >= ${sql.placeholder('count_from')}`,
    count_to: sql`${error_log.count} <= ${sql.placeholder('count_to')}`,
    q: sql`${error_log.request_ids} @> array[${sql.placeholder('q')}::text]`,
  },
})

const errors = resourceOf(error_log, { as: LoggedError })

export const listErrors = endpoint({
  method: 'GET',
  path: '/cms/log/error',
  summary: 'List the error log',
  description: 'Unexpected errors, with one entry for all occurrences of the same error. Latest occurrence first.',
  access: permission('cms.error_log.list'),
  query: LoggedErrorQuery,
  output: LoggedErrorPage,
  csv: {
    name: 'error-log',
    permission: 'cms.error_log.export',
    texts: 'error_log',
    labels: { path: 'where', request_ids: 'requests' },
    dictionaries: { status: 'error_status' },
    values: { source: 'sources' },
  },
  example: {
    query: { status: 'new' },
    output: { items: [example.loggedError], page: 1, size: 10, total: 1, next_cursor: null },
  },
  handle: list,
})

export const updateError = endpoint({
  method: 'PUT',
  path: '/cms/log/error/{id}',
  summary: 'Change the status of an error',
  description: 'Marks it as resolved, ignored or new. A resolved error that happens again becomes new.',
  access: permission('cms.error_log.update'),
  params: idParams,
  body: LoggedErrorChanges,
  output: LoggedError,
  problems: ['stale_version'],
  example: {
    params: { id: '12' },
    body: { status: 'resolved', version: 1 },
    output: { ...example.loggedError, status: 'resolved', version: 2 },
  },
  handle: errors.update,
})
