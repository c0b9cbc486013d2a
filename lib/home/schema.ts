import { z } from 'zod'
import { Banner } from '@/lib/banner/schema'
import { fileUrl, id } from '@/lib/kit/api/endpoint/fields'
import { Closing } from '@/lib/kit/config/closing'
import { Notice } from '@/lib/notice/schema'
import { ProductCard } from '@/lib/product/schema'
import { Theme } from '@/lib/theme/schema'

export const Shop = z
  .object({
    name: z.string().nullable().meta({ description: 'The setting shop.name' }),
    logo_url: fileUrl.nullable().meta({ description: 'The setting shop.logo_url' }),
    phone: z.string().nullable().meta({ description: 'The setting shop.phone' }),
    closed: Closing.nullable().meta({
      description:
        'When the shop takes no orders: the setting shop.closed. It may begin later, so compare it with the clock; null: not set, or over',
    }),
  })
  .meta({ id: 'Shop' })

export const Home = z
  .object({
    shop: Shop.meta({ description: 'As GET /v1/shop' }),
    banners: z
      .record(z.string(), Banner)
      .meta({ description: 'Every enabled banner by its name, such as home, each as GET /v1/banner/{id} answers it' }),
    themes: z.array(Theme).meta({ description: 'As GET /v1/theme' }),
    categories: z
      .array(z.object({ id, name: z.string(), image_url: fileUrl.nullable() }))
      .meta({ description: 'The top level of GET /v1/category' }),
    deals: z
      .array(ProductCard)
      .max(10)
      .meta({ description: 'Products with a deal, the deals that end first at the beginning' }),
    newest: z.array(ProductCard).max(10).meta({ description: 'As GET /v1/product/recent' }),
    search_words: z.array(z.string()).meta({
      description: 'What to offer in the search: the setting shop.search_words, whose words are separated by commas',
    }),
    notices: z
      .array(Notice)
      .max(5)
      .meta({ description: 'The first five of GET /v1/notice: pinned ones first, then the newest' }),
  })
  .meta({ id: 'Home' })
