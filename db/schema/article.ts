import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, oneOf, versioned } from './columns'

export const publicationStatuses = ['draft', 'published', 'offline'] as const

export const article = pgTable(
  'article',
  {
    ...versioned,
    /** 1 common, 2 company, 3 industry. */
    type: integer().notNull().default(1),
    title: text().notNull(),
    summary: text().notNull().default(''),
    /** HTML, sanitised when it is written. */
    content: text().notNull().default(''),
    image_url: text(),
    author: text().notNull().default(''),
    status: text({ enum: publicationStatuses }).notNull().default('draft'),
    published_at: moment(),
  },
  (t) => [
    check('article_type', sql`${t.type} in (1, 2, 3)`),
    oneOf('article_status', t.status, publicationStatuses),
    index('article_published').on(t.published_at, t.id).where(sql`status = 'published'`),
  ],
)
