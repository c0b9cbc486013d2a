import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { type ArticleType, articleTypes, publicationStatuses } from '../enums'
import { html, moment, oneOf, versioned } from './columns'

export const article = pgTable(
  'article',
  {
    ...versioned,
    type: integer().$type<ArticleType>().notNull().default(1),
    title: text().notNull(),
    summary: text().notNull().default(''),
    content: html(),
    image_url: text(),
    author: text().notNull().default(''),
    status: text({ enum: publicationStatuses }).notNull().default('draft'),
    published_at: moment(),
  },
  (t) => [
    oneOf('article_type', t.type, articleTypes),
    oneOf('article_status', t.status, publicationStatuses),
    index('article_published').on(t.published_at, t.id).where(sql`status = 'published'`),
  ],
)
