import type { SeedNotice } from './types'

export const notices = [
  {
    slug: 'ship-hours',
    type: 2,
    audience: 'customer',
    title: '发货时间',
    content:
      '每天下午四点前付款的，当天打包；四点以后的第二天发。周日老陆休息，统一周一寄出。绿豆糕走冷链，只在周一到周四发，免得卡在路上过周末。',
    days_ago: 45,
  },
  {
    slug: 'rainy-season-tea',
    type: 1,
    audience: 'customer',
    title: '最近湿气重，茶叶记得扎紧',
    content: '这几天连着下雨，开了袋的茶叶请夹好再放回罐子里。我们每罐都放了一小包干燥剂，变硬了就可以换。',
    days_ago: 12,
  },
  {
    slug: 'pot-batch',
    type: 2,
    audience: 'all',
    title: '月白侧把壶 320 毫升只剩最后两把',
    content: '老许那边下一窑要等到月底，烧成后还要挑一遍，估计下个月中旬才能补上。急用的朋友可以看看 200 毫升的。',
    days_ago: 6,
  },
  {
    slug: 'stock-count',
    type: 1,
    audience: 'staff',
    title: '月底盘点，请先点易碎品',
    content: '这个月三十号关门后盘点。顺序：茶具、餐具、香烛，最后是纸品。破损的单独放蓝色筐，拍照后登记，不要直接扔。',
    days_ago: 4,
  },
  {
    slug: 'packing-rule',
    type: 2,
    audience: 'staff',
    title: '玻璃罐改用双层蜂窝纸',
    content: '上个月茉莉花茶碎了六罐，都是瓶底磕的。从今天起玻璃罐底部垫两层蜂窝纸，侧面一层，箱子摇一摇听不到响才封。',
    days_ago: 1,
  },
] satisfies SeedNotice[]
