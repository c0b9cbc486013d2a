import { customer } from './customer'
import { sentOnly } from './stores'
import type { SeedCustomer, SeedOrder, SeedProduct } from './types'

const person = (nickname: string, name: string, mobile: string, place: string[], detail: string): SeedCustomer => {
  const [province = '', city = '', district = ''] = place
  return { nickname, addresses: [{ name, mobile, province, city, district, detail, postal_code: null }] }
}

/** In addition to the demonstration customer. */
export const buyers: SeedCustomer[] = [
  person('屿岸', '陈屿', '13800002210', ['浙江省', '宁波市', '海曙区'], '听涛路 9 号 2 单元 301 室'),
  person('可可豆', '周可', '13800003347', ['江苏省', '苏州市', '姑苏区'], '桃枝巷 22 号'),
  person('知秋', '沈知秋', '13800004481', ['上海市', '上海市', '徐汇区'], '梧桐里 105 弄 6 号 402 室'),
  person('立夏', '何立', '13800005529', ['广东省', '广州市', '越秀区'], '榕荫街 31 号 8 楼'),
  person('南山南', '顾南', '13800006613', ['四川省', '成都市', '武侯区'], '锦溪路 77 号 3 栋'),
  person('海棠未眠', '许棠', '13800007794', ['北京市', '北京市', '东城区'], '青砖胡同 12 号'),
  person('鹿鸣', '林鹿', '13800008015', ['福建省', '厦门市', '思明区'], '凤凰里 18 号 2 栋 703 室'),
  person('半糖主义', '罗敏', '13800008136', ['湖南省', '长沙市', '岳麓区'], '橘洲路 45 号'),
  person('江上渔火', '江渝', '13800008257', ['重庆市', '重庆市', '渝中区'], '石阶街 7 号 4 楼'),
  person('Mia', '马依', '13800008378', ['上海市', '上海市', '静安区'], '银杏坊 33 弄 5 号 1102 室'),
  person('阿木木', '木青', '13800008499', ['云南省', '昆明市', '五华区'], '翠堤路 20 号'),
  person('喝茶的猫', '毛宁', '13800008510', ['浙江省', '杭州市', '西湖区'], '龙井里 9 号'),
  person('雪落下的声音', '薛落', '13800008631', ['黑龙江省', '哈尔滨市', '道里区'], '冰花街 61 号 3 单元'),
  person('慢半拍', '万佩', '13800008752', ['湖北省', '武汉市', '武昌区'], '粮仓巷 14 号'),
  person('橙子汽水', '程子淇', '13800008873', ['广东省', '深圳市', '南山区'], '海月路 128 号 B 座 1906 室'),
  person('老杨同学', '杨建国', '13800008994', ['山东省', '青岛市', '市南区'], '观涛路 3 号'),
  person('一页书', '叶舒', '13800009005', ['江苏省', '南京市', '鼓楼区'], '书院街 88 号 5 栋'),
  person('麦田', '田麦', '13800009126', ['河南省', '郑州市', '金水区'], '麦香路 52 号'),
  person('Leo_陈', '陈立奥', '13800009247', ['广东省', '佛山市', '禅城区'], '陶里 6 号'),
  person('云朵收集者', '云朵', '13800009368', ['贵州省', '贵阳市', '南明区'], '花溪里 27 号 1 单元'),
  person('青团子', '秦团', '13800009489', ['江苏省', '无锡市', '梁溪区'], '运河埠 10 号'),
  person('石榴', '石柳', '13800009500', ['陕西省', '西安市', '碑林区'], '槐里巷 41 号'),
  person('夜航船', '叶航', '13800009621', ['浙江省', '绍兴市', '越城区'], '乌篷路 15 号'),
  person('小满不慌', '满晓', '13800009742', ['安徽省', '合肥市', '蜀山区'], '望山路 73 号 9 楼'),
  person('山茶花开', '单茶', '13800009863', ['广西壮族自治区', '桂林市', '象山区'], '桂子街 19 号'),
  person('深夜食堂老板', '沈食', '13800009984', ['天津市', '天津市', '和平区'], '五道里 2 号'),
  person('Echo', '易珂', '13800000105', ['北京市', '北京市', '朝阳区'], '枣营里 36 号院 8 号楼'),
  person('豆豆妈妈', '窦敏', '13800000226', ['河北省', '石家庄市', '长安区'], '柳荫路 64 号'),
  person('听风', '丁枫', '13800000347', ['海南省', '海口市', '龙华区'], '椰影路 11 号'),
]

/** From 0 to 1. Equal seeds give equal numbers, so that every demonstration is the same. */
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

/**
 * With an unusual course, such as a dispute. `days`: the age. `count`: the minimum of pieces per line, 1 by default.
 */
const special: [days: number, steps: Steps, count?: number][] = [
  [
    29,
    [
      ...completed,
      { do: 'ask_invoice', title: '厦门鹿鸣文化传播有限公司', tax_no: '91350200MA2XN1RT0B', hours: 2 },
      { do: 'issue_invoice', number: '26352000000100020317', hours: 6 },
      { do: 'refund_one', hours: 12 },
    ],
  ],
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
      { do: 'ask_invoice', title: '苏州知秋书房有限公司', tax_no: '91320500MA1XK3H82M', hours: 4 },
      { do: 'issue_invoice', number: '26332000000112345678', hours: 15 },
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
      { do: 'ask_return', reason_code: 'quality', description: '和上次买的不太一样，味道淡很多。', hours: 60 },
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
  [
    3,
    [
      ...shipped,
      { do: 'refuse_report', hours: 0.1 },
      { do: 'ask_invoice', title: '杭州南山南设计有限公司', tax_no: '91330106MA2CFX5N3G', hours: 3 },
    ],
  ],
  [2.6, [pay, { do: 'note', text: '缺货，下周一到，已电话告知顾客。', hours: 20 }]],
  [2, [pay, { do: 'ship_one', hours: 10 }], 2],
  [1, [pay, { do: 'ask', reason_code: 'changed_mind', description: '还没发货的话想退掉一件。', hours: 6 }], 2],
]

const ready = { do: 'ready', hours: 4 } as const

const collected: [buyer: string, days: number, steps: Steps][] = [
  ['喝茶的猫', 9, [pay, ready, { do: 'collect', hours: 21 }]],
  ['喝茶的猫', 4.2, [pay, ready]],
  [customer.nickname, 0.9, [pay, ready]],
  ['夜航船', 0.3, [pay]],
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

/** `chance`: a number from 0 to 1 that decides whether the order is canceled. */
function usualSteps(hours_ago: number, chance: number): Steps {
  if (hours_ago < 0.4) return []
  if (hours_ago < 20) return [pay]
  if (hours_ago < 120) return chance < 0.06 ? [{ do: 'cancel', hours: 0.2 }] : shipped
  if (chance < 0.05) return [{ do: 'cancel', hours: 0.2 }]
  if (chance < 0.08) return [{ do: 'expire', hours: 0.6 }]
  return hours_ago < 200 && chance < 0.6 ? shipped : completed
}

/** Contains, of each product on sale, only the first SKU with at least 20 pieces in stock. */
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
  const orderOf = (hours_ago: number, steps: Steps, least = 1, offered = skus): SeedOrder => {
    // The square prefers the first products, so that some sell better than others.
    const chosen = new Map(
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => [pick(offered, random() ** 2).sku_no, least] as const),
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
  // After all others, so that these stay as they are.
  const collectable = products
    .filter(({ slug }) => !sentOnly.includes(slug))
    .flatMap(({ skus: all }) => skus.filter((one) => all.includes(one)))
  for (const [buyer, days, steps] of collected)
    orders.push({ ...orderOf(days * 24, steps, 1, collectable), buyer, remark: '', isCollected: true })
  return orders
}
