import { z } from 'zod'
import { fileUrl, id, moment, safeHtml } from '@/lib/api/fields'
import { pageOf, pageQuery } from '@/lib/api/page'

const article = {
  id,
  type: z.int().meta({ description: '1 common, 2 company, 3 industry' }),
  title: z.string(),
  summary: z.string(),
  image_url: fileUrl.nullable(),
  author: z.string(),
  published_at: moment,
}

export const ArticleSummary = z.object(article).meta({ id: 'ArticleSummary' })
export const Article = z.object({ ...article, content: safeHtml }).meta({ id: 'Article' })
export const ArticlePage = pageOf(ArticleSummary)
export const ArticleQuery = z.object({
  ...pageQuery,
  type: z
    .enum(['1', '2', '3'])
    .transform(Number)
    .optional()
    .meta({ type: 'integer', enum: [1, 2, 3], description: '1 common, 2 company, 3 industry' }),
})
