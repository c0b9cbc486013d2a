import type { KeyObject } from 'node:crypto'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { env } from '@/lib/kit/env'
import { simulation } from '@/lib/platform/simulation'

/** For all calls except payments and refunds: sign-in, phone numbers, carriers and shipping reports. */
export interface MiniProgram {
  appid: string
  secret: string
  base: string
}

/** As set in the platform's console. */
export interface MessageKeys {
  appid: string
  token: string
  /** 32 bytes; undefined: messages arrive in plain text. */
  aes_key: Buffer | undefined
}

/** For payments and refunds. */
export interface Merchant {
  appid: string
  mchid: string
  /** Serial of the merchant's own certificate. */
  serial: string
  private_key: KeyObject
  apiv3_key: string
  /** undefined: platform certificates are fetched instead. */
  platform_key: { id: string; key: KeyObject } | undefined
  base: string
  /** For callbacks. */
  notify_url: string
}

/** In words for customers. The server names the missing variables when it starts. */
const notConnected = (what: string) =>
  problem('provider_error', { detail: `The shop is not connected to ${what} yet.` })

/** From the environment, else simulated with SANDBOX. Throws `provider_error`. */
export async function miniProgram(): Promise<MiniProgram> {
  const { WECHAT_APPID, WECHAT_SECRET, WECHAT_API_BASE, SANDBOX, BASE_URL } = env()
  if (WECHAT_APPID && WECHAT_SECRET) return { appid: WECHAT_APPID, secret: WECHAT_SECRET, base: WECHAT_API_BASE }
  if (!SANDBOX) throw notConnected('a mini-program')
  const { appid, secret } = await simulation().account()
  return { appid, secret, base: `${BASE_URL}/sandbox/api` }
}

/** True also for a simulated mini-program. */
export const hasMiniProgram = () => env().SANDBOX || env().WECHAT_APPID !== undefined

/** Always false with SANDBOX. */
export const isConnected = () => env().WECHAT_APPID !== undefined && env().WECHATPAY_MCHID !== undefined

/** From the environment, else simulated with SANDBOX. */
export async function messageKeys(): Promise<MessageKeys | undefined> {
  const { WECHAT_APPID, WECHAT_MESSAGE_TOKEN: token, WECHAT_MESSAGE_AES_KEY: key, SANDBOX } = env()
  if (WECHAT_APPID && token)
    return { appid: WECHAT_APPID, token, aes_key: key ? Buffer.from(key, 'base64') : undefined }
  if (!SANDBOX) return undefined
  const { appid, message_token, message_key } = await simulation().account()
  return { appid, token: message_token, aes_key: message_key }
}

/** From the environment, else simulated with SANDBOX. Throws `provider_error`. */
export async function merchant(): Promise<Merchant> {
  const variables = env()
  const notify_url = variables.WECHATPAY_NOTIFY_URL ?? `${variables.BASE_URL}/v1/pay/notify`
  const { WECHAT_APPID, WECHATPAY_MCHID, WECHATPAY_SERIAL, WECHATPAY_PRIVATE_KEY, WECHATPAY_APIV3_KEY } = variables
  if (WECHAT_APPID && WECHATPAY_MCHID && WECHATPAY_SERIAL && WECHATPAY_PRIVATE_KEY && WECHATPAY_APIV3_KEY) {
    const { WECHATPAY_PUBLIC_KEY_ID: id, WECHATPAY_PUBLIC_KEY: key } = variables
    return {
      appid: WECHAT_APPID,
      mchid: WECHATPAY_MCHID,
      serial: WECHATPAY_SERIAL,
      private_key: WECHATPAY_PRIVATE_KEY,
      apiv3_key: WECHATPAY_APIV3_KEY,
      platform_key: id && key ? { id, key } : undefined,
      base: variables.WECHATPAY_BASE,
      notify_url,
    }
  }
  if (!variables.SANDBOX) throw notConnected('WeChat Pay')
  const account = await simulation().account()
  return {
    appid: account.appid,
    mchid: account.mchid,
    serial: account.serial,
    private_key: account.merchant_private_key,
    apiv3_key: account.apiv3_key,
    platform_key: { id: account.platform_public_key_id, key: account.platform_public_key },
    base: `${variables.BASE_URL}/sandbox/pay`,
    notify_url,
  }
}
