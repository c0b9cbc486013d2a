import { and, eq, sql } from 'drizzle-orm'
import { article } from '@/db/schema/article'
import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { totalCap } from '@/lib/kit/api/endpoint/page'
import { pageList } from '@/lib/kit/api/rows/list'
import { found } from '@/lib/kit/api/rows/rows'
import * as example from './example'
import { isPreviewOf } from './preview'
import { Article, ArticlePage, ArticleQuery, PreviewQuery } from './schema'

/** The status is a literal, so that a prepared statement can use the partial index. */
const isPublished = sql`${article.status} = 'published' and ${article.published_at} <= now()`

const columns = {
  id: article.id,
  type: article.type,
  title: article.title,
  summary: sql<string>`coalesce(nullif(${article.summary}, ''), ${article.excerpt})`,
  image_url: article.image_url,
  author: article.author,
  published_at: sql<Date>`${article.published_at}`.mapWith(article.published_at),
}

export const listArticles = endpoint({
  method: 'GET',
  path: '/v1/article',
  summary: 'List published articles',
  description: 'Newest first, without their content.',
  access: everyone,
  query: ArticleQuery,
  output: ArticlePage,
  example: { query: { type: '1' }, output: { items: [example.article], page: 1, size: 10, total: 1 } },
  handle: pageList('articles', {
    table: article,
    query: ArticleQuery,
    columns,
    base: isPublished,
    filters: { type: article.type },
    order: '-published_at',
    cap: totalCap,
  }),
})

export const getArticle = endpoint({
  method: 'GET',
  path: '/v1/article/{id}',
  summary: 'Get a published article',
  description:
    'With its content, as safe HTML. With the token of a preview link, also before it is published; until its time is set, published_at is that of the request.',
  access: everyone,
  params: idParams,
  query: PreviewQuery,
  private_with: 'preview',
  output: Article,
  example: { params: { id: '2' }, output: { ...example.article, content: '<p>其实盖碗不烫人，烫人的多半是水。</p>' } },
  async handle({ db, params, query }) {
    const isPreview = query.preview !== undefined && isPreviewOf(params.id, query.preview)
    const [row] = await db
      .select({
        ...columns,
        published_at: sql<Date>`coalesce(${article.published_at}, now())`,
        content: article.content,
      })
      .from(article)
      .where(and(eq(article.id, params.id), isPreview ? undefined : isPublished))
    return found(row, 'article')
  },
})
