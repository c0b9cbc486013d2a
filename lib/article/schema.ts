import { z } from 'zod'
import { articleTypes } from '@/db/enums'
import { fileUrl, id, moment, queryChoice, safeHtml } from '@/lib/api/fields'
import { pageOf, pageQuery } from '@/lib/api/page'

const article = {
  id,
  type: z.literal(articleTypes).meta({ description: '1 common, 2 company, 3 industry' }),
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
  type: queryChoice(articleTypes).optional().meta({ description: '1 common, 2 company, 3 industry' }),
})
