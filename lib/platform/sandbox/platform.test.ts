import { expect, test } from 'vitest'
import { sandbox_account } from '@/db/schema/sandbox'
import { connection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { authorization } from '@/lib/platform/wechat/signature'
import { sandboxAccount } from './account'
import { sandboxFetch } from './fetch'
import { newTrade, pay, prepayRequest, unixTime } from './testing'

const jsapi = '/v3/pay/transactions/jsapi'
const unknown = async () => `/v3/pay/transactions/out-trade-no/UNKNOWN1?mchid=${(await sandboxAccount()).mchid}`

const malformed = 'Http头Authorization值格式错误，请参考《微信支付商户REST API签名规则》'
const stale = 'Http头Authorization中的timestamp与发起请求的时间不得超过5分钟'

/** Expects a refusal with this status and code, and that the response is not signed. */
function expectRefused(answer: Awaited<ReturnType<typeof pay>>, status: number, code: string, message?: string) {
  expect({ status: answer.status, code: answer.body?.code }).toEqual({ status, code })
  if (message) expect(answer.body.message).toBe(message)
  expect(answer.headers.get('wechatpay-signature')).toBeNull()
  expect(answer.headers.get('request-id')).toMatch(/^\w+-\d+$/)
}

test('an account has the values of the two consoles', async () => {
  const account = await sandboxAccount()
  expect(account.appid).toMatch(/^wx[0-9a-f]{16}$/)
  expect(account.mchid).toMatch(/^\d{10}$/)
  expect(account.serial).toMatch(/^[0-9A-F]{40}$/)
  expect(account.apiv3_key).toMatch(/^[\x21-\x7e]{32}$/)
  expect(account.platform_public_key_id).toMatch(/^PUB_KEY_ID_\d+$/)
  expect(account.merchant_public_key.asymmetricKeyDetails?.modulusLength).toBe(2048)
  expect(account.platform_public_key.asymmetricKeyDetails?.modulusLength).toBe(2048)
})

test('concurrent instances get the same account', async () => {
  const instance = () => {
    Reflect.deleteProperty(globalThis, Symbol.for('mini-shop.sandbox-account'))
    return sandboxAccount()
  }
  const { db } = await connection()
  await db.delete(sandbox_account)
  const mchids = (await Promise.all([instance(), instance(), instance()])).map(({ mchid }) => mchid)
  expect(new Set(mchids).size).toBe(1)
})

test('a successful response is signed over its body and has a Request-ID', async () => {
  const answer = await pay('POST', jsapi, { body: await prepayRequest() })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ prepay_id: expect.stringMatching(/^wx\d{14}[0-9a-f]{20}$/) })
  expect(answer.signed).toBe(true)
  expect(answer.headers.get('wechatpay-serial')).toBe((await sandboxAccount()).platform_public_key_id)
  expect(answer.headers.get('request-id')).toMatch(/^\w+-0$/)
})

test('204 is signed over the empty body', async () => {
  const { out_trade_no, mchid } = await newTrade()
  const answer = await pay('POST', `/v3/pay/transactions/out-trade-no/${out_trade_no}/close`, { body: { mchid } })
  expect({ status: answer.status, text: answer.text, signed: answer.signed }).toEqual({
    status: 204,
    text: '',
    signed: true,
  })
})

test.each(['user-agent', 'accept'])('a request without %s is refused', async (name) => {
  expectRefused(await pay('GET', await unknown(), { headers: { [name]: null } }), 400, 'INVALID_REQUEST')
})

test.each<[string, (header: string) => string | null]>([
  ['missing', () => null],
  ['of another scheme', (header) => header.replace('RSA2048', 'SM2')],
  ['in lower case', (header) => header.replace('WECHATPAY2-SHA256-RSA2048', 'wechatpay2-sha256-rsa2048')],
  ['with two spaces', (header) => header.replace(' ', '  ')],
  ['with spaces between its items', (header) => header.replaceAll(',', ', ')],
  ['without a nonce', (header) => header.replace(/nonce_str="\w+",/, '')],
  ['with an item twice', (header) => `${header},mchid="1"`],
  ['with a nonce of 33 characters', (header) => header.replace(/nonce_str="\w+"/, `nonce_str="${'a'.repeat(33)}"`)],
  ['with a time in words', (header) => header.replace(/timestamp="\d+"/, 'timestamp="now"')],
  ['without quotes', (header) => header.replaceAll('"', '')],
])('an Authorization that is %s is refused', async (_, change) => {
  const account = await sandboxAccount()
  const path = await unknown()
  const header = authorization(
    { method: 'GET', path: `/sandbox/pay${path}`, body: '' },
    {
      mchid: account.mchid,
      serial: account.serial,
      key: account.merchant_private_key,
      timestamp: unixTime(),
      nonce: 'abcdefgh',
    },
  )
  expect((await pay('GET', path, { headers: { authorization: header } })).status).toBe(404)
  expectRefused(await pay('GET', path, { headers: { authorization: change(header) } }), 401, 'SIGN_ERROR', malformed)
})

test('mchid and serial must be those of the merchant', async () => {
  expectRefused(await pay('GET', await unknown(), { by: { mchid: '1000000000' } }), 400, 'MCH_NOT_EXISTS')
  const serial = (await sandboxAccount()).serial
  for (const wrong of ['0'.repeat(40), serial.toLowerCase()]) {
    expectRefused(await pay('GET', await unknown(), { by: { serial: wrong } }), 401, 'SIGN_ERROR')
  }
})

test('a timestamp may be 300 seconds off, and is checked before the signature', async () => {
  const path = await unknown()
  const now = new Date('2026-03-01T08:00:00Z')
  for (const off of [-300, 300]) {
    const answer = await pay('GET', path, { now, by: { timestamp: unixTime(now) + off } })
    expect(answer.body.code).toBe('ORDER_NOT_EXIST')
  }
  for (const off of [-301, 301]) {
    const by = { timestamp: unixTime(now) + off }
    expectRefused(await pay('GET', path, { now, by, signed: { path: '/' } }), 401, 'SIGN_ERROR', stale)
  }
})

test('the signature covers method, path with prefix and query, and the exact bytes of the body', async () => {
  const { mchid } = await sandboxAccount()
  const path = await unknown()
  const body = JSON.stringify(await prepayRequest())
  for (const answer of [
    await pay('GET', path, { signed: { path } }),
    await pay('GET', path, { signed: { path: `/sandbox/pay${path}`.replace(/\?.*/, '') } }),
    await pay('GET', path, { signed: { method: 'POST' } }),
    await pay('GET', path, { signed: { body: '{}' } }),
    await pay('POST', jsapi, { text: body, signed: { body: `${body} ` } }),
    await pay('POST', jsapi, { text: body.replace('1999', '1'), signed: { body } }),
  ]) {
    expectRefused(answer, 401, 'SIGN_ERROR', '签名错误')
  }
  expect((await pay('POST', jsapi, { text: ` ${body}\n` })).status).toBe(200)
  expect((await pay('GET', `/v3/pay/transactions/id/42%2A?mchid=${mchid}`)).body.code).toBe('ORDER_NOT_EXIST')
})

test('Wechatpay-Serial must be the key of the account', async () => {
  const answer = await pay('GET', await unknown(), { headers: { 'wechatpay-serial': 'PUB_KEY_ID_1' } })
  expectRefused(answer, 400, 'PARAM_ERROR')
  expect((await pay('GET', await unknown(), { headers: { 'wechatpay-serial': null } })).status).toBe(404)
})

test('a body must be JSON of at most 64 KiB, without null and characters of four bytes', async () => {
  const request = await prepayRequest()
  expectRefused(await pay('POST', jsapi, { text: '{' }), 400, 'PARAM_ERROR')
  expectRefused(await pay('POST', jsapi, { text: '' }), 400, 'PARAM_ERROR')
  expectRefused(await pay('POST', jsapi, { body: { ...request, attach: null } }), 400, 'PARAM_ERROR')
  expectRefused(await pay('POST', jsapi, { body: { ...request, description: '茶🍵' } }), 400, 'PARAM_ERROR')
  expectRefused(
    await pay('POST', jsapi, { body: request, headers: { 'content-type': 'text/plain' } }),
    400,
    'INVALID_REQUEST',
  )
  const large = { ...request, detail: { cost_price: 'x'.repeat(64 * 1024) } }
  expectRefused(await pay('POST', jsapi, { body: large }), 413, 'INVALID_REQUEST')
})

test('an unknown path is 404, another method 405, both empty and unsigned', async () => {
  for (const [method, path, status] of [
    ['GET', '/v3/pay/transactions/native', 404],
    ['GET', '/v3/certificates/', 404],
    ['GET', jsapi, 405],
    ['POST', '/v3/certificates', 405],
  ] as const) {
    const answer = await pay(method, path, method === 'POST' ? { body: {} } : {})
    expect({ status: answer.status, text: answer.text, signed: answer.signed }).toEqual({
      status,
      text: '',
      signed: false,
    })
  }
})

test('there are no platform certificates', async () => {
  expectRefused(await pay('GET', '/v3/certificates'), 404, 'RESOURCE_NOT_EXISTS')
  expectRefused(await pay('GET', '/v3/certificates', { signed: { path: '/' } }), 401, 'SIGN_ERROR')
})

test('sandboxFetch reaches only the platform', async () => {
  const { BASE_URL } = env()
  const answer = await sandboxFetch(`${BASE_URL}/sandbox/pay/v3/certificates`)
  expect(answer.status).toBe(400)
  for (const url of ['https://api.mch.weixin.qq.com/v3/certificates', `${BASE_URL}/v1/product/recent`]) {
    await expect(sandboxFetch(url)).rejects.toThrow('fetch failed')
  }
})
