import type { z } from 'zod'
import { banner } from '@/lib/banner/example'
import { category } from '@/lib/category/example'
import { notice } from '@/lib/notice/example'
import { productCard } from '@/lib/product/example'
import { theme } from '@/lib/theme/example'
import type { Home } from './schema'

export const home = {
  shop: { name: '檐下半日', logo_url: '/demo/c-tea.webp', phone: '0571-8800 1234' },
  banners: { home: banner },
  themes: [theme],
  categories: [{ id: category.id, name: category.name, image_url: category.image_url }],
  deals: [],
  newest: [productCard],
  search_words: ['龙井', '茶杯'],
  notices: [notice],
} satisfies z.input<typeof Home>
