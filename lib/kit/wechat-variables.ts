import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

const apiHost = 'https://api.weixin.qq.com'
const payHost = 'https://api.mch.weixin.qq.com'

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/

/** Https, or http on a loopback host. */
const url = (name: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && (value.startsWith('https://') || loopback.test(value)), {
      error: `${name} must be an https URL (http only on loopback).`,
    })
    .transform((value) => value.replace(/\/$/, ''))

/** A PEM, or the path of a PEM file. A PEM in one line may have its line breaks as \n. */
const pem = (name: string, parse: (text: string) => KeyObject) =>
  z.string().transform((value, context) => {
    try {
      return parse(existsSync(value) ? readFileSync(value, 'utf8') : value.replaceAll('\\n', '\n'))
    } catch {
      context.addIssue({ code: 'custom', message: `${name} must be a PEM or the path to one; it cannot be read.` })
      return z.NEVER
    }
  })

export const wechatVariables = {
  WECHAT_APPID: z.string().optional(),
  WECHAT_SECRET: z.string().optional(),
  WECHATPAY_MCHID: z
    .string()
    .regex(/^\d{6,32}$/, 'WECHATPAY_MCHID must be the merchant number: digits only.')
    .optional(),
  WECHATPAY_SERIAL: z
    .string()
    .regex(/^[0-9A-Fa-f]{8,64}$/, 'WECHATPAY_SERIAL must be the serial of the merchant certificate: hexadecimal.')
    .transform((serial) => serial.toUpperCase())
    .optional(),
  WECHATPAY_PRIVATE_KEY: pem('WECHATPAY_PRIVATE_KEY', createPrivateKey).optional(),
  WECHATPAY_APIV3_KEY: z
    .string()
    .refine((key) => Buffer.byteLength(key) === 32, 'WECHATPAY_APIV3_KEY must have exactly 32 characters.')
    .optional(),
  WECHATPAY_PUBLIC_KEY_ID: z
    .string()
    .regex(/^PUB_KEY_ID_\d+$/, 'WECHATPAY_PUBLIC_KEY_ID must begin with PUB_KEY_ID_.')
    .optional(),
  WECHATPAY_PUBLIC_KEY: pem('WECHATPAY_PUBLIC_KEY', createPublicKey).optional(),
  WECHAT_MESSAGE_TOKEN: z
    .string()
    .regex(/^[0-9A-Za-z]{3,32}$/, 'WECHAT_MESSAGE_TOKEN must be 3 to 32 letters and digits, as set in the console.')
    .optional(),
  WECHAT_MESSAGE_AES_KEY: z
    .string()
    .regex(/^[0-9A-Za-z]{43}$/, 'WECHAT_MESSAGE_AES_KEY must be the 43 letters and digits of the console.')
    .optional(),
  WECHAT_API_BASE: url('WECHAT_API_BASE').default(apiHost),
  WECHATPAY_BASE: url('WECHATPAY_BASE').default(payHost),
  WECHATPAY_NOTIFY_URL: url('WECHATPAY_NOTIFY_URL').optional(),
}

export type WechatEnv = z.output<z.ZodObject<typeof wechatVariables>>

/** Sentences for variables that are missing although another one of their group is set. */
export function wechatRefusals(env: WechatEnv): string[] {
  const sentences: string[] = []
  const together = (names: (keyof WechatEnv)[], what: string) => {
    const missing = names.filter((name) => env[name] === undefined)
    if (missing.length === names.length) return
    for (const name of missing) sentences.push(`${name} is missing: ${what} needs ${names.join(', ')}.`)
  }
  together(['WECHAT_APPID', 'WECHAT_SECRET'], 'login by mini-program')
  together(['WECHATPAY_MCHID', 'WECHATPAY_SERIAL', 'WECHATPAY_PRIVATE_KEY', 'WECHATPAY_APIV3_KEY'], 'payment')
  together(['WECHATPAY_PUBLIC_KEY_ID', 'WECHATPAY_PUBLIC_KEY'], 'the public-key mode')
  if (env.WECHAT_MESSAGE_AES_KEY && !env.WECHAT_MESSAGE_TOKEN)
    sentences.push('WECHAT_MESSAGE_TOKEN is missing: messages of the platform need it.')
  if (env.WECHATPAY_MCHID && !env.WECHAT_APPID)
    sentences.push('WECHAT_APPID is missing: payment needs the mini-program.')
  return sentences
}
