import type { SeedTheme } from './types'

export const themes = [
  {
    slug: 'rainy-afternoon',
    name: '落雨天，慢慢喝',
    description: '雨一下，哪儿也去不了，反倒好了。烧一壶水，找一点嚼的，听瓦上的声音。',
    topic_image_url: '/demo/t-rainy-afternoon.svg',
    head_image_url: '/demo/t-rainy-afternoon-head.svg',
    products: ['white-tea-cake', 'charcoal-oolong', 'iron-kettle', 'side-pot', 'rain-cups', 'elm-tray', 'amber-walnut', 'sesame-crisp', 'long-umbrella'],
    sort_order: 1,
  },
  {
    slug: 'desk-by-window',
    name: '靠窗的一张书桌',
    description: '一本摊得平的本子，一支顺手的笔，一块压住纸的铜。桌子不用大，坐得住就好。',
    topic_image_url: '/demo/t-desk-by-window.svg',
    head_image_url: '/demo/t-desk-by-window-head.svg',
    products: ['thread-notebook', 'week-planner', 'walnut-pen', 'plant-ink', 'cedar-pencils', 'brass-weight', 'letter-set', 'block-calendar', 'round-mug', 'paper-lamp'],
    sort_order: 2,
  },
  {
    slug: 'dinner-for-two',
    name: '两个人的晚饭',
    description: '一锅汤，两碗饭，一碟青菜。吃完点一支香，谁洗碗，猜拳决定。',
    topic_image_url: '/demo/t-dinner-for-two.svg',
    head_image_url: '/demo/t-dinner-for-two-head.svg',
    products: ['clay-pot', 'rice-bowl', 'lotus-plate', 'wood-chopsticks', 'cherry-board', 'tea-towel', 'line-incense', 'narrow-vase'],
    sort_order: 3,
  },
] satisfies SeedTheme[]
