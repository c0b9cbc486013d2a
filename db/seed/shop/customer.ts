import type { SeedAddress, SeedOrder } from './types'

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

const orders = [
  {
    status: 'unpaid',
    items: [
      { sku_no: 'TEA-ML-60', count: 1 },
      { sku_no: 'GW-BC-140', count: 1 },
    ],
    hours_ago: 0.2,
    remark: '',
    cancel_reason: null,
    carrier: null,
    tracking_no: null,
  },
  {
    status: 'paid',
    items: [
      { sku_no: 'NB-XZ-D5', count: 2 },
      { sku_no: 'INK-CM-T', count: 1 },
      { sku_no: 'TP-YC-3', count: 1 },
    ],
    hours_ago: 7,
    remark: '送朋友的，请不要放价格单，谢谢。',
    cancel_reason: null,
    carrier: null,
    tracking_no: null,
  },
  {
    status: 'shipped',
    items: [
      { sku_no: 'POT-CB-Q200', count: 1 },
      { sku_no: 'CUP-YD-L', count: 1 },
    ],
    hours_ago: 52,
    remark: '杯子想要一疏一密。',
    cancel_reason: null,
    carrier: 'SF',
    tracking_no: 'SF1380026003187',
  },
  {
    status: 'completed',
    items: [
      { sku_no: 'POT-SG-12', count: 1 },
      { sku_no: 'BWL-CT-2', count: 1 },
      { sku_no: 'CHP-WS-5', count: 1 },
    ],
    hours_ago: 430,
    remark: '',
    cancel_reason: null,
    carrier: 'SF',
    tracking_no: 'SF1380026001774',
  },
  {
    status: 'completed',
    items: [
      { sku_no: 'SNK-HT-H120', count: 2 },
      { sku_no: 'SNK-FM-250', count: 1 },
      { sku_no: 'TEA-LB-100', count: 1 },
    ],
    hours_ago: 980,
    remark: '寄给爸爸，请打电话再上门。',
    cancel_reason: null,
    carrier: 'ZTO',
    tracking_no: '73600820519042',
  },
  {
    status: 'cancelled',
    items: [{ sku_no: 'UMB-CB-Z', count: 1 }],
    hours_ago: 166,
    remark: '',
    cancel_reason: '颜色选错了，重新下单',
    carrier: null,
    tracking_no: null,
  },
  {
    status: 'refunded',
    items: [{ sku_no: 'SNK-LD-8', count: 2 }],
    hours_ago: 300,
    remark: '',
    cancel_reason: '路上耽搁太久，到的时候过了保质期',
    carrier: 'ZTO',
    tracking_no: '73600794463108',
  },
  {
    status: 'completed',
    items: [
      { sku_no: 'CDL-DD-S', count: 1 },
      { sku_no: 'TWL-GZ-3', count: 1 },
    ],
    hours_ago: 1450,
    remark: '',
    cancel_reason: null,
    carrier: 'SF',
    tracking_no: 'SF1380025009881',
  },
] satisfies SeedOrder[]

export const customer = { nickname: '晚晚不加糖', addresses, orders }
