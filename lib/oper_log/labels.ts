import type { Messages } from '@/lib/kit/i18n/messages'

/* Safe in the browser. */

/** undefined: no such text. */
export function textIn(texts: object, key: string): string | undefined {
  const text: unknown = Object.hasOwn(texts, key) ? Reflect.get(texts, key) : undefined
  return typeof text === 'string' ? text : undefined
}

/** By `<owner>.<field>` (a module or a part of a record) or `<field>`. Others are named like `order_status`. */
const dictionaries: Readonly<Record<string, string>> = {
  carrier: 'carrier',
  coupon_source: 'coupon_source',
  return_carrier: 'carrier',
  audience: 'audience',
  gender: 'gender',
  target_type: 'target_type',
  'promotion.audience': 'promotion_audience',
  'after_sale.reason_code': 'after_sale_reason',
  'refunds.reason_code': 'refund_reason',
  'refunds.status': 'refund_status',
  'refund.status': 'refund_status',
  'products.status': 'product_status',
  'product.reason': 'stock_reason',
  'error_log.status': 'error_status',
  'customer.status': 'user_status',
  'article.status': 'publication_status',
  'notice.status': 'publication_status',
  'category.status': 'enabled_disabled',
  'theme.status': 'enabled_disabled',
  'banner.status': 'enabled_disabled',
  'dict.status': 'enabled_disabled',
  'dict_type.status': 'enabled_disabled',
}

/** Without a dictionary, a type that does not exist. */
export const dictionaryOf = (owner: string, key: string): string =>
  dictionaries[`${owner}.${key}`] ?? dictionaries[key] ?? `${owner}_${key}`

/** Not of a dictionary; undefined: no label. */
export function choiceLabel(
  values: Messages['history']['values'],
  owner: string,
  key: string,
  value: string,
): string | undefined {
  const lists = new Map<string, object>(Object.entries(values))
  const list = lists.get(`${owner}_${key}`) ?? lists.get(key)
  return list && textIn(list, value)
}
