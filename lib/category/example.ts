import type { z } from 'zod'
import type { Category, CmsCategory, CmsCategoryNode } from './schema'

export const category = {
  id: 1,
  parent_id: null,
  name: '茶与点心',
  description: '一壶热的，一碟甜的，半天就有了着落。',
  image_url: '/demo/c-tea-and-bites.webp',
  children: [
    {
      id: 2,
      parent_id: 1,
      name: '茶叶',
      description: '每年春秋两趟进山，自己喝过一个月才上架。',
      image_url: '/demo/c-tea.webp',
      children: [],
    },
  ],
} satisfies z.input<typeof Category>

export const cmsCategory = {
  id: 2,
  parent_id: 1,
  name: '茶叶',
  description: '',
  image_url: '/demo/c-tea.webp',
  status: 'enabled',
  sort_order: 10,
  product_count: { own: 9, total: 9, on_sale: 8 },
  created_at: '2026-11-20T02:15:04.120Z',
  updated_at: '2026-11-20T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof CmsCategory>

export const cmsNode = {
  ...cmsCategory,
  id: 1,
  parent_id: null,
  name: '茶与点心',
  image_url: '/demo/c-tea-and-bites.webp',
  product_count: { own: 0, total: 9, on_sale: 8 },
  children: [{ ...cmsCategory, children: [] }],
} satisfies z.input<typeof CmsCategoryNode>
