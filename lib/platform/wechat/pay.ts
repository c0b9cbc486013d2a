import { z } from 'zod'
import type { Merchant } from './credentials'
import { isFromProvider, preferredSerial, storeCertificates } from './keys'
import { authorization, payParameters } from './signature'
import { ProviderFailure, ProviderRefusal, runtime, withRetries } from './transport'

/* API v3, direct merchant. Functions that send a request throw ProviderFailure or ProviderRefusal. */

const ErrorBody = z.object({ code: z.string().max(64) })

/** Verifies the response. Throws {@link ProviderFailure} or {@link ProviderRefusal}. */
async function call(merchant: Merchant, method: 'GET' | 'POST', path: string, content?: object): Promise<string> {
  const body = content === undefined ? '' : JSON.stringify(content)
  const url = new URL(merchant.base + path)
  const request = () => {
    const { now, nonce } = runtime()
    const signed = {
      mchid: merchant.mchid,
      serial: merchant.serial,
      key: merchant.private_key,
      timestamp: seconds(now()),
      nonce: nonce(),
    }
    const serial = preferredSerial(merchant)
    const headers = {
      authorization: authorization({ method, path: url.pathname + url.search, body }, signed),
      accept: 'application/json',
      'user-agent': 'mini-shop',
      ...(body && { 'content-type': 'application/json' }),
      ...(serial && { 'wechatpay-serial': serial }),
    }
    return { url: url.toString(), init: { method, headers, ...(body && { body }) } }
  }
  return withRetries(`${method} ${path.replace(/[?].*/, '')}`, request, async (response, text) => {
    if (response.status >= 500 || response.status === 429)
      throw new ProviderFailure(`The provider answered ${response.status}.`)
    if (!response.ok) {
      const code = errorCode(text)
      if (!code)
        throw new ProviderFailure(`The response ${response.status} is not the provider's: check proxies and gateways.`)
      throw new ProviderRefusal(response.status, code)
    }
    if (path === certificatesPath) {
      if (!storeCertificates(merchant, response.headers, text, runtime().now()))
        throw new ProviderFailure('The response with the certificates was not signed by the provider.')
      return text
    }
    const fetchCertificates = () => refreshCertificates(merchant)
    if (!(await isFromProvider(merchant, response.headers, text, { now: runtime().now(), fetchCertificates }))) {
      throw new ProviderFailure('The response was not signed by the provider.')
    }
    return text
  })
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** undefined: the body is not of the provider, but, for example, of a proxy. */
function errorCode(text: string): string | undefined {
  try {
    return ErrorBody.parse(JSON.parse(text)).code
  } catch {
    return undefined
  }
}

/** Ignores unknown members. Throws {@link ProviderFailure} if a required one is missing. */
function parse<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new ProviderFailure('The response of the provider has an unexpected form.', error)
  }
}

const certificatesPath = '/v3/certificates'

/** The provider does not know the number. A 404 without its error code, as of a gateway, does not count. */
const isUnknown = (error: unknown) =>
  error instanceof ProviderRefusal &&
  error.http_status === 404 &&
  /^(ORDER_?NOT_?EXISTS?|RESOURCE_NOT_EXISTS)$/.test(error.provider_code)

/** The provider's pages spell the error code in two ways. */
export const isPaid = (error: unknown) => error instanceof ProviderRefusal && /^ORDER_?PAID$/.test(error.provider_code)

/** Only in certificate mode. */
export async function refreshCertificates(merchant: Merchant): Promise<void> {
  if (!merchant.platform_key) await call(merchant, 'GET', certificatesPath)
}

export interface Prepay {
  out_trade_no: string
  description: string
  /** RFC 3339 with the offset +08:00. */
  time_expire: string
  notify_url: string
  /** In fen. */
  total: number
  openid: string
}

/** A repeated call with the same values returns a new `prepay_id`. */
export async function prepay(
  merchant: Merchant,
  { out_trade_no, description, time_expire, notify_url, total, openid }: Prepay,
): Promise<string> {
  const text = await call(merchant, 'POST', '/v3/pay/transactions/jsapi', {
    appid: merchant.appid,
    mchid: merchant.mchid,
    description,
    out_trade_no,
    time_expire,
    notify_url,
    amount: { total, currency: 'CNY' },
    payer: { openid },
  })
  return parse(z.object({ prepay_id: z.string().min(1).max(64) }), text).prepay_id
}

/** With the current time. */
export function signPayment(merchant: Merchant, prepay_id: string) {
  const { now, nonce } = runtime()
  return payParameters(prepay_id, {
    appid: merchant.appid,
    key: merchant.private_key,
    timestamp: seconds(now()),
    nonce: nonce(),
  })
}

/** In the form of queries and callbacks. */
export const Transaction = z.object({
  appid: z.string().optional(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().max(64).optional(),
  trade_state: z.string(),
  success_time: z.string().optional(),
  payer: z.object({ openid: z.string().optional() }).optional(),
  amount: z.object({ total: z.int().optional(), currency: z.string().optional() }).optional(),
})
export type Transaction = z.output<typeof Transaction>

/** undefined: the provider does not know this number. */
export async function queryPayment(merchant: Merchant, out_trade_no: string): Promise<Transaction | undefined> {
  try {
    const path = `/v3/pay/transactions/out-trade-no/${out_trade_no}?mchid=${merchant.mchid}`
    return parse(Transaction, await call(merchant, 'GET', path))
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw error
  }
}

/** May be repeated. `closed`: also if the provider does not know the number. */
export async function closePayment(merchant: Merchant, out_trade_no: string): Promise<'closed' | 'paid'> {
  try {
    await call(merchant, 'POST', `/v3/pay/transactions/out-trade-no/${out_trade_no}/close`, { mchid: merchant.mchid })
    return 'closed'
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    if (isPaid(error)) return 'paid'
    if (isUnknown(error) || error.provider_code === 'ORDER_CLOSED') return 'closed'
    throw error
  }
}

/** In queries. `status` is PROCESSING, SUCCESS, ABNORMAL or CLOSED. */
export const Refund = z.object({
  refund_id: z.string().max(64),
  out_refund_no: z.string(),
  status: z.string(),
  amount: z.object({ refund: z.int(), total: z.int() }),
})
export type Refund = z.output<typeof Refund>

/** In callbacks. */
export const RefundNotice = z.object({
  mchid: z.string(),
  refund_id: z.string().max(64),
  out_refund_no: z.string(),
  refund_status: z.string(),
  amount: z.object({ refund: z.int(), total: z.int() }),
})

export interface RefundRequest {
  out_trade_no: string
  out_refund_no: string
  reason: string
  notify_url: string
  /** In fen. */
  refund: number
  /** Amount of the payment, in fen. */
  total: number
}

/** The provider accepts only characters of at most three bytes in UTF-8. */
const sanitizeReason = (text: string) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '').slice(0, 80)

/** Several requests with the same number refund once. The response says accepted, not paid back. */
export async function requestRefund(
  merchant: Merchant,
  { refund, total, reason, ...numbers }: RefundRequest,
): Promise<Refund> {
  const text = await call(merchant, 'POST', '/v3/refund/domestic/refunds', {
    ...numbers,
    ...(reason && { reason: sanitizeReason(reason) }),
    amount: { refund, total, currency: 'CNY' },
  })
  return parse(Refund, text)
}

/** undefined: the provider does not know this number. */
export async function queryRefund(merchant: Merchant, out_refund_no: string): Promise<Refund | undefined> {
  try {
    return parse(Refund, await call(merchant, 'GET', `/v3/refund/domestic/refunds/${out_refund_no}`))
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw error
  }
}
