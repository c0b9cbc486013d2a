import { directories } from './menus'
import type { BasePermission } from './permission-codes'

export interface BaseGroup {
  /** The key in the ledger of base data: the default name of the group in earlier versions. */
  key: string
  name: string
  description: string
  description_en: string
  /** Whether the group gets the permission `point`. Also called for permissions that later versions add. */
  includes(point: BasePermission): boolean
}

/** The directories of the daily work, whose pages are named as their resources. */
const daily = new Set(['sale', 'catalogue', 'marketing', 'content'])
const shopKeeping = new Set([
  'dashboard',
  ...directories.flatMap(({ name, pages }) => (daily.has(name) ? pages.map((page): string => page.name) : [])),
])

export const groups: readonly BaseGroup[] = [
  {
    key: 'operator',
    name: '运营',
    description: '店铺运营：管理商品、内容与订单，可查看顾客。',
    description_en: 'Runs the shop: manages products, content and orders, and can view customers.',
    // A misplaced zero in a promotion is expensive, so another person approves it.
    includes: ({ code, module }) =>
      (shopKeeping.has(module) && code !== 'cms.promotion.over') || code === 'cms.customer.list',
  },
  {
    key: 'auditor',
    name: '审计',
    description: '审计：查看后台的全部数据，不能做任何改动。',
    description_en: 'Audits: can view everything in the admin, and change nothing.',
    includes: ({ code }) => code.endsWith('.list'),
  },
]
