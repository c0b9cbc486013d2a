import type { z } from 'zod'
import type { CmsProduct, CmsProductRow, CmsSkuRow, ProductPrices, ProductUses, StockLogRow } from './cms-schema'
import type { ProductChanges, ProductInput } from './input-schema'
import type { Product, ProductCard, ProductPage } from './schema'

export const productCard = {
  id: 1,
  name: '雨前绿茶',
  summary: '谷雨前一周采的一芽一叶，泡开有嫩豌豆的甜味。',
  image_url: '/demo/p-green-tea.webp',
  price: 6_800,
  price_max: 12_800,
  market_price: null,
  deal: null,
  stock: 210,
  sold_count: 642,
  category_id: 2,
  pickup_only: false,
} satisfies z.input<typeof ProductCard>

const sku = { market_price: null, image_url: null, deal: null }

export const product = {
  ...productCard,
  images: ['/demo/p-green-tea.webp', '/demo/p-green-tea-2.webp'],
  properties: [{ name: '采摘', detail: '谷雨前一周，一芽一叶' }],
  specs: [{ name: '规格', values: ['50 克罐装', '100 克罐装'] }],
  skus: [
    { ...sku, id: 1, sku_no: 'TEA-YQ-50', spec_values: ['50 克罐装'], price: 6_800, stock: 126 },
    { ...sku, id: 2, sku_no: 'TEA-YQ-100', spec_values: ['100 克罐装'], price: 12_800, stock: 84 },
  ],
  deliveries: ['express'],
  content: '<p>浙西山里有一片坡地茶园，朝东，上午晒太阳，下午就阴了，茶芽长得比别处慢。</p>',
  category: { id: 2, name: '茶叶' },
} satisfies z.input<typeof Product>

export const productPage = { items: [productCard], page: 1, size: 10, total: 1 } satisfies z.input<typeof ProductPage>

export const cmsProductRow = {
  id: 1,
  name: '雨前绿茶',
  image_url: '/demo/p-green-tea.webp',
  category: { id: 2, name: '茶叶' },
  price: 6_800,
  price_max: 12_800,
  stock: 210,
  lowest_stock: 84,
  sold_count: 642,
  status: 'on_sale',
  external_id: 'ITEM-1001',
  publish_at: null,
  unpublish_at: null,
  created_at: '2026-11-01T02:00:00.000Z',
  updated_at: '2026-11-20T02:15:04.120Z',
  deleted_at: null,
  version: 3,
} satisfies z.input<typeof CmsProductRow>

const cmsSku = {
  market_price: null,
  cost: 3_100,
  stock_level: 2,
  barcode: null,
  external_id: null,
  image_url: null,
  enabled: true,
}

export const cmsProduct = {
  ...cmsProductRow,
  category_id: 2,
  summary: '谷雨前一周采的一芽一叶，泡开有嫩豌豆的甜味。',
  content: '<p>浙西山里有一片坡地茶园，朝东。</p>',
  images: ['/demo/p-green-tea.webp', '/demo/p-green-tea-2.webp'],
  properties: [{ name: '采摘', detail: '谷雨前一周，一芽一叶' }],
  specs: [
    {
      id: 1,
      name: '规格',
      values: [
        { id: 1, name: '50 克罐装', image_url: '/demo/p-green-tea.webp' },
        { id: 2, name: '100 克罐装', image_url: null },
      ],
    },
  ],
  skus: [
    {
      ...cmsSku,
      id: 1,
      sku_no: 'TEA-YQ-50',
      value_ids: [1],
      spec_values: ['50 克罐装'],
      price: 6_800,
      stock: 126,
      weight_g: 120,
    },
    {
      ...cmsSku,
      id: 2,
      sku_no: 'TEA-YQ-100',
      value_ids: [2],
      spec_values: ['100 克罐装'],
      price: 12_800,
      stock: 84,
      weight_g: 190,
    },
  ],
  market_price: null,
  sort_order: 10,
  low_stock: null,
  freight_template_id: null,
  deliveries: ['express'],
  uses_count: 2,
  created_by: { id: 2, name: '阿青' },
  updated_by: { id: 2, name: '阿青' },
} satisfies z.input<typeof CmsProduct>

export const productPrices = cmsProduct.skus.map(({ id, spec_values, price, market_price, cost, stock, enabled }) => ({
  stock,
  enabled,
  id,
  product_id: cmsProduct.id,
  spec_values,
  price,
  market_price,
  cost,
})) satisfies z.input<typeof ProductPrices>

export const cmsSkuRow = {
  id: 1,
  sku_no: 'TEA-YQ-50',
  barcode: null,
  external_id: null,
  spec_values: ['50 克罐装'],
  price: 6_800,
  cost: 3_100,
  stock: 126,
  enabled: true,
  unpaid: 2,
  unshipped: 5,
  product: { id: 1, name: '雨前绿茶', status: 'on_sale' },
  updated_at: '2026-11-20T02:15:04.120Z',
  deleted_at: null,
} satisfies z.input<typeof CmsSkuRow>

export const productInput = {
  category_id: 2,
  name: '雨前绿茶',
  summary: '谷雨前一周采的一芽一叶，泡开有嫩豌豆的甜味。',
  content: '<p>浙西山里有一片坡地茶园，朝东。</p>',
  images: ['/demo/p-green-tea.webp'],
  status: 'on_sale',
  specs: [
    { name: '规格', values: [{ name: '50 克罐装', image_url: '/demo/p-green-tea.webp' }, { name: '100 克罐装' }] },
  ],
  skus: [
    { values: ['50 克罐装'], sku_no: 'TEA-YQ-50', price: 6_800, stock: 126 },
    { values: ['100 克罐装'], sku_no: 'TEA-YQ-100', price: 12_800, stock: 84 },
  ],
} satisfies z.input<typeof ProductInput>

export const productChanges = {
  version: 3,
  specs: [{ id: 1, values: [{ id: 1 }, { id: 2 }, { name: '250 克纸包' }] }],
  skus: [{ id: 1 }, { id: 2, price: 11_800 }, { values: ['250 克纸包'], price: 26_800 }],
} satisfies z.input<typeof ProductChanges>

export const productUses = {
  themes: [{ id: 1, name: '一杯好茶' }],
  banners: [{ id: 1, name: 'home' }],
  unpaid_orders: 1,
  unshipped_orders: 3,
} satisfies z.input<typeof ProductUses>

export const stockLogRow = {
  id: 310,
  created_at: '2026-11-20T02:15:04.120Z',
  sku_id: 1,
  sku_no: 'TEA-YQ-50',
  spec_text: '50 克罐装',
  delta: 24,
  balance: 150,
  reason: 'received',
  note: '春茶到货',
  order_id: null,
  order_no: null,
  actor: 2,
  person: { id: 2, name: '沈默' },
} satisfies z.input<typeof StockLogRow>
