import type { SeedBanner } from './types'

export const banners = [
  {
    name: 'home',
    title: '首页轮播',
    description: '首页最上面的四张大图。',
    items: [
      { image_url: '/demo/b-home-1.webp', title: '檐下半日，坐下喝口茶', target_type: 'article', target: 'about-us' },
      { image_url: '/demo/b-home-2.webp', title: '落雨天，慢慢喝', target_type: 'theme', target: 'rainy-afternoon' },
      {
        image_url: '/demo/b-home-3.webp',
        title: '门口的桂花开了',
        target_type: 'product',
        target: 'cold-brew-osmanthus',
      },
      { image_url: '/demo/b-home-4.webp', title: '靠窗的一张书桌', target_type: 'theme', target: 'desk-by-window' },
    ],
  },
  {
    name: 'discover',
    title: '发现页横幅',
    description: '发现页中部的横幅。',
    items: [
      {
        image_url: '/demo/b-discover-1.webp',
        title: '天黑以后的一点光',
        target_type: 'category',
        target: 'scent-and-light',
      },
      {
        image_url: '/demo/b-discover-2.webp',
        title: '盖碗怎么端才不烫手',
        target_type: 'article',
        target: 'gaiwan-without-burns',
      },
      { image_url: '/demo/b-discover-3.webp', title: '两个人的晚饭', target_type: 'theme', target: 'dinner-for-two' },
    ],
  },
] satisfies SeedBanner[]
