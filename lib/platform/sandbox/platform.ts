import { describeError } from '@/lib/kit/api/run/failure'
import { log } from '@/lib/kit/api/run/log'
import {
  isRecent,
  isRequestSignedBy,
  parseAuthorization,
  type RequestSignature,
  signatureHeaders,
} from '@/lib/platform/wechat/signature'
import { type SandboxAccount, sandboxAccount } from './account'
import { accountOperations, isReadByGet } from './accounts'
import { parseJson, readBody } from './body'
import { expressOperations } from './express'
import { apiAnswer, codeToSession, loginError, phoneNumber, stableToken, wrongToken } from './login'
import { hex } from './numbers'
import type { PayOperation } from './operation'
import { queryRefund, refund } from './refunds'
import { Refusal, requestId } from './refusal'
import { shippingOperations } from './shipping'

import { close, prepay, queryById, queryByNumber } from './trades'
import { waybillOperations } from './waybill'

/** `api`: the mini-program's server API; `pay`: the payment provider. */
export type PlatformBase = 'api' | 'pay'

/** `path`: after the base URL. Signatures of payments cover the path and query of `request.url`. Never rejects. */
export async function answerPlatform(
  request: Request,
  base: PlatformBase,
  path: string,
  now = new Date(),
): Promise<Response> {
  try {
    return await (base === 'api' ? answerApi(request, path, now) : answerPay(request, path, now))
  } catch (error) {
    if (error instanceof Refusal) return error.response()
    log().error({ base, path, ...describeError(error) }, 'the simulated platform failed')
    return base === 'api' ? loginError(-1) : new Refusal('system').response()
  }
}

async function answerApi(request: Request, path: string, now: Date): Promise<Response> {
  const { searchParams: query } = new URL(request.url)
  const account = await sandboxAccount()
  if (path === '/sns/jscode2session') return codeToSession(query, account, now)
  const operation = apiOperations.get(path)
  if (!operation && path !== '/cgi-bin/stable_token' && path !== '/wxa/business/getuserphonenumber')
    return new Response(null, { status: 404 })
  const isGet = isReadByGet(path)
  if (request.method !== (isGet ? 'GET' : 'POST')) return loginError(isGet ? 43001 : 43002)
  const text = isGet ? '{}' : await readBody(request)
  if (text === '') return loginError(44002)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return loginError(47001)
  }
  if (path === '/cgi-bin/stable_token') return stableToken(body, account, now)
  const wrong = wrongToken(query.get('access_token'), account, now)
  if (wrong) return loginError(wrong)
  return operation ? apiAnswer(await operation({ account, body, now })) : phoneNumber(body, account, now)
}

const apiOperations = new Map(
  Object.entries({ ...shippingOperations, ...expressOperations, ...accountOperations, ...waybillOperations }),
)

const operations: [method: 'GET' | 'POST', path: RegExp, operation: PayOperation][] = [
  ['POST', /^\/v3\/pay\/transactions\/jsapi$/, prepay],
  ['GET', /^\/v3\/pay\/transactions\/out-trade-no\/(?<out_trade_no>[^/]+)$/, queryByNumber],
  ['GET', /^\/v3\/pay\/transactions\/id\/(?<transaction_id>[^/]+)$/, queryById],
  ['POST', /^\/v3\/pay\/transactions\/out-trade-no\/(?<out_trade_no>[^/]+)\/close$/, close],
  ['POST', /^\/v3\/refund\/domestic\/refunds$/, refund],
  ['GET', /^\/v3\/refund\/domestic\/refunds\/(?<out_refund_no>[^/]+)$/, queryRefund],
  // The simulated platform uses public-key mode, as for every new merchant, so there are no certificates.
  ['GET', /^\/v3\/certificates$/, () => Promise.reject(new Refusal('no_certificate'))],
]

async function answerPay(request: Request, path: string, now: Date): Promise<Response> {
  const there = operations.flatMap(([method, pattern, operation]) => {
    const match = pattern.exec(path)
    return match ? [{ method, operation, params: match.groups ?? {} }] : []
  })
  const found = there.find(({ method }) => method === request.method)
  if (!found) return new Response(null, { status: there.length > 0 ? 405 : 404 })
  const account = await sandboxAccount()
  const text = await readBody(request)
  const { pathname, search, searchParams: query } = new URL(request.url)
  verify(request, { account, path: pathname + search, body: text, now })
  const body = found.method === 'POST' ? parseJson(text) : undefined
  const params = Object.fromEntries(
    Object.entries(found.params).map(([name, value]) => [name, decodeURIComponent(value)]),
  )
  return signed(await found.operation({ account, params, query, body, now }), account, now)
}

/** A scheme, and `name="value"` five times. */
const authorizationForm = /^\S+ \w+="[^"]*"(,\w+="[^"]*"){4}$/

/** Throws {@link Refusal} with the first error. */
function verify(
  request: Request,
  { account, path, body, now }: { account: SandboxAccount; path: string; body: string; now: Date },
): void {
  const { headers, method } = request
  if (!headers.get('user-agent') || !headers.get('accept')) throw new Refusal('header_missing')
  const header = headers.get('authorization') ?? ''
  const given = authorizationForm.test(header) ? parseAuthorization(header) : undefined
  if (!given || !hasForm(given)) throw new Refusal('authorization')
  if (given.mchid !== account.mchid) throw new Refusal('merchant_unknown')
  if (given.serial_no !== account.serial) throw new Refusal('serial')
  if (!isRecent(given.timestamp, now)) throw new Refusal('timestamp')
  if (!isRequestSignedBy(account.merchant_public_key, { method, path, body }, given)) throw new Refusal('signature')
  const serial = headers.get('wechatpay-serial')
  if (serial !== null && serial !== account.platform_public_key_id) throw new Refusal('platform_serial')
  if (method === 'POST' && !/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? ''))
    throw new Refusal('media_type')
}

const hasForm = ({ nonce_str, timestamp }: RequestSignature) =>
  /^[0-9A-Za-z]{1,32}$/.test(nonce_str) && /^\d{1,12}$/.test(timestamp)

/** 200 with JSON, or 204 for undefined, whose empty body is signed too. */
function signed(result: object | undefined, account: SandboxAccount, now: Date): Response {
  const body = result === undefined ? '' : JSON.stringify(result)
  const headers = {
    'request-id': requestId(),
    ...signatureHeaders(body, {
      key: account.platform_private_key,
      serial: account.platform_public_key_id,
      timestamp: Math.floor(now.getTime() / 1000),
      nonce: hex(32),
    }),
  }
  if (result === undefined) return new Response(null, { status: 204, headers })
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } })
}
