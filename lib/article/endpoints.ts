import { and, desc, eq, sql } from 'drizzle-orm'
import { article } from '@/db/schema/article'
import { countCapped } from '@/lib/api/count'
import { anybody, endpoint } from '@/lib/api/endpoint'
import { idParams } from '@/lib/api/fields'
import { problem } from '@/lib/api/problem'
import * as example from './example'
import { Article, ArticlePage, ArticleQuery } from './schema'

const isPublished = and(eq(article.status, 'published'), sql`${article.published_at} <= now()`)

const columns = {
  id: article.id,
  type: article.type,
  title: article.title,
  summary: article.summary,
  image_url: article.image_url,
  author: article.author,
  published_at: sql<Date>`${article.published_at}`.mapWith(article.published_at),
}

export const listArticles = endpoint({
  method: 'GET',
  path: '/v1/article',
  summary: 'Published articles',
  description: 'Newest first, without their content.',
  access: anybody,
  query: ArticleQuery,
  output: ArticlePage,
  example: { query: { type: '1' }, output: { items: [example.article], page: 1, size: 10, total: 1 } },
  async handle({ db, query: { page, size, type } }) {
    const wanted = and(isPublished, type === undefined ? undefined : eq(article.type, type))
    const items = await db
      .select(columns)
      .from(article)
      .where(wanted)
      .orderBy(desc(article.published_at), desc(article.id))
      .limit(size)
      .offset((page - 1) * size)
    return { items, page, size, ...(await countCapped(db, article, wanted)) }
  },
})

export const readArticle = endpoint({
  method: 'GET',
  path: '/v1/article/{id}',
  summary: 'A published article',
  access: anybody,
  params: idParams,
  output: Article,
  example: { params: { id: '2' }, output: { ...example.article, content: '<p>其实盖碗不烫人，烫人的多半是水。</p>' } },
  async handle({ db, params }) {
    const [found] = await db
      .select({ ...columns, content: article.content })
      .from(article)
      .where(and(eq(article.id, params.id), isPublished))
    if (!found) throw problem('not_found', { detail: 'There is no such article.' })
    return found
  },
})
