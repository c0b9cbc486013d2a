import type { z } from 'zod'
import type { Category } from './schema'

export const category = {
  id: 1,
  parent_id: null,
  name: '茶与点心',
  description: '一壶热的，一碟甜的，半天就有了着落。',
  image_url: '/demo/c-tea-and-bites.svg',
  children: [
    {
      id: 2,
      parent_id: 1,
      name: '茶叶',
      description: '每年春秋两趟进山，自己喝过一个月才上架。',
      image_url: '/demo/c-tea.svg',
      children: [],
    },
  ],
} satisfies z.input<typeof Category>
