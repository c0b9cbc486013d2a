import { randomBytes } from 'node:crypto'
import { env } from '@/lib/kit/env'
import {
  authorization,
  isSignedBy,
  type PayParameters,
  payParameters,
  readSignatureHeaders,
} from '@/lib/platform/wechat/signature'
import { sandboxAccount } from './account'
import { ProviderFaults, platformFetch } from './fetch'

/* A merchant for tests. Of the shop's code, this file uses only the signatures. */

const nonce = () => randomBytes(16).toString('hex')
export const unixTime = (moment = new Date()) => Math.floor(moment.getTime() / 1000)

export const faults = new ProviderFaults()

interface Sent {
  body?: unknown
  /** In place of the serialized `body`. */
  text?: string
  /** If they differ from the sent values. */
  signed?: { path?: string; body?: string; method?: string }
  by?: Partial<{ mchid: string; serial: string; timestamp: number; nonce: string }>
  /** null: removed. */
  headers?: Record<string, string | null>
  now?: Date
}

/** `signed`: the platform has signed the response. */
export async function pay(method: 'GET' | 'POST', path: string, given: Sent = {}) {
  const { now = new Date() } = given
  const account = await sandboxAccount()
  const body = given.text ?? (given.body === undefined ? '' : JSON.stringify(given.body))
  const url = `${env().BASE_URL}/sandbox/pay${path}`
  const headers = new Headers({
    accept: 'application/json',
    'user-agent': 'test',
    ...(method === 'POST' && { 'content-type': 'application/json' }),
    'wechatpay-serial': account.platform_public_key_id,
    authorization: authorization(
      { method, path: `/sandbox/pay${path}`, body, ...given.signed },
      {
        mchid: account.mchid,
        serial: account.serial,
        key: account.merchant_private_key,
        timestamp: unixTime(now),
        nonce: nonce(),
        ...given.by,
      },
    ),
  })
  for (const [name, value] of Object.entries(given.headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const fetch = platformFetch(faults, () => now)
  const answer = await fetch(url, { method, headers, ...(method === 'POST' && { body }) })
  const text = await answer.text()
  const signature = readSignatureHeaders(answer.headers)
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : undefined,
    signed: signature !== undefined && isSignedBy(account.platform_public_key, text, signature),
  }
}

let last = 0
export const newNumber = () => `T${Date.now()}${++last}`

/** No server listens here, because tests deliver callbacks with their own `fetch`. */
export const notify_url = 'http://localhost:9/v1/pay/notify'

/** A new out_trade_no each time. */
export async function prepayRequest(values: Record<string, unknown> = {}) {
  const { appid, mchid } = await sandboxAccount()
  return {
    appid,
    mchid,
    description: '龙井茶 50g',
    out_trade_no: newNumber(),
    notify_url,
    amount: { total: 1999, currency: 'CNY' },
    payer: { openid: 'oTester' },
    ...values,
  }
}

/** `parameters`: of wx.requestPayment. */
export async function newTrade(values: Record<string, unknown> = {}, now = new Date()) {
  const request = await prepayRequest(values)
  const { body } = await pay('POST', '/v3/pay/transactions/jsapi', { body: request, now })
  const prepay_id = String(body.prepay_id)
  return { ...request, prepay_id, parameters: await parametersOf(prepay_id) }
}

export async function parametersOf(prepay_id: string): Promise<PayParameters> {
  const { appid, merchant_private_key: key } = await sandboxAccount()
  return payParameters(prepay_id, { appid, key, timestamp: unixTime(), nonce: nonce() })
}
