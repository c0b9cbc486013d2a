import type { Messages } from '@/lib/kit/i18n/messages'

/*
 * Labels of fields and their values in the audit log. Safe in the browser.
 */

/** Returns the text with this key; undefined: no such text. */
export function textIn(texts: object, key: string): string | undefined {
  const text: unknown = Object.hasOwn(texts, key) ? Reflect.get(texts, key) : undefined
  return typeof text === 'string' ? text : undefined
}

/**
 * The dictionary of a field, by `<owner>.<field>`, where the owner is a module or a part of a record, or by `<field>`
 * for every owner. Dictionaries that are named after owner and field, such as `order_status`, are not listed.
 */
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

/**
 * Returns the type of the dictionary with the values of a field. For a field without a dictionary, returns a type that
 * does not exist.
 */
export const dictionaryOf = (owner: string, key: string): string =>
  dictionaries[`${owner}.${key}`] ?? dictionaries[key] ?? `${owner}_${key}`

/** Returns the label of a value of a closed list that is not a dictionary; undefined: no label. */
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
