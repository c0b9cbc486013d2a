import { type KeyObject, sign, verify } from 'node:crypto'

/**
 * RSASSA-PKCS1-v1_5 with SHA-256. Every line of the signed text ends with a line feed, the last too. Sources: the
 * provider's pages on request signatures, on verifying signatures and on wx.requestPayment.
 */

const scheme = 'WECHATPAY2-SHA256-RSA2048'

/** In seconds, in both directions. */
const timestampTolerance = 300

const lines = (...parts: string[]) => parts.map((part) => `${part}\n`).join('')

const signLines = (key: KeyObject, ...parts: string[]) =>
  sign('RSA-SHA256', Buffer.from(lines(...parts)), key).toString('base64')

const verifyLines = (key: KeyObject, signature: string, ...parts: string[]) =>
  verify('RSA-SHA256', Buffer.from(lines(...parts)), key, Buffer.from(signature, 'base64'))

/** Members of the Authorization header. */
export interface RequestSignature {
  mchid: string
  nonce_str: string
  signature: string
  /** Unix seconds. */
  timestamp: string
  /** Serial of the merchant's certificate, in upper-case hexadecimal. */
  serial_no: string
}

interface SignedRequest {
  method: string
  /** With the query, exactly as sent. */
  path: string
  /** Exactly as sent; empty for GET. */
  body: string
}

export function authorization(
  request: SignedRequest,
  {
    mchid,
    serial,
    key,
    timestamp,
    nonce,
  }: { mchid: string; serial: string; key: KeyObject; timestamp: number; nonce: string },
): string {
  const signature = signLines(key, request.method, request.path, String(timestamp), nonce, request.body)
  return `${scheme} mchid="${mchid}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${serial}"`
}

/** undefined: invalid. */
export function parseAuthorization(header: string): RequestSignature | undefined {
  const [given, list] = header.split(/ (.*)/, 2)
  if (given !== scheme || !list) return undefined
  const items = new Map([...list.matchAll(/(?:^|,)(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))
  const item = (name: string) => items.get(name) ?? ''
  const parsed = {
    mchid: item('mchid'),
    nonce_str: item('nonce_str'),
    signature: item('signature'),
    timestamp: item('timestamp'),
    serial_no: item('serial_no'),
  }
  return items.size === 5 && Object.values(parsed).every(Boolean) ? parsed : undefined
}

/** Does not check the age of the request. */
export const isRequestSignedBy = (key: KeyObject, { method, path, body }: SignedRequest, given: RequestSignature) =>
  verifyLines(key, given.signature, method, path, given.timestamp, given.nonce_str, body)

export interface SignatureHeaders {
  'wechatpay-timestamp': string
  'wechatpay-nonce': string
  'wechatpay-signature': string
  'wechatpay-serial': string
}

/** In the same way as the provider. */
export function signatureHeaders(
  body: string,
  { key, serial, timestamp, nonce }: { key: KeyObject; serial: string; timestamp: number; nonce: string },
): SignatureHeaders {
  return {
    'wechatpay-timestamp': String(timestamp),
    'wechatpay-nonce': nonce,
    'wechatpay-signature': signLines(key, String(timestamp), nonce, body),
    'wechatpay-serial': serial,
  }
}

/** undefined: a header is missing or the signature type differs. */
export function readSignatureHeaders(headers: Headers): SignatureHeaders | undefined {
  const type = headers.get('wechatpay-signature-type')
  const read = {
    'wechatpay-timestamp': headers.get('wechatpay-timestamp') ?? '',
    'wechatpay-nonce': headers.get('wechatpay-nonce') ?? '',
    'wechatpay-signature': headers.get('wechatpay-signature') ?? '',
    'wechatpay-serial': headers.get('wechatpay-serial') ?? '',
  }
  return Object.values(read).every(Boolean) && (type === null || type === scheme) ? read : undefined
}

/** Does not check the age of the signature. */
export const isSignedBy = (key: KeyObject, body: string, given: SignatureHeaders) =>
  verifyLines(key, given['wechatpay-signature'], given['wechatpay-timestamp'], given['wechatpay-nonce'], body)

/** Five minutes in either direction. */
export const isRecent = (timestamp: string, now: Date) =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= timestampTolerance

export interface PayParameters {
  /** Unix seconds, as text. */
  timeStamp: string
  nonceStr: string
  /** `prepay_id=` and the prepay_id. */
  package: string
  signType: 'RSA'
  paySign: string
}

const payLines = (
  appid: string,
  { timeStamp, nonceStr, package: prepay }: Omit<PayParameters, 'paySign' | 'signType'>,
) => [appid, timeStamp, nonceStr, prepay] as const

export function payParameters(
  prepay_id: string,
  { appid, key, timestamp, nonce }: { appid: string; key: KeyObject; timestamp: number; nonce: string },
): PayParameters {
  const unsigned = { timeStamp: String(timestamp), nonceStr: nonce, package: `prepay_id=${prepay_id}` }
  return { ...unsigned, signType: 'RSA', paySign: signLines(key, ...payLines(appid, unsigned)) }
}

export const isPaySignBy = (key: KeyObject, appid: string, given: PayParameters) =>
  verifyLines(key, given.paySign, ...payLines(appid, given))
