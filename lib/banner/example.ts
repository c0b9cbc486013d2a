import type { z } from 'zod'
import type { Banner } from './schema'

export const banner = {
  id: 1,
  name: 'home',
  title: '首页轮播',
  description: '首页最上面的四张大图。',
  items: [
    { id: 2, image_url: '/demo/b-home-2.svg', title: '落雨天，慢慢喝', target_type: 'theme', target: '1' },
    { id: 3, image_url: '/demo/b-home-3.svg', title: '门口的桂花开了', target_type: 'product', target: '4' },
  ],
} satisfies z.input<typeof Banner>
