import { and, inArray, sql } from 'drizzle-orm'
import { notice } from '@/db/schema/notice'
import { anybody, endpoint } from '@/lib/api/endpoint'
import { pageList } from '@/lib/api/list'
import { totalCap } from '@/lib/api/page'
import { noticePage } from './example'
import { NoticePage, NoticeQuery } from './schema'

/** Written as literals, so that a prepared statement can use the index of published notices. */
const forCustomersNow = and(
  sql`${notice.status} = 'published' and ${notice.published_at} <= now()`,
  inArray(notice.audience, ['customer', 'all']),
  sql`(${notice.starts_at} is null or ${notice.starts_at} <= now())`,
  sql`(${notice.ends_at} is null or ${notice.ends_at} > now())`,
)

export const listNotices = endpoint({
  method: 'GET',
  path: '/v1/notice',
  summary: 'List notices for customers',
  description: 'Published notices within their time window: pinned ones first, then the newest.',
  access: anybody,
  query: NoticeQuery,
  output: NoticePage,
  example: { output: noticePage },
  handle: pageList('notices', {
    table: notice,
    query: NoticeQuery,
    columns: {
      id: notice.id,
      type: notice.type,
      title: notice.title,
      content: notice.content,
      published_at: sql<Date>`${notice.published_at}`.mapWith(notice.published_at),
    },
    base: forCustomersNow,
    filters: {},
    order: '-pinned,-published_at',
    cap: totalCap,
  }),
})
