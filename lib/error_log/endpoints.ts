import { eq, getTableColumns, sql } from 'drizzle-orm'
import { error_log } from '@/db/schema/log'
import { endpoint, permission } from '@/lib/api/endpoint'
import { idParams } from '@/lib/api/fields'
import { newestList } from '@/lib/api/list'
import { problem } from '@/lib/api/problem'
import { refuseStale } from '@/lib/api/version'
import * as example from './example'
import { LoggedError, LoggedErrorChanges, LoggedErrorPage, LoggedErrorQuery } from './schema'

export const listErrors = endpoint({
  method: 'GET',
  path: '/cms/log/error',
  summary: 'Error log',
  description: 'Unexpected failures, one entry for all that are alike. The latest occurrence first.',
  access: permission('cms.error_log.list'),
  query: LoggedErrorQuery,
  output: LoggedErrorPage,
  csv: 'error-log',
  example: {
    query: { status: 'new' },
    output: { items: [example.loggedError], page: 1, size: 10, total: 1, next_cursor: null },
  },
  handle: ({ db, query }) => list(db, query),
})

export const updateError = endpoint({
  method: 'PUT',
  path: '/cms/log/error/{id}',
  summary: 'Set an error aside, or take it up again',
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
  async handle({ db, params, body: { version, ...values }, caller, record }) {
    const [before] = await db.select().from(error_log).where(eq(error_log.id, params.id)).for('update')
    if (!before) throw problem('not_found', { detail: 'There is no such error.' })
    await refuseStale(db, before, version)
    const [after] = await db
      .update(error_log)
      .set({ ...values, version: sql`${error_log.version} + 1`, updated_by: caller.user_id })
      .where(eq(error_log.id, before.id))
      .returning()
    if (!after) throw new Error('a locked error is gone')
    record.audit({ target: ['error_log', before.id], as: LoggedError, before, after })
    return after
  },
})

const { created_at, updated_at, updated_by, ...columns } = getTableColumns(error_log)

const list = newestList('error_log', {
  table: error_log,
  query: LoggedErrorQuery,
  latest: error_log.last_at,
  filters: {
    status: eq(error_log.status, sql.placeholder('status')),
    from: sql`${error_log.last_at} >= ${sql.placeholder('from')}::timestamptz`,
    to: sql`${error_log.last_at} < ${sql.placeholder('to')}::timestamptz`,
    q: sql`${error_log.request_ids} @> array[${sql.placeholder('q')}::text]`,
  },
  rows: (db, { where, orderBy, limit, offset }) =>
    db
      .select(columns)
      .from(error_log)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
})
