import type { z } from 'zod'
import type { Product, ProductCard, ProductPage } from './schema'

export const productCard = {
  id: 1,
  name: '雨前绿茶',
  summary: '谷雨前一周采的一芽一叶，泡开有嫩豌豆的甜味。',
  image_url: '/demo/p-green-tea.svg',
  price: 6_800,
  market_price: null,
  stock: 210,
  sold_count: 642,
  category_id: 2,
} satisfies z.input<typeof ProductCard>

const sku = { market_price: null, image_url: null }

export const product = {
  ...productCard,
  images: ['/demo/p-green-tea.svg', '/demo/p-green-tea-2.svg'],
  properties: [{ name: '采摘', detail: '谷雨前一周，一芽一叶' }],
  specs: [{ name: '规格', values: ['50 克罐装', '100 克罐装'] }],
  skus: [
    { ...sku, id: 1, sku_no: 'TEA-YQ-50', spec_values: ['50 克罐装'], price: 6_800, stock: 126 },
    { ...sku, id: 2, sku_no: 'TEA-YQ-100', spec_values: ['100 克罐装'], price: 12_800, stock: 84 },
  ],
  content: '<p>浙西山里有一片坡地茶园，朝东，上午晒太阳，下午就阴了，茶芽长得比别处慢。</p>',
  category: { id: 2, name: '茶叶' },
} satisfies z.input<typeof Product>

export const productPage = { items: [productCard], page: 1, size: 10, total: 1 } satisfies z.input<typeof ProductPage>
