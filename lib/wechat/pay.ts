import { z } from 'zod'
import type { Merchant } from './credentials'
import { isFromProvider, preferredSerial, takeCertificates } from './keys'
import { authorization, payParameters } from './signature'
import { outside, ProviderFailure, ProviderRefusal, persistently } from './transport'

/** WeChat Pay API v3, direct merchant, mini-program. Every function throws ProviderFailure or ProviderRefusal. */

const ErrorBody = z.object({ code: z.string().max(64) })

/** One signed request; the text of a verified answer. */
async function ask(merchant: Merchant, method: 'GET' | 'POST', path: string, content?: object): Promise<string> {
  const body = content === undefined ? '' : JSON.stringify(content)
  const url = new URL(merchant.base + path)
  const request = () => {
    const { now, nonce } = outside()
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
  return persistently(`${method} ${path.replace(/[?].*/, '')}`, request, async (response, text) => {
    if (response.status >= 500 || response.status === 429)
      throw new ProviderFailure(`The provider answered ${response.status}.`)
    if (!response.ok) {
      const code = errorCode(text)
      if (!code) throw new ProviderFailure(`Something that is not the provider answered ${response.status}.`)
      throw new ProviderRefusal(response.status, code)
    }
    if (path === certificatesPath) {
      if (!takeCertificates(merchant, response.headers, text, outside().now()))
        throw new ProviderFailure('The certificates are not signed by the provider.')
      return text
    }
    const fetchCertificates = () => refreshCertificates(merchant)
    if (!(await isFromProvider(merchant, response.headers, text, { now: outside().now(), fetchCertificates }))) {
      throw new ProviderFailure('The answer was not signed by the provider.')
    }
    return text
  })
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** None: the body is not of the provider's form, so somebody else answered. */
function errorCode(text: string): string | undefined {
  try {
    return ErrorBody.parse(JSON.parse(text)).code
  } catch {
    return undefined
  }
}

/** Answers are judged tolerantly: unknown fields pass, missing ones that matter are a failure. */
function read<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new ProviderFailure('The provider answered something unexpected.', error)
  }
}

const certificatesPath = '/v3/certificates'

/** The provider itself says that it knows no such number. A bare 404, such as a gateway's, says nothing of the kind. */
const isUnknown = (error: unknown) =>
  error instanceof ProviderRefusal &&
  error.http_status === 404 &&
  /^(ORDER_?NOT_?EXISTS?|RESOURCE_NOT_EXISTS)$/.test(error.provider_code)

/** Too late: it is paid. The exact code differs between the provider's pages. */
export const isPaid = (error: unknown) => error instanceof ProviderRefusal && /^ORDER_?PAID$/.test(error.provider_code)

/** Certificate mode only: fetches the certificates that are valid now. */
export async function refreshCertificates(merchant: Merchant): Promise<void> {
  if (!merchant.platform_key) await ask(merchant, 'GET', certificatesPath)
}

export interface Prepay {
  out_trade_no: string
  description: string
  /** RFC 3339 with the offset +08:00. */
  time_expire: string
  notify_url: string
  /** fen */
  total: number
  openid: string
}

/** The same call again with the same values answers a fresh `prepay_id`. */
export async function prepay(
  merchant: Merchant,
  { out_trade_no, description, time_expire, notify_url, total, openid }: Prepay,
): Promise<string> {
  const text = await ask(merchant, 'POST', '/v3/pay/transactions/jsapi', {
    appid: merchant.appid,
    mchid: merchant.mchid,
    description,
    out_trade_no,
    time_expire,
    notify_url,
    amount: { total, currency: 'CNY' },
    payer: { openid },
  })
  return read(z.object({ prepay_id: z.string().min(1).max(64) }), text).prepay_id
}

/** What `wx.requestPayment` wants; signed anew at every call. */
export function signPayment(merchant: Merchant, prepay_id: string) {
  const { now, nonce } = outside()
  return payParameters(prepay_id, {
    appid: merchant.appid,
    key: merchant.private_key,
    timestamp: seconds(now()),
    nonce: nonce(),
  })
}

/** A payment as a query answers it and as a callback carries it. */
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

/** Undefined: the provider does not know this number. */
export async function queryPayment(merchant: Merchant, out_trade_no: string): Promise<Transaction | undefined> {
  try {
    const path = `/v3/pay/transactions/out-trade-no/${out_trade_no}?mchid=${merchant.mchid}`
    return read(Transaction, await ask(merchant, 'GET', path))
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw error
  }
}

/** `paid`: too late to close it. May be repeated. */
export async function closePayment(merchant: Merchant, out_trade_no: string): Promise<'closed' | 'paid'> {
  try {
    await ask(merchant, 'POST', `/v3/pay/transactions/out-trade-no/${out_trade_no}/close`, { mchid: merchant.mchid })
    return 'closed'
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    if (isPaid(error)) return 'paid'
    if (isUnknown(error) || error.provider_code === 'ORDER_CLOSED') return 'closed'
    throw error
  }
}

/** A refund as the provider answers it; `status` is PROCESSING, SUCCESS, ABNORMAL or CLOSED. */
export const Refund = z.object({
  refund_id: z.string().max(64),
  out_refund_no: z.string(),
  status: z.string(),
  amount: z.object({ refund: z.int(), total: z.int() }),
})
export type Refund = z.output<typeof Refund>

/** The plaintext of a refund's callback: the same with `refund_status`, and the merchant. */
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
  /** fen */
  refund: number
  /** fen: what the payment was */
  total: number
}

/** The provider takes characters of at most three bytes in UTF-8, so no emoji. */
const plain = (text: string) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '').slice(0, 80)

/** Repeatable under the same number: the provider refunds it once. Accepted does not mean refunded. */
export async function requestRefund(
  merchant: Merchant,
  { refund, total, reason, ...numbers }: RefundRequest,
): Promise<Refund> {
  const text = await ask(merchant, 'POST', '/v3/refund/domestic/refunds', {
    ...numbers,
    ...(reason && { reason: plain(reason) }),
    amount: { refund, total, currency: 'CNY' },
  })
  return read(Refund, text)
}

/** Undefined: the provider has accepted no such refund. */
export async function queryRefund(merchant: Merchant, out_refund_no: string): Promise<Refund | undefined> {
  try {
    return read(Refund, await ask(merchant, 'GET', `/v3/refund/domestic/refunds/${out_refund_no}`))
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw error
  }
}
