import type { z } from 'zod'
import type { Theme } from './schema'

export const theme = {
  id: 1,
  name: '落雨天，慢慢喝',
  description: '雨一下，哪儿也去不了，反倒好了。烧一壶水，找一点嚼的，听瓦上的声音。',
  topic_image_url: '/demo/t-rainy-afternoon.svg',
  head_image_url: '/demo/t-rainy-afternoon-head.svg',
} satisfies z.input<typeof Theme>
