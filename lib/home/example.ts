import type { z } from 'zod'
import { banner } from '@/lib/banner/example'
import { category } from '@/lib/category/example'
import { notice } from '@/lib/notice/example'
import { productCard } from '@/lib/product/example'
import { theme } from '@/lib/theme/example'
import type { Home, Shop } from './schema'

export const shop = {
  name: '檐下半日',
  logo_url: '/demo/c-tea.webp',
  phone: '0571-8800 1234',
  closed: { from: '2027-02-04T16:00:00.000Z', until: '2027-02-12T16:00:00.000Z', message: '春节休息，初七起发货' },
} satisfies z.input<typeof Shop>

export const home = {
  shop,
  banners: { home: banner },
  themes: [theme],
  categories: [{ id: category.id, name: category.name, image_url: category.image_url }],
  deals: [],
  newest: [productCard],
  search_words: ['龙井', '茶杯'],
  notices: [notice],
} satisfies z.input<typeof Home>
