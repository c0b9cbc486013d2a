import type { z } from 'zod'
import type {
  ArticleInput,
  ArticlePreview,
  ArticleSummary,
  ArticleVersion,
  ArticleVersionRow,
  CmsArticle,
} from './schema'

export const article = {
  id: 2,
  type: 1,
  title: '盖碗怎么端才不烫手',
  summary: '水别太满，手别太紧，倒的时候别犹豫。',
  image_url: '/demo/a-gaiwan-without-burns.webp',
  author: '阿筠',
  published_at: '2026-11-12T01:00:00.000Z',
} satisfies z.input<typeof ArticleSummary>

export const articleInput = {
  title: article.title,
  type: 1,
  author: '阿筠',
  image_url: article.image_url,
  status: 'published',
  content: '<p>其实盖碗不烫人，烫人的多半是水。</p>',
} satisfies z.input<typeof ArticleInput>

const { content, ...rest } = articleInput

export const cmsArticleRow = {
  ...rest,
  id: article.id,
  words: 14,
  published_at: article.published_at,
  created_at: '2026-11-12T00:52:10.400Z',
  updated_at: '2026-11-12T01:00:00.000Z',
  version: 2,
} satisfies Omit<z.input<typeof CmsArticle>, 'summary' | 'excerpt' | 'content'>

export const cmsArticle = {
  ...cmsArticleRow,
  summary: '',
  excerpt: '其实盖碗不烫人，烫人的多半是水。',
  content,
} satisfies z.input<typeof CmsArticle>

export const articleVersionRow = {
  id: 31,
  words: cmsArticle.words,
  excerpt: cmsArticle.excerpt,
  saved_by: { id: 3, name: '阿青' },
  created_at: '2026-11-12T01:00:00.000Z',
} satisfies z.input<typeof ArticleVersionRow>

export const articleVersion = {
  id: 31,
  words: cmsArticle.words,
  content,
  created_at: articleVersionRow.created_at,
} satisfies z.input<typeof ArticleVersion>

const preview = '1794448800.bPq0Rr4SeO2nJwYw0S3cWmT5uXlK8dVvZ1aB9fEhGQk'

export const articlePreview = {
  url: `https://shop.example.com/article/2?preview=${preview}`,
  expires_at: '2026-11-12T02:00:00.000Z',
} satisfies z.input<typeof ArticlePreview>
