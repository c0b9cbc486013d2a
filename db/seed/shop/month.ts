import type { SeedCustomer, SeedOrder, SeedProduct } from './types'

const person = (nickname: string, name: string, mobile: string, place: string[], detail: string): SeedCustomer => {
  const [province = '', city = '', district = ''] = place
  return { nickname, addresses: [{ name, mobile, province, city, district, detail, postal_code: null }] }
}

/** Who has bought besides the demonstration customer. */
export const buyers: SeedCustomer[] = [
  person('屿岸', '陈屿', '13800002210', ['浙江省', '宁波市', '海曙区'], '听涛路 9 号 2 单元 301 室'),
  person('可可豆', '周可', '13800003347', ['江苏省', '苏州市', '姑苏区'], '桃枝巷 22 号'),
  person('知秋', '沈知秋', '13800004481', ['上海市', '上海市', '徐汇区'], '梧桐里 105 弄 6 号 402 室'),
  person('立夏', '何立', '13800005529', ['广东省', '广州市', '越秀区'], '榕荫街 31 号 8 楼'),
  person('南山南', '顾南', '13800006613', ['四川省', '成都市', '武侯区'], '锦溪路 77 号 3 栋'),
  person('海棠未眠', '许棠', '13800007794', ['北京市', '北京市', '东城区'], '青砖胡同 12 号'),
]

/** Numbers from 0 to 1 that are the same each time, so that every demonstration is the same shop. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

type Steps = SeedOrder['steps']

const pay = { do: 'pay', hours: 0.1 } as const
const shipped: Steps = [pay, { do: 'ship', hours: 16 }]
const completed: Steps = [...shipped, { do: 'complete', hours: 70 }]

/** What else happens: in a month of so many orders, to each kind some. Days ago, and what follows. */
const special: [days: number, steps: Steps, count?: number][] = [
  [29, [...completed, { do: 'refund_one', hours: 20 }]],
  [
    26,
    [
      ...completed,
      { do: 'ask', reason_code: 'damaged', description: '收到时杯口有一处磕碰，希望退一件的钱。', hours: 30 },
      { do: 'approve', hours: 5 },
    ],
  ],
  [
    23,
    [
      ...completed,
      { do: 'ask_return', reason_code: 'quality', description: '颜色和图片差得有点多，想退掉。', hours: 28 },
      { do: 'approve', hours: 6 },
      { do: 'send_back', hours: 30 },
      { do: 'receive', hours: 50 },
    ],
  ],
  [
    20,
    [
      ...completed,
      { do: 'ask', reason_code: 'changed_mind', description: '买多了，可以退一件吗？', hours: 40 },
      { do: 'withdraw', hours: 3 },
    ],
  ],
  [18, [{ do: 'expire', hours: 0.6 }]],
  [16, [pay, { do: 'refund_all', hours: 2 }]],
  [
    12,
    [
      ...completed,
      { do: 'ask', reason_code: 'wrong_item', description: '少了一双筷子。', hours: 24 },
      { do: 'reject', text: '仓库称重与出库一致，请再找一找内盒夹层。', hours: 20 },
      { do: 'dispute', text: '里外都翻过了，确实没有，附上开箱照片。', hours: 10 },
      { do: 'grant', text: '核对照片后，为您退还这一件。', hours: 12 },
    ],
  ],
  [10, [{ do: 'cancel', hours: 0.4 }]],
  [
    8,
    [
      ...shipped,
      { do: 'ask_return', reason_code: 'damaged', description: '快递箱压扁了，壶盖裂了一道。', hours: 80 },
      { do: 'approve', hours: 4 },
      { do: 'send_back', hours: 30 },
    ],
  ],
  [
    6,
    [
      ...shipped,
      { do: 'ask_return', reason_code: 'quality', description: '茶的香气比上次淡很多。', hours: 60 },
      { do: 'approve', hours: 6 },
    ],
  ],
  [
    5,
    [
      ...shipped,
      { do: 'ask', reason_code: 'late', description: '等了很久才到，想退一点。', hours: 60 },
      { do: 'reject', text: '物流显示按时送达。', hours: 10 },
      { do: 'dispute', text: '物流写的是驿站，当天并没有通知我。', hours: 8 },
    ],
  ],
  [4, [...shipped, { do: 'ask', reason_code: 'damaged', description: '有一只杯子碎了。', hours: 70 }]],
  [3, [...shipped, { do: 'refuse_report', hours: 0.1 }]],
  [2.6, [pay, { do: 'note', text: '缺货，下周一到，已电话告知顾客。', hours: 20 }]],
  [2, [pay, { do: 'ship_one', hours: 10 }], 2],
  [1, [pay, { do: 'ask', reason_code: 'changed_mind', description: '还没发货的话想退掉一件。', hours: 6 }], 2],
]

const remarks = [
  '',
  '',
  '',
  '',
  '请放门口，不用打电话。',
  '周末再送，谢谢。',
  '麻烦包装仔细一点。',
  '送人的，别放价格单。',
]

/** What follows for an order of so many hours ago to which nothing special happens. */
function usualSteps(hours_ago: number, chance: number): Steps {
  if (hours_ago < 0.4) return []
  if (hours_ago < 20) return [pay]
  if (hours_ago < 120) return chance < 0.06 ? [{ do: 'cancel', hours: 0.2 }] : shipped
  if (chance < 0.05) return [{ do: 'cancel', hours: 0.2 }]
  if (chance < 0.08) return [{ do: 'expire', hours: 0.6 }]
  return hours_ago < 200 && chance < 0.6 ? shipped : completed
}

/** The orders of the last thirty days, of products that have enough pieces. */
export function monthOf(products: SeedProduct[]): SeedOrder[] {
  const random = randomOf(20_261)
  const skus = products
    .filter(({ status }) => status === 'on_sale')
    .flatMap(({ skus: all }) => all.filter(({ stock }) => stock >= 20).slice(0, 1))
  const pick = <One>(all: readonly One[], at = random()): One => {
    const one = all[Math.floor(at * all.length)]
    if (one === undefined) throw new Error('there is nothing to choose from')
    return one
  }
  const orderOf = (hours_ago: number, steps: Steps, least = 1): SeedOrder => {
    // Some products sell better than others, at all times.
    const chosen = new Map(
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => [pick(skus, random() ** 2).sku_no, least] as const),
    )
    if (random() < 0.3) for (const sku_no of [...chosen.keys()].slice(0, 1)) chosen.set(sku_no, least + 1)
    return {
      buyer: pick(buyers).nickname,
      items: [...chosen].map(([sku_no, count]) => ({ sku_no, count })),
      remark: pick(remarks),
      hours_ago,
      steps,
    }
  }
  const orders = special.map(([days, steps, least]) => orderOf(days * 24, steps, least))
  for (let day = 29; day >= 0; day--) {
    const count = 1 + Math.floor(random() * 3)
    for (let at = 0; at < count; at++) {
      const hours_ago = day * 24 + 1 + random() * 14
      orders.push(orderOf(hours_ago, usualSteps(hours_ago, random())))
    }
  }
  return orders
}
