import { or, type Placeholder, sql } from 'drizzle-orm'
import { z } from 'zod'
import { oper_log } from '@/db/schema/log'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { hasPart, hitsOf } from '@/lib/kit/api/rows/hits'
import { contains, newestList, within } from '@/lib/kit/api/rows/list'
import type { Database } from '@/lib/kit/database'
import * as example from './example'
import { linesInWords } from './file'
import { columns, shownPage } from './rows'
import { LoggedOperationPage, LoggedOperationQuery } from './schema'

/** Searches nickname and user name. */
const staffCalled = (q: Placeholder) => sql`
  select u.id from "user" u left join identity i on i.user_id = u.id and i.type = 100
  where u.kind in ('staff', 'key') and (${contains(sql`u.nickname`, q)} or ${contains(sql`i.identifier`, q)})`

/** `7` and `#7` both find the record 7. */
const numberIn = (q: Placeholder) => sql`ltrim(${q}::text, '#')`

const findHits = hitsOf('oper_log_hits', (q, limit) => [
  sql`select id from oper_log where request_id = ${q}::text`,
  sql`select id from oper_log where target_id = ${numberIn(q)} ${limit}`,
  sql`select id from oper_log where ${hasPart(sql`target_name`, q)} ${limit}`,
  sql`select id from oper_log where user_id = any(array(${staffCalled(q)})) ${limit}`,
])

const Listed = LoggedOperationQuery.omit({ q: true }).extend({
  /** Rows that match `q`. */
  ids: z.array(z.int()).optional(),
  /** `q`, if too many rows match to list their ids. */
  often: z.string().optional(),
})

const often = sql.placeholder('often')
const list = newestList('oper_log', {
  table: oper_log,
  query: Listed,
  columns,
  filters: {
    user_id: oper_log.user_id,
    module: oper_log.module,
    action: oper_log.action,
    success: oper_log.success,
    ids: sql`${oper_log.id} = any(${sql.placeholder('ids')}::int[])`,
    often: or(
      sql`${oper_log.request_id} = ${often}::text`,
      sql`${oper_log.target_id} = ${numberIn(often)}`,
      contains(oper_log.target_name, often),
      sql`${oper_log.user_id} = any(array(${staffCalled(often)}))`,
    ),
    ...within(oper_log),
  },
})

async function listOperationsOf(db: Database, { q, ...query }: z.output<typeof LoggedOperationQuery>) {
  if (q === undefined) return list({ db, query })
  const [hits] = await findHits(db, { q })
  return list({ db, query: { ...query, ...(hits ? { ids: hits } : { often: q }) } })
}

export const listOperations = endpoint({
  method: 'GET',
  path: '/cms/oper_log',
  summary: 'List the audit log',
  description:
    'Changes, refused changes and exports by staff. Newest first. A file with labels and without columns has each operation as a sentence, with the changes and the reason of a refusal in words.',
  access: permission('cms.oper_log.list'),
  query: LoggedOperationQuery,
  output: LoggedOperationPage,
  csv: {
    name: 'operation-log',
    permission: 'cms.oper_log.export',
    texts: 'oper_log',
    labels: {
      created_at: 'time',
      user: 'actor',
      success: 'result',
      target_name: 'target',
      path: 'request',
      user_agent: 'browser',
    },
    inWords: linesInWords,
  },
  example: {
    query: { module: 'config', success: 'true' },
    output: { items: [example.operation], page: 1, size: 10, total: 1, next_cursor: null },
  },
  handle: async ({ db, query, caller }) => shownPage(db, await listOperationsOf(db, query), caller),
})
