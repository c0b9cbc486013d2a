import type { WechatEnv } from '@/lib/kit/wechat-variables'

/** In reading order. Ids on the page and keys of the texts. */
export const guideSections = [
  'requests',
  'banners',
  'order',
  'sandbox',
  'wechat',
  'cors',
  'clients',
  'erp',
  'agents',
] as const

/** Daily work of an ERP, each with its `operationId`. */
export const erpWork = [
  ['changes', 'listCmsOrders'],
  ['events', 'listEvents'],
  ['orders', 'getCmsOrder'],
  ['stock', 'adjustStocks'],
  ['prices', 'setPrices'],
  ['parcels', 'shipCmsOrder'],
] as const

/** Commands that write a client of an API document, with the versions of `examples/clients`. */
export const generators = (document: string) => [
  `npx openapi-typescript@7.13.0 ${document} -o shop.ts`,
  `npx @hey-api/openapi-ts@0.80.16 -i ${document} -o shop`,
  `npx orval@7.9.0 --input ${document} --output shop.ts`,
]

/** By the place where their values are obtained. */
export const wechatGroups = [
  ['WECHAT_APPID', 'WECHAT_SECRET'],
  ['WECHAT_MESSAGE_TOKEN', 'WECHAT_MESSAGE_AES_KEY'],
  ['WECHATPAY_MCHID', 'WECHATPAY_SERIAL', 'WECHATPAY_PRIVATE_KEY'],
  ['WECHATPAY_APIV3_KEY'],
  ['WECHATPAY_PUBLIC_KEY_ID', 'WECHATPAY_PUBLIC_KEY'],
] as const satisfies (keyof WechatEnv)[][]
