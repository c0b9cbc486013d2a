import type { WechatEnv } from '@/lib/kit/wechat-variables'

/**
 * The sections of the developer guide (`/docs/guide`), in reading order. Each name is the id of the section on the
 * page, and the key of its texts.
 */
export const guideSections = ['requests', 'banners', 'order', 'sandbox', 'wechat', 'cors'] as const

/**
 * The environment variables that connect the server to WeChat, grouped by the place where their values are obtained.
 */
export const wechatGroups = [
  ['WECHAT_APPID', 'WECHAT_SECRET'],
  ['WECHAT_MESSAGE_TOKEN', 'WECHAT_MESSAGE_AES_KEY'],
  ['WECHATPAY_MCHID', 'WECHATPAY_SERIAL', 'WECHATPAY_PRIVATE_KEY'],
  ['WECHATPAY_APIV3_KEY'],
  ['WECHATPAY_PUBLIC_KEY_ID', 'WECHATPAY_PUBLIC_KEY'],
] as const satisfies (keyof WechatEnv)[][]
