import type { z } from 'zod'
import type { CmsTheme, CmsThemePage, Theme } from './schema'

export const theme = {
  id: 1,
  name: '落雨天，慢慢喝',
  description: '雨一下，哪儿也去不了，反倒好了。烧一壶水，找一点嚼的，听瓦上的声音。',
  topic_image_url: '/demo/t-rainy-afternoon.webp',
  head_image_url: '/demo/t-rainy-afternoon-head.webp',
} satisfies z.input<typeof Theme>

export const cmsThemeRow = {
  ...theme,
  status: 'enabled',
  sort_order: 1,
  product_count: 1,
  on_sale_count: 1,
  created_at: '2026-11-20T02:15:04.120Z',
  updated_at: '2026-11-20T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof CmsThemePage>['items'][number]

export const cmsTheme = {
  ...cmsThemeRow,
  products: [
    { id: 4, name: '桂花冷泡', image_url: '/demo/p-cold-brew-osmanthus.webp', price: 4800, status: 'on_sale' },
  ],
} satisfies z.input<typeof CmsTheme>
