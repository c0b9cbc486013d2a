import { getTableColumns } from 'drizzle-orm'
import { z } from 'zod'
import type { PublicationStatus } from '@/db/enums'
import { article } from '@/db/schema/article'
import { withCurrentPictures } from '@/lib/file/current'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams, pathId } from '@/lib/kit/api/endpoint/fields'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { changed, matchesSearch, pageList } from '@/lib/kit/api/rows/list'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import { getRow } from '@/lib/kit/api/rows/rows'
import { env } from '@/lib/kit/env'
import { historyOf } from '@/lib/oper_log/history'
import { bodyOf, hasContent, parseBody } from './body'
import * as example from './example'
import { previewOf } from './preview'
import {
  ArticleChanges,
  ArticleInput,
  ArticlePreview,
  ArticleRestore,
  ArticleVersion,
  ArticleVersionRow,
  CmsArticle,
  CmsArticlePage,
  CmsArticleQuery,
  RestoredArticle,
} from './schema'
import { getVersion, keepVersion, listVersions } from './versions'

const articles = resourceOf(article, { as: CmsArticle })
const { content: _, summary: __, excerpt: ___, ...listed } = getTableColumns(article)

export const listCmsArticles = endpoint({
  method: 'GET',
  path: '/cms/article',
  summary: 'List articles',
  description: 'Newest first, without their content.',
  access: permission('cms.article.list'),
  query: CmsArticleQuery,
  output: CmsArticlePage,
  example: {
    query: { status: 'published' },
    output: { items: [example.cmsArticleRow], page: 1, size: 10, total: 1 },
  },
  handle: pageList('cms_articles', {
    table: article,
    query: CmsArticleQuery,
    columns: listed,
    filters: {
      status: article.status,
      type: article.type,
      q: matchesSearch(article.title, article.author),
      ...changed(article),
    },
  }),
})

export const getCmsArticle = endpoint({
  ...articles.reading(permission('cms.article.list'), example.cmsArticle),
  path: '/cms/article/{id}',
  summary: 'Get an article',
  description: 'With the version that a change sends back.',
})

export const listArticleHistory = historyOf('article', 'an article', 'cms.article.list')

export const createArticle = endpoint({
  method: 'POST',
  path: '/cms/article',
  summary: 'Create an article',
  description: 'A published article without published_at is shown at once; with a time to come, from then on.',
  access: permission('cms.article.create'),
  body: ArticleInput,
  output: CmsArticle,
  status: 201,
  location: ({ id }) => `/cms/article/${id}`,
  example: { body: example.articleInput, output: example.cmsArticle },
  prepare: ({ body }) => bodyOf(body.content),
  async handle(context) {
    const { db, caller, prepared } = context
    const body = { ...context.body, ...prepared }
    requireContent(body)
    const created = await articles.create({ ...context, body: { ...body, published_at: publishedAt(body) } })
    await keepVersion(db, { ...prepared, article_id: created.id, saved_by: caller.user_id })
    return created
  },
})

export const updateArticle = endpoint({
  method: 'PUT',
  path: '/cms/article/{id}',
  summary: 'Change an article',
  description: 'Changes the fields given; status publishes or withdraws it. The last 20 contents are kept.',
  access: permission('cms.article.update'),
  params: idParams,
  body: ArticleChanges,
  output: CmsArticle,
  problems: ['stale_version'],
  example: {
    params: { id: '2' },
    body: { status: 'offline', version: 1 },
    output: { ...example.cmsArticle, status: 'offline', version: 2 },
  },
  prepare: async ({ body: { content } }) => (content === undefined ? undefined : bodyOf(content)),
  handle(context) {
    const { db, caller, prepared } = context
    const { content: _, ...body } = context.body
    return articles.update({ ...context, body: { ...body, ...prepared } }, async (before) => {
      if (prepared && prepared.content !== before.content)
        await keepVersion(db, { ...prepared, article_id: before.id, saved_by: caller.user_id })
      const { status = before.status, published_at = before.published_at } = body
      requireContent({ status, content: prepared?.content ?? before.content })
      return { published_at: publishedAt({ status, published_at }) }
    })
  },
})

export const deleteArticle = endpoint({
  ...articles.deletion(permission('cms.article.delete')),
  path: '/cms/article/{id}',
  summary: 'Delete an article',
  description: 'Permanent, with its versions. To take it back for a while, set its status to offline.',
})

/** Without a chosen time, the current time for a published article. */
const publishedAt = <Time>({ status, published_at }: { status: PublicationStatus; published_at: Time | null }) =>
  published_at ?? (status === 'published' ? new Date() : null)

/** Throws `invalid_request`. */
function requireContent({ status, content }: { status: PublicationStatus; content: string }): void {
  if (status === 'published' && !hasContent(content))
    throw invalid('body', 'content', 'required', 'What is published has words or a picture.')
}

export const listArticleVersions = endpoint({
  method: 'GET',
  path: '/cms/article/{id}/version',
  summary: 'List the versions of an article',
  description: 'Its last 20 contents, the newest first: the first is the one that the article has.',
  access: permission('cms.article.list'),
  params: idParams,
  output: z.array(ArticleVersionRow),
  example: { params: { id: '2' }, output: [example.articleVersionRow] },
  handle: ({ db, params }) => listVersions(db, params.id),
})

const versionParams = idParams.extend({ vid: pathId })

export const getArticleVersion = endpoint({
  method: 'GET',
  path: '/cms/article/{id}/version/{vid}',
  summary: 'Get a version of an article',
  description: 'With its content.',
  access: permission('cms.article.list'),
  params: versionParams,
  output: ArticleVersion,
  example: { params: { id: '2', vid: '31' }, output: example.articleVersion },
  handle: ({ db, params }) => getVersion(db, params),
})

export const restoreArticleVersion = endpoint({
  method: 'POST',
  path: '/cms/article/{id}/version/{vid}/restore',
  summary: 'Restore a version of an article',
  description:
    'Gives the article this content again, as a new version. Its other fields stay as they are. Pictures whose files were replaced are the current ones; those whose files were deleted are left out, and counted.',
  access: permission('cms.article.update'),
  params: versionParams,
  body: ArticleRestore,
  output: RestoredArticle,
  problems: ['stale_version'],
  example: {
    params: { id: '2', vid: '31' },
    body: { version: 2 },
    output: { ...example.cmsArticle, version: 3, removed_images: 0 },
  },
  async prepare({ db, params }) {
    const { content, removed_images } = await withCurrentPictures(db, (await getVersion(db, params)).content)
    return { restored: await parseBody(content), removed_images }
  },
  async handle(context) {
    const { db, params, caller, prepared } = context
    const { restored, removed_images } = prepared
    const article = await articles.update(
      { ...context, body: { ...restored, ...context.body } },
      async ({ status }) => {
        requireContent({ status, content: restored.content })
        await keepVersion(db, { ...restored, article_id: params.id, saved_by: caller.user_id })
      },
    )
    return { ...article, removed_images }
  },
})

const PreviewRecord = ArticlePreview.pick({ expires_at: true })

export const previewArticle = endpoint({
  method: 'POST',
  path: '/cms/article/{id}/preview',
  summary: 'Make a preview link',
  description:
    'Anyone with the link sees the article for one hour as it is stored, also before it is published. Clients pass its token to GET /v1/article/{id}?preview=.',
  access: permission('cms.article.update'),
  params: idParams,
  output: ArticlePreview,
  answers_secret: true,
  example: { params: { id: '2' }, output: example.articlePreview },
  async handle({ db, params, recorder }) {
    const { id } = await getRow(db, article, params.id)
    const { token, expires_at } = previewOf(id)
    recorder.audit({ target: ['article', id], as: PreviewRecord, after: { expires_at } })
    return { url: `${env().BASE_URL}/article/${id}?preview=${token}`, expires_at }
  },
})
