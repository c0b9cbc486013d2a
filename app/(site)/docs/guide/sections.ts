import type { WechatEnv } from '@/lib/kit/wechat-variables'

/**
 * The sections of the guide, in reading order. A name is the id of the section on the page, and the key of the texts.
 */
export const guideSections = ['requests', 'banners', 'order', 'sandbox', 'wechat', 'cors'] as const

/** The variables that connect WeChat, grouped by the place where they are obtained. */
export const wechatGroups = [
  ['WECHAT_APPID', 'WECHAT_SECRET'],
  ['WECHAT_MESSAGE_TOKEN', 'WECHAT_MESSAGE_AES_KEY'],
  ['WECHATPAY_MCHID', 'WECHATPAY_SERIAL', 'WECHATPAY_PRIVATE_KEY'],
  ['WECHATPAY_APIV3_KEY'],
  ['WECHATPAY_PUBLIC_KEY_ID', 'WECHATPAY_PUBLIC_KEY'],
] as const satisfies (keyof WechatEnv)[][]
