import type { SeedCategory } from './types'

export const categories = [
  { slug: 'tea-and-bites', parent: null, name: '茶与点心', description: '一壶热的，一碟甜的，半天就有了着落。', image_url: '/demo/c-tea-and-bites.svg', sort_order: 1 },
  { slug: 'tea', parent: 'tea-and-bites', name: '茶叶', description: '每年春秋两趟进山，自己喝过一个月才上架。', image_url: '/demo/c-tea.svg', sort_order: 1 },
  { slug: 'teaware', parent: 'tea-and-bites', name: '茶具', description: '壶不漏水，杯不烫手，盖子盖得严，这是我们挑茶具的三条规矩。', image_url: '/demo/c-teaware.svg', sort_order: 2 },
  { slug: 'snacks', parent: 'tea-and-bites', name: '点心小食', description: '少糖，小份，当周做当周寄。', image_url: '/demo/c-snacks.svg', sort_order: 3 },

  { slug: 'paper-and-pen', parent: null, name: '纸与笔', description: '写得慢一点，记得久一点。', image_url: '/demo/c-paper-and-pen.svg', sort_order: 2 },
  { slug: 'paper', parent: 'paper-and-pen', name: '本册纸品', description: '本子、信纸、明信片，纸都是我们用钢笔一张张试过的。', image_url: '/demo/c-paper.svg', sort_order: 1 },
  { slug: 'writing', parent: 'paper-and-pen', name: '书写文具', description: '从铅笔到毛笔，还有压纸的、装笔的。', image_url: '/demo/c-writing.svg', sort_order: 2 },

  { slug: 'home', parent: null, name: '屋里屋外', description: '天天要碰的东西，值得好好挑一挑。', image_url: '/demo/c-home.svg', sort_order: 3 },
  { slug: 'tableware', parent: 'home', name: '餐桌器物', description: '盛饭的碗，炖汤的锅，切水果的板。', image_url: '/demo/c-tableware.svg', sort_order: 1 },
  { slug: 'scent-and-light', parent: 'home', name: '香灯花器', description: '天黑以后，屋里还可以有一点光、一点味道、一枝花。', image_url: '/demo/c-scent-and-light.svg', sort_order: 2 },
  { slug: 'daily', parent: 'home', name: '布与日用', description: '擦手的、提菜的、坐着的、挡雨的。', image_url: '/demo/c-daily.svg', sort_order: 3 },
] satisfies SeedCategory[]
