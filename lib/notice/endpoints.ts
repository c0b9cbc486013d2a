import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { notice } from '@/db/schema/notice'
import { countCapped } from '@/lib/api/count'
import { anybody, endpoint } from '@/lib/api/endpoint'
import { noticePage } from './example'
import { NoticePage, NoticeQuery } from './schema'

const forCustomersNow = and(
  eq(notice.status, 'published'),
  inArray(notice.audience, ['customer', 'all']),
  sql`${notice.published_at} <= now()`,
  sql`(${notice.starts_at} is null or ${notice.starts_at} <= now())`,
  sql`(${notice.ends_at} is null or ${notice.ends_at} > now())`,
)

export const listNotices = endpoint({
  method: 'GET',
  path: '/v1/notice',
  summary: 'Notices for customers',
  description: 'Published ones in their time window, newest first.',
  access: anybody,
  query: NoticeQuery,
  output: NoticePage,
  example: { output: noticePage },
  async handle({ db, query: { page, size } }) {
    const items = await db
      .select({
        id: notice.id,
        type: notice.type,
        title: notice.title,
        content: notice.content,
        published_at: sql<Date>`${notice.published_at}`.mapWith(notice.published_at),
      })
      .from(notice)
      .where(forCustomersNow)
      .orderBy(desc(notice.published_at), desc(notice.id))
      .limit(size)
      .offset((page - 1) * size)
    return { items, page, size, ...(await countCapped(db, notice, forCustomersNow)) }
  },
})
