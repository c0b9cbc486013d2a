import { getTableColumns } from 'drizzle-orm'
import { notice } from '@/db/schema/notice'
import { endpoint, permission } from '@/lib/api/endpoint'
import { idParams } from '@/lib/api/fields'
import { holdsQ, pageList } from '@/lib/api/list'
import { resourceOf } from '@/lib/api/resource'
import { requireWindow } from '@/lib/api/window'
import { cleanBody } from '@/lib/html/clean'
import * as example from './example'
import { CmsNotice, CmsNoticePage, CmsNoticeQuery, NoticeChanges, NoticeInput } from './schema'

const notices = resourceOf(notice, { as: CmsNotice })
const { content: _, ...listed } = getTableColumns(notice)

export const listCmsNotices = endpoint({
  method: 'GET',
  path: '/cms/notice',
  summary: 'List notices',
  description: 'Newest first, without their content.',
  access: permission('cms.notice.list'),
  query: CmsNoticeQuery,
  output: CmsNoticePage,
  example: {
    query: { status: 'published' },
    output: { items: [example.cmsNoticeRow], page: 1, size: 10, total: 1 },
  },
  handle: pageList('cms_notices', {
    table: notice,
    query: CmsNoticeQuery,
    columns: listed,
    filters: { status: notice.status, type: notice.type, audience: notice.audience, q: holdsQ(notice.title) },
  }),
})

export const getCmsNotice = endpoint({
  method: 'GET',
  path: '/cms/notice/{id}',
  summary: 'Get a notice',
  description: 'With the version that a change sends back.',
  access: permission('cms.notice.list'),
  params: idParams,
  output: CmsNotice,
  example: { params: { id: '1' }, output: example.cmsNotice },
  handle: notices.get,
})

export const createNotice = endpoint({
  method: 'POST',
  path: '/cms/notice',
  summary: 'Create a notice',
  description: 'published_at is set when the notice is first published.',
  access: permission('cms.notice.create'),
  body: NoticeInput,
  output: CmsNotice,
  status: 201,
  location: ({ id }) => `/cms/notice/${id}`,
  example: { body: example.noticeInput, output: example.cmsNotice },
  prepare: ({ body }) => cleanBody(body),
  handle(context) {
    const body = context.prepared
    requireWindow(body)
    return notices.create({ ...context, body: { ...body, published_at: publishedAt(body) } })
  },
})

export const updateNotice = endpoint({
  method: 'PUT',
  path: '/cms/notice/{id}',
  summary: 'Change a notice',
  description: 'Changes the fields given; status publishes or withdraws it.',
  access: permission('cms.notice.update'),
  params: idParams,
  body: NoticeChanges,
  output: CmsNotice,
  problems: ['stale_version'],
  example: {
    params: { id: '1' },
    body: { status: 'offline', version: 1 },
    output: { ...example.cmsNotice, version: 2 },
  },
  prepare: ({ body }) => cleanBody(body),
  handle(context) {
    const body = context.prepared
    return notices.update({ ...context, body }, async (before) => {
      requireWindow({ ...before, ...body })
      return { published_at: before.published_at ?? publishedAt(body) }
    })
  },
})

export const deleteNotice = endpoint({
  method: 'DELETE',
  path: '/cms/notice/{id}',
  summary: 'Delete a notice',
  description: 'For good. To take it back for a while, set its status to offline.',
  access: permission('cms.notice.delete'),
  params: idParams,
  example: { params: { id: '1' } },
  handle: notices.delete,
})

const publishedAt = ({ status }: { status?: string | undefined }) => (status === 'published' ? new Date() : null)
