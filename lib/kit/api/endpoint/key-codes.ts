import type { Access } from './endpoint'

/** Staff, their access, keys and webhooks. Loaded in the browser, too. */
const closedModules = ['user', 'group', 'auth', 'menu', 'element', 'api_key', 'webhook', 'oper_log', 'login_log']
const closedCodes = ['cms.config.update']

/** Whether an API key can have the permission. */
export const isOpenToKeys = (code: string) =>
  !closedCodes.includes(code) && !closedModules.includes(code.split('.')[1] ?? '')

/** Whether API keys can call an endpoint with this access, if they have its permission. */
export const takesKeys = (access: Access) =>
  access.kind === 'key' || (access.kind === 'permission' && isOpenToKeys(access.code))

const payingCodes = ['cms.order.refund', 'cms.after_sale.decide', 'cms.after_sale.arbitrate', 'cms.after_sale.receive']
const reducingModules = ['promotion', 'coupon']
/** Also of prices. */
const pricingCode = 'cms.product.update'

/** Whether the permission is about money that the shop pays back or waives, or about what it asks for its goods. */
export const concernsMoney = (code: string) => {
  const [, module = '', verb] = code.split('.')
  return code === pricingCode || payingCodes.includes(code) || (reducingModules.includes(module) && verb !== 'list')
}
