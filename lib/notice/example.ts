import type { z } from 'zod'
import type { NoticePage } from './schema'

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
