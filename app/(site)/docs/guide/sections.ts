import type { WechatEnv } from '@/lib/kit/wechat-variables'

/** In reading order. Ids on the page and keys of the texts. */
export const guideSections = ['requests', 'banners', 'order', 'sandbox', 'wechat', 'cors', 'agents'] as const

/** By the place where their values are obtained. */
export const wechatGroups = [
  ['WECHAT_APPID', 'WECHAT_SECRET'],
  ['WECHAT_MESSAGE_TOKEN', 'WECHAT_MESSAGE_AES_KEY'],
  ['WECHATPAY_MCHID', 'WECHATPAY_SERIAL', 'WECHATPAY_PRIVATE_KEY'],
  ['WECHATPAY_APIV3_KEY'],
  ['WECHATPAY_PUBLIC_KEY_ID', 'WECHATPAY_PUBLIC_KEY'],
] as const satisfies (keyof WechatEnv)[][]
