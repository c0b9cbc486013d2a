import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  audiences,
  type NoticeType,
  noticeSources,
  noticeTypes,
  publicationStatuses,
  type SystemNoticeKind,
} from '@/db/enums'
import { about, html, moment, oneOf, versioned } from './columns'
import { user } from './user'

export const notice = pgTable(
  'notice',
  {
    ...versioned,
    type: integer().$type<NoticeType>().notNull().default(1),
    source: text({ enum: noticeSources }).notNull().default('staff'),
    audience: text({ enum: audiences }).notNull().default('all'),
    /** Empty in a system notice, whose text is made from `kind` and `params` in the reader's language. */
    title: text().notNull(),
    content: html(),
    pinned: boolean().notNull().default(false),
    status: text({ enum: publicationStatuses }).notNull().default('draft'),
    published_at: moment(),
    starts_at: moment(),
    ends_at: moment(),
    /** This column and the columns below are null unless the notice is a system notice. */
    kind: text().$type<SystemNoticeKind>(),
    /** Such as the number of a payment. */
    subject: text(),
    /** For the placeholders in the text. */
    params: jsonb().$type<Record<string, string | number>>(),
    /** The admin page where staff can act on the event. */
    link: text(),
    /** Needed to see the notice. */
    permission_code: text(),
  },
  (t) => [
    oneOf('notice_type', t.type, noticeTypes),
    oneOf('notice_source', t.source, noticeSources),
    oneOf('notice_audience', t.audience, audiences),
    oneOf('notice_status', t.status, publicationStatuses),
    check('notice_system_kind', sql`(${t.source} = 'system') = (${t.kind} is not null and ${t.subject} is not null)`),
    check('notice_system_audience', sql`${t.source} = 'staff' or ${t.audience} = 'staff'`),
    index('notice_published').on(t.published_at, t.id).where(sql`status = 'published'`),
    // An event is reported once for each subject, until its notice is withdrawn.
    uniqueIndex(about('status', 'notice_system_open'))
      .on(t.kind, t.subject)
      .where(sql`source = 'system' and status = 'published'`),
    index('notice_system_created').on(t.created_at).where(sql`source = 'system'`),
  ],
)

export const notice_read = pgTable(
  'notice_read',
  {
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    notice_id: integer()
      .notNull()
      .references(() => notice.id, { onDelete: 'cascade' }),
    read_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.notice_id] }),
    index('notice_read_latest').on(t.notice_id, t.read_at, t.user_id),
  ],
)
