import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { audiences, type NoticeType, noticeTypes, publicationStatuses } from '../enums'
import { html, moment, oneOf, versioned } from './columns'

export const notice = pgTable(
  'notice',
  {
    ...versioned,
    type: integer().$type<NoticeType>().notNull().default(1),
    audience: text({ enum: audiences }).notNull().default('all'),
    title: text().notNull(),
    content: html(),
    /** Listed before the others. */
    pinned: boolean().notNull().default(false),
    status: text({ enum: publicationStatuses }).notNull().default('draft'),
    /** When it was first published. */
    published_at: moment(),
    starts_at: moment(),
    ends_at: moment(),
  },
  (t) => [
    oneOf('notice_type', t.type, noticeTypes),
    oneOf('notice_audience', t.audience, audiences),
    oneOf('notice_status', t.status, publicationStatuses),
    index('notice_published').on(t.published_at, t.id).where(sql`status = 'published'`),
  ],
)
