import type { z } from 'zod'
import type { Banner, BrokenBannerItem, CmsBanner, CmsBannerPage } from './schema'

export const banner = {
  id: 1,
  name: 'home',
  title: '首页轮播',
  description: '首页最上面的四张大图。',
  items: [
    { id: 2, image_url: '/demo/b-home-2.webp', title: '落雨天，慢慢喝', target_type: 'theme', target: '1' },
    { id: 3, image_url: '/demo/b-home-3.webp', title: '门口的桂花开了', target_type: 'product', target: '4' },
  ],
} satisfies z.input<typeof Banner>

export const cmsBannerRow = {
  id: 1,
  name: 'home',
  title: '首页轮播',
  description: '',
  status: 'enabled',
  image_url: '/demo/b-home-3.webp',
  item_count: 1,
  shown_count: 1,
  broken_count: 0,
  created_at: '2026-11-20T02:15:04.120Z',
  updated_at: '2026-11-20T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof CmsBannerPage>['items'][number]

export const cmsBanner = {
  ...cmsBannerRow,
  items: [
    {
      id: 3,
      image_url: '/demo/b-home-3.webp',
      title: '门口的桂花开了',
      target_type: 'product',
      target: '4',
      target_name: '桂花冷泡',
      target_state: 'ok',
      starts_at: null,
      ends_at: null,
      enabled: true,
    },
  ],
} satisfies z.input<typeof CmsBanner>

export const brokenItem = {
  banner: { id: 1, name: 'home', title: '首页轮播' },
  item: { id: 3, title: '门口的桂花开了', image_url: '/demo/b-home-3.webp' },
  target_type: 'product',
  target: '4',
  target_name: '桂花冷泡',
  target_state: 'off_sale',
} satisfies z.input<typeof BrokenBannerItem>
