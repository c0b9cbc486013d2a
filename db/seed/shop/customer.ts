import type { SeedAddress, SeedCustomer, SeedOrder } from './types'

const addresses = [
  {
    name: '林晚',
    mobile: '13800001024',
    province: '浙江省',
    city: '杭州市',
    district: '拱墅区',
    detail: '青梧路 18 号 3 幢 502 室',
    postal_code: '310000',
  },
  {
    name: '林晚（公司）',
    mobile: '13800001024',
    province: '浙江省',
    city: '杭州市',
    district: '滨江区',
    detail: '望潮街 66 号 B 座 11 楼前台',
    postal_code: null,
  },
  {
    name: '林国安',
    mobile: '13800007316',
    province: '福建省',
    city: '南平市',
    district: '延平区',
    detail: '樟树巷 7 号',
    postal_code: '353000',
  },
] satisfies SeedAddress[]

/** Other customers of the seed cannot sign in. */
export const customer: SeedCustomer = { nickname: '晚晚不加糖', addresses }

const buyer = customer.nickname
const pay = { do: 'pay', hours: 0.1 } as const
const ship = { do: 'ship', hours: 19.9 } as const
const complete = { do: 'complete', hours: 76 } as const

/** One in each status, and some older orders. */
export const ownOrders: SeedOrder[] = [
  {
    buyer,
    items: [
      { sku_no: 'TEA-ML-60', count: 1 },
      { sku_no: 'GW-BC-140', count: 1 },
    ],
    coupon: 'sorry',
    hours_ago: 0.2,
    remark: '',
    steps: [],
  },
  {
    buyer,
    items: [
      { sku_no: 'NB-XZ-D5', count: 2 },
      { sku_no: 'INK-CM-T', count: 1 },
      { sku_no: 'TP-YC-3', count: 1 },
    ],
    coupon: 'center',
    hours_ago: 7,
    remark: '送朋友的，请不要放价格单，谢谢。',
    steps: [pay],
  },
  {
    buyer,
    items: [
      { sku_no: 'POT-CB-Q200', count: 1 },
      { sku_no: 'CUP-YD-L', count: 1 },
    ],
    hours_ago: 52,
    remark: '杯子想要一疏一密。',
    steps: [pay, ship],
  },
  {
    buyer,
    items: [
      { sku_no: 'POT-SG-12', count: 1 },
      { sku_no: 'BWL-CT-2', count: 1 },
      { sku_no: 'CHP-WS-5', count: 1 },
    ],
    hours_ago: 430,
    remark: '',
    steps: [
      pay,
      ship,
      complete,
      { do: 'ask_invoice', title: '林晚', hours: 20 },
      { do: 'issue_invoice', number: '26332000000112301156', hours: 5 },
    ],
  },
  {
    buyer,
    items: [
      { sku_no: 'SNK-HT-H120', count: 2 },
      { sku_no: 'SNK-FM-250', count: 1 },
      { sku_no: 'TEA-LB-100', count: 1 },
    ],
    hours_ago: 980,
    remark: '寄给爸爸，请打电话再上门。',
    steps: [pay, ship, complete],
  },
  {
    buyer,
    items: [{ sku_no: 'UMB-CB-Z', count: 1 }],
    hours_ago: 166,
    remark: '',
    steps: [{ do: 'cancel', hours: 0.3 }],
  },
  {
    buyer,
    items: [{ sku_no: 'SNK-LD-8', count: 2 }],
    hours_ago: 300,
    remark: '',
    steps: [
      pay,
      ship,
      { do: 'note', text: '快递延误，到货时已过赏味期，顾客来电。', hours: 60 },
      { do: 'refund_all', hours: 0.2 },
    ],
  },
  {
    buyer,
    items: [
      { sku_no: 'CDL-DD-S', count: 1 },
      { sku_no: 'TWL-GZ-3', count: 1 },
    ],
    hours_ago: 1450,
    remark: '',
    steps: [pay, ship, complete],
  },
]
