import { z } from 'zod'
import { articleTypes, publicationStatuses } from '@/db/enums'
import {
  edits,
  fileUrl,
  html,
  id,
  imageUrlInput,
  line,
  moment,
  momentInput,
  paragraphs,
  queryChoice,
  safeHtml,
} from '@/lib/kit/api/endpoint/fields'
import { changedQuery, pageOf, pageQuery, sortBy } from '@/lib/kit/api/endpoint/page'

const type = z.literal(articleTypes).meta({ description: '1 common, 2 company, 3 industry' })
const status = z.enum(publicationStatuses)

const article = {
  id,
  type,
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

export const PreviewQuery = z.object({
  // Not a `line`, which would be logged.
  preview: z.string().max(200).optional().meta({ description: 'From a preview link of the admin' }),
})

const words = z.int().meta({ description: 'Words of the content; every Chinese or Japanese character counts as one' })

/** Without the content. */
const CmsArticleRow = z
  .object({
    id,
    type,
    title: z.string(),
    image_url: fileUrl.nullable(),
    author: z.string(),
    status,
    words,
    published_at: moment.nullable().meta({ description: 'From when it is shown; a time to come is a schedule' }),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'CmsArticleRow' })

export const CmsArticle = CmsArticleRow.extend({
  summary: z.string(),
  excerpt: z.string().meta({ description: 'The beginning of the content, which readers see if the summary is empty' }),
  content: safeHtml,
}).meta({ id: 'CmsArticle' })
export const RestoredArticle = CmsArticle.extend({
  removed_images: z
    .int()
    .meta({ description: 'Pictures and videos that were left out, because their files were deleted' }),
}).meta({ id: 'RestoredArticle' })
export const CmsArticlePage = pageOf(CmsArticleRow)

export const CmsArticleQuery = z.object({
  ...pageQuery,
  ...changedQuery,
  status: status.optional(),
  type: queryChoice(articleTypes).optional(),
  q: line(1, 64).optional().meta({ description: 'Part of the title or the author' }),
  sort: sortBy(['title', 'type', 'author', 'status', 'words', 'published_at', 'updated_at'], '-updated_at'),
})

const fields = {
  title: line(1, 100),
  type,
  author: line(0, 32),
  summary: paragraphs(0, 300).meta({ description: 'If empty, readers see the beginning of the content' }),
  image_url: imageUrlInput.nullable().meta({ description: 'The cover' }),
  status,
  published_at: momentInput
    .nullable()
    .meta({ description: 'From when it is shown; null: the moment when it is first published' }),
  content: html(200_000).meta({ description: 'A draft may be without; what is published has words or a picture' }),
}

export const ArticleInput = z.strictObject({
  title: fields.title,
  type: fields.type.default(1),
  author: fields.author.default(''),
  summary: fields.summary.default(''),
  image_url: fields.image_url.default(null),
  status: fields.status.default('draft'),
  published_at: fields.published_at.default(null),
  content: fields.content.default(fields.content.parse('')),
})

export const ArticleChanges = edits(fields)

export const maxVersions = 20

/** Without the content. */
export const ArticleVersionRow = z
  .object({
    id,
    words,
    excerpt: z.string(),
    saved_by: z.object({ id, name: z.string() }).nullable().meta({ description: 'null: the system' }),
    created_at: moment,
  })
  .meta({ id: 'ArticleVersionRow' })

export const ArticleVersion = z
  .object({ id, words, content: safeHtml, created_at: moment })
  .meta({ id: 'ArticleVersion' })

export const ArticleRestore = z.strictObject({
  version: z.int().min(1).meta({ description: 'The version of the article that you read' }),
})

export const ArticlePreview = z
  .object({ url: z.string().meta({ format: 'uri' }), expires_at: moment })
  .meta({ id: 'ArticlePreview' })
