import { notice } from '@/db/schema/notice'
import { customer, endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { totalCap } from '@/lib/kit/api/endpoint/page'
import { pageList } from '@/lib/kit/api/rows/list'
import { openNotice } from './commands'
import * as example from './example'
import { forCustomersNow, publicNoticeColumns, readUnreadOfCustomer } from './queries'
import { Notice, NoticePage, NoticeQuery, UnreadNotices } from './schema'

export const listNotices = endpoint({
  method: 'GET',
  path: '/v1/notice',
  summary: 'List notices for customers',
  description: 'Published notices within their time window: pinned ones first, then the newest.',
  access: everyone,
  query: NoticeQuery,
  output: NoticePage,
  example: { output: example.noticePage },
  handle: pageList('notices', {
    table: notice,
    query: NoticeQuery,
    columns: publicNoticeColumns,
    base: forCustomersNow,
    filters: {},
    order: '-pinned,-published_at',
    cap: totalCap,
  }),
})

export const listUnreadNotices = endpoint({
  method: 'GET',
  path: '/v1/notice/unread',
  summary: 'Count my unread notices',
  description: 'With the newest five of them, without their content.',
  access: customer,
  output: UnreadNotices,
  example: { output: example.unreadNotices },
  handle: ({ db, caller }) => readUnreadOfCustomer(db, caller),
})

export const readNotice = endpoint({
  method: 'POST',
  path: '/v1/notice/{id}/read',
  summary: 'Open a notice',
  description: 'Returns the notice and marks it as read. A notice that is not shown to customers now is not found.',
  access: customer,
  params: idParams,
  output: Notice,
  owned: 'shared',
  example: { params: { id: '1' }, output: example.notice },
  handle: ({ db, params, caller }) => openNotice(db, params.id, caller),
})
