import type { z } from 'zod'
import type { ArticleSummary } from './schema'

export const article = {
  id: 2,
  type: 1,
  title: '盖碗怎么端才不烫手',
  summary: '水别太满，手别太紧，倒的时候别犹豫。',
  image_url: '/demo/a-gaiwan-without-burns.svg',
  author: '阿筠',
  published_at: '2026-11-12T01:00:00.000Z',
} satisfies z.input<typeof ArticleSummary>
