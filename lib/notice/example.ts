import type { z } from 'zod'
import type { CmsNotice, NoticeInput, NoticePage } from './schema'

export const noticePage = {
  items: [
    {
      id: 1,
      type: 2,
      title: '发货时间',
      content: '每天下午四点前付款的，当天打包；四点以后的第二天发。',
      published_at: '2026-11-12T01:00:00.000Z',
    },
  ],
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
