import type { z } from 'zod'
import type {
  CmsNotice,
  Notice,
  NoticeInput,
  NoticePage,
  NoticeReaderPage,
  StaffNotice,
  StaffUnreadNotices,
  UnreadNotices,
} from './schema'

const unread = { id: 1, type: 2, title: '发货时间', published_at: '2026-11-12T01:00:00.000Z' } as const

export const notice = {
  ...unread,
  content: '每天下午四点前付款的，当天打包；四点以后的第二天发。',
} satisfies z.input<typeof Notice>

export const unreadNotices = { count: 1, items: [unread] } satisfies z.input<typeof UnreadNotices>

const ofStaff = { source: 'staff', kind: null, params: null, link: null } as const

const alarm = {
  id: 7,
  type: 1,
  title: '',
  source: 'system',
  kind: 'payment_alarm',
  params: { number: '20261112000042' },
  link: '/admin/error_log',
  published_at: '2026-11-12T08:00:00.000Z',
} as const

export const staffUnreadNotices = {
  count: 2,
  items: [alarm, { ...unread, ...ofStaff }],
} satisfies z.input<typeof StaffUnreadNotices>

export const staffNotice = { ...notice, ...ofStaff } satisfies z.input<typeof StaffNotice>

export const readerPage = {
  items: [
    {
      user: { id: 3, kind: 'staff', nickname: '小周', username: 'operator' },
      read_at: '2026-11-12T01:20:00.000Z',
    },
  ],
  page: 1,
  size: 10,
  total: 1,
} satisfies z.input<typeof NoticeReaderPage>

export const noticePage = {
  items: [notice],
  page: 1,
  size: 10,
  total: 1,
} satisfies z.input<typeof NoticePage>

export const noticeInput = {
  title: '发货时间',
  type: 2,
  audience: 'customer',
  status: 'published',
  content: '<p>每天下午四点前付款的，当天打包；四点以后的第二天发。</p>',
} satisfies z.input<typeof NoticeInput>

const { content, ...rest } = noticeInput

export const cmsNoticeRow = {
  ...rest,
  ...ofStaff,
  id: 1,
  pinned: false,
  published_at: '2026-11-12T01:00:00.000Z',
  starts_at: null,
  ends_at: null,
  created_at: '2026-11-12T00:52:10.400Z',
  updated_at: '2026-11-12T01:00:00.000Z',
  version: 2,
} satisfies Omit<z.input<typeof CmsNotice>, 'content'>

export const cmsNotice = { ...cmsNoticeRow, content } satisfies z.input<typeof CmsNotice>
