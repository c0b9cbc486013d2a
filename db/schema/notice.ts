import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { publicationStatuses } from './article'
import { moment, oneOf, versioned } from './columns'

export const audiences = ['staff', 'customer', 'all'] as const

export const notice = pgTable(
  'notice',
  {
    ...versioned,
    /** 1 notice, 2 announcement. */
    type: integer().notNull().default(1),
    audience: text({ enum: audiences }).notNull().default('all'),
    title: text().notNull(),
    /** HTML, sanitised when it is written. */
    content: text().notNull().default(''),
    status: text({ enum: publicationStatuses }).notNull().default('draft'),
    published_at: moment(),
    starts_at: moment(),
    ends_at: moment(),
  },
  (t) => [
    check('notice_type', sql`${t.type} in (1, 2)`),
    oneOf('notice_audience', t.audience, audiences),
    oneOf('notice_status', t.status, publicationStatuses),
    index('notice_published').on(t.published_at, t.id).where(sql`status = 'published'`),
  ],
)
