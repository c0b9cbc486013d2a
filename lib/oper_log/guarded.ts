import type { PermissionCode } from '@/lib/kit/api/endpoint/endpoint'
import type { GuardedNames } from '@/lib/kit/api/endpoint/needs'

/** The audit log cannot read the schemas, because every endpoint imports it. A test compares this map with them. */
export const guardedFields: GuardedNames = new Map<string, ReadonlyMap<string, PermissionCode>>([
  [
    'dashboard',
    new Map([
      ['cost', 'cms.product.cost'],
      ['gross_profit', 'cms.product.cost'],
      ['gross_margin', 'cms.product.cost'],
      ['cost_unknown_amount', 'cms.product.cost'],
      ['unknown_income', 'cms.product.cost'],
      ['freight_income', 'cms.product.cost'],
    ]),
  ],
  [
    'order',
    new Map([
      ['cost', 'cms.product.cost'],
      ['receiver', 'cms.order.list'],
      ['remark', 'cms.order.list'],
      ['goods', 'cms.order.list'],
    ]),
  ],
  [
    'product',
    new Map([
      ['cost', 'cms.product.cost'],
      ['cost_yuan', 'cms.product.cost'],
    ]),
  ],
  [
    'promotion',
    new Map([
      ['mobile', 'cms.customer.list'],
      ['customer', 'cms.customer.list'],
    ]),
  ],
])
