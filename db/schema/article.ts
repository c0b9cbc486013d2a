import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { type ArticleType, articleTypes, publicationStatuses } from '@/db/enums'
import { html, identified, moment, oneOf, versioned } from './columns'

export const article = pgTable(
  'article',
  {
    ...versioned,
    type: integer().$type<ArticleType>().notNull().default(1),
    title: text().notNull(),
    summary: text().notNull().default(''),
    content: html(),
    words: integer().notNull().default(0),
    /** The beginning of `content` as text. Shown if the summary is empty. */
    excerpt: text().notNull().default(''),
    image_url: text(),
    author: text().notNull().default(''),
    status: text({ enum: publicationStatuses }).notNull().default('draft'),
    /** The article is shown from this time. */
    published_at: moment(),
  },
  (t) => [
    oneOf('article_type', t.type, articleTypes),
    oneOf('article_status', t.status, publicationStatuses),
    index('article_published').on(t.published_at, t.id).where(sql`status = 'published'`),
  ],
)

/** The newest version always equals `article.content`. */
export const article_version = pgTable(
  'article_version',
  {
    ...identified,
    article_id: integer()
      .notNull()
      .references(() => article.id, { onDelete: 'cascade' }),
    content: html(),
    words: integer().notNull(),
    excerpt: text().notNull(),
    /** null: the system. No foreign key: the version outlives the user. */
    saved_by: integer(),
  },
  (t) => [index('article_version_article').on(t.article_id, t.id)],
)
