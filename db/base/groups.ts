import type { BasePoint } from './points'

export interface BaseGroup {
  name: string
  description: string
  /** Whether it is given this point, be it of today or of a later version. */
  takes(point: BasePoint): boolean
}

const shopKeeping = new Set([
  'product',
  'category',
  'theme',
  'banner',
  'article',
  'notice',
  'file',
  'order',
  'dashboard',
])

/** The groups that every installation begins with. */
export const groups: readonly BaseGroup[] = [
  {
    name: 'operator',
    description: '店铺运营：管理商品、内容与订单，可查看顾客。',
    takes: ({ code, module }) => shopKeeping.has(module) || code === 'cms.customer.list',
  },
  {
    name: 'auditor',
    description: '审计：查看后台的全部数据，不能做任何改动。',
    takes: ({ code }) => code.endsWith('.list'),
  },
]
