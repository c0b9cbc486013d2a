import { getTableColumns, sql } from 'drizzle-orm'
import { z } from 'zod'
import { notice } from '@/db/schema/notice'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import { endpoint, permission, staff } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { matchesSearch, pageList } from '@/lib/kit/api/rows/list'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import { getRow } from '@/lib/kit/api/rows/rows'
import { requireWindow } from '@/lib/kit/api/run/window'
import type { Database } from '@/lib/kit/database'
import { cleanBody } from '@/lib/kit/html/clean'
import { historyOf } from '@/lib/oper_log/history'
import { markAllRead, openNotice } from './commands'
import * as example from './example'
import { isOpenTo, isOpenWith, listReaders, readUnreadOfStaff } from './queries'
import {
  CmsNotice,
  CmsNoticePage,
  CmsNoticeQuery,
  NoticeChanges,
  NoticeInput,
  NoticeReaderPage,
  NoticeReaderQuery,
  StaffNotice,
  StaffUnreadNotices,
} from './schema'

const notices = resourceOf(notice, { as: CmsNotice })
const { content: _, ...listed } = getTableColumns(notice)

/** `codes`: of the reader; undefined: all permissions. */
const ListQuery = CmsNoticeQuery.extend({ codes: z.array(z.string()).optional() })

const list = pageList('cms_notices', {
  table: notice,
  query: ListQuery,
  columns: listed,
  filters: {
    status: notice.status,
    type: notice.type,
    audience: notice.audience,
    source: notice.source,
    q: matchesSearch(notice.title),
    codes: isOpenWith(sql`${sql.placeholder('codes')}`),
  },
})

/** Throws `not_found`, also for a system notice whose permission the caller lacks. */
const readOpen = ({ db, params, caller }: { db: Database; params: { id: number }; caller: Caller }) =>
  getRow(db, notice, params.id, { where: isOpenTo(caller) })

export const listCmsNotices = endpoint({
  method: 'GET',
  path: '/cms/notice',
  summary: 'List notices',
  description:
    'Without their content. A system notice has no title: its text follows from kind and params. It is listed for those who have the permission that it needs.',
  access: permission('cms.notice.list'),
  query: CmsNoticeQuery,
  output: CmsNoticePage,
  example: {
    query: { status: 'published' },
    output: { items: [example.cmsNoticeRow], page: 1, size: 10, total: 1 },
  },
  handle: ({ db, query, caller }) =>
    list({ db, query: { ...query, ...(!caller.is_root && { codes: caller.permission_codes }) } }),
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
  handle: readOpen,
})

export const listNoticeHistory = historyOf('notice', 'a notice', 'cms.notice.list')

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
  description:
    'Changes the fields given; status publishes or withdraws it. Of a system notice, the text, type and audience stay.',
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
  async handle(context) {
    const body = context.prepared
    await readOpen(context)
    return notices.update({ ...context, body }, async (before) => {
      if (before.source === 'system') refuseText(body)
      requireWindow({ ...before, ...body })
      return { published_at: before.published_at ?? publishedAt(body) }
    })
  },
})

export const deleteNotice = endpoint({
  method: 'DELETE',
  path: '/cms/notice/{id}',
  summary: 'Delete a notice',
  description: 'Permanent. To take it back for a while, set its status to offline.',
  access: permission('cms.notice.delete'),
  params: idParams,
  example: { params: { id: '1' } },
  async handle(context) {
    await readOpen(context)
    await notices.delete(context)
  },
})

export const listNoticeReaders = endpoint({
  method: 'GET',
  path: '/cms/notice/{id}/reader',
  summary: 'List who has read a notice',
  description: 'The latest first.',
  access: permission('cms.notice.list'),
  additional_permissions: ['cms.customer.list'],
  params: idParams,
  query: NoticeReaderQuery,
  output: NoticeReaderPage,
  example: { params: { id: '1' }, output: example.readerPage },
  async handle(context) {
    const { id } = await readOpen(context)
    return listReaders(context.db, id, context.query, context.caller)
  },
})

export const listCmsUnreadNotices = endpoint({
  method: 'GET',
  path: '/cms/notice/unread',
  summary: 'Count my unread notices',
  description:
    'With the newest five of them, without their content: published notices for staff, within their time window.',
  access: staff,
  output: StaffUnreadNotices,
  example: { output: example.staffUnreadNotices },
  handle: ({ db, caller }) => readUnreadOfStaff(db, caller),
})

export const readCmsNotices = endpoint({
  method: 'POST',
  path: '/cms/notice/read',
  summary: 'Mark all my notices as read',
  description: 'Those that are shown to you now. Notices that follow are unread again.',
  access: staff,
  handle: async ({ db, caller }) => {
    await markAllRead(db, caller)
  },
})

export const readCmsNotice = endpoint({
  method: 'POST',
  path: '/cms/notice/{id}/read',
  summary: 'Open a notice',
  description: 'Returns the notice and marks it as read. A notice that is not shown to you now is not found.',
  access: staff,
  params: idParams,
  output: StaffNotice,
  example: { params: { id: '1' }, output: example.staffNotice },
  handle: ({ db, params, caller }) => openNotice(db, params.id, caller),
})

/** Throws a 400 for a field that staff cannot set on a system notice. */
function refuseText(body: object): void {
  const name = ['title', 'content', 'type', 'audience'].find((field) => Object.hasOwn(body, field))
  if (name) throw invalid('body', name, 'not_allowed', 'This is what the shop itself wrote.')
}

const publishedAt = ({ status }: { status?: string | undefined }) => (status === 'published' ? new Date() : null)
