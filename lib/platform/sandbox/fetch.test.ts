import { afterEach, expect, test } from 'vitest'
import { isRecent, readSignatureHeaders } from '@/lib/platform/wechat/signature'
import type { ProviderFault } from './fetch'
import { faults, newTrade, pay, prepayRequest } from './testing'

const jsapi = '/v3/pay/transactions/jsapi'
afterEach(() => faults.clear())

/** Whether the platform knows a trade, that is, has processed the request although its response was altered. */
const isKnown = async ({ out_trade_no, mchid }: { out_trade_no: string; mchid: string }) =>
  (await pay('GET', `/v3/pay/transactions/out-trade-no/${out_trade_no}?mchid=${mchid}`)).status === 200

test.each<[ProviderFault, number, string | undefined]>([
  ['server_error', 500, 'SYSTEM_ERROR'],
  ['rate_limited', 429, 'FREQUENCY_LIMITED'],
  ['not_enough', 403, 'NOT_ENOUGH'],
  ['html', 502, undefined],
  ['html_ok', 200, undefined],
])('%s: the platform never sees the request', async (fault, status, code) => {
  const body = await prepayRequest()
  faults.next(fault)
  const answer = await pay('POST', jsapi, { body })
  expect({ status: answer.status, code: answer.body?.code, signed: answer.signed }).toEqual({
    status,
    code,
    signed: false,
  })
  expect(await isKnown(body)).toBe(false)
  expect((await pay('POST', jsapi, { body })).status).toBe(200)
})

test.each<[ProviderFault, string, boolean]>([
  ['timeout', 'TimeoutError', false],
  ['connection_refused', 'TypeError', false],
  ['answer_lost', 'TimeoutError', true],
])('%s: there is no answer', async (fault, name, known) => {
  const body = await prepayRequest()
  faults.next(fault)
  await expect(pay('POST', jsapi, { body })).rejects.toMatchObject({ name })
  expect(await isKnown(body)).toBe(known)
})

test.each<ProviderFault>(['wrong_signature', 'probe', 'unsigned', 'stale', 'other_serial'])(
  '%s: the platform acts, and its answer is not to be believed',
  async (fault) => {
    const body = await prepayRequest()
    faults.next(fault)
    const { status, headers, signed } = await pay('POST', jsapi, { body })
    expect(status).toBe(200)
    const given = readSignatureHeaders(headers)
    const isStale = given && !isRecent(given['wechatpay-timestamp'], new Date())
    const isOther = headers.get('wechatpay-serial') === 'PUB_KEY_ID_0100000000000000000000000000000000'
    expect({ signed, isStale, isOther, isThere: given !== undefined }).toEqual({
      signed: fault === 'stale' || fault === 'other_serial',
      isStale: fault === 'unsigned' ? undefined : fault === 'stale',
      isOther: fault === 'other_serial',
      isThere: fault !== 'unsigned',
    })
    expect(await isKnown(body)).toBe(true)
  },
)

test('faults apply in their order, each to a request to its path', async () => {
  faults.next('server_error', { path: '/close' })
  faults.next('rate_limited')
  faults.next('html')
  const { out_trade_no, mchid, ...body } = await prepayRequest()
  expect((await pay('POST', jsapi, { body: { ...body, out_trade_no, mchid } })).status).toBe(429)
  expect((await pay('POST', jsapi, { body: { ...body, out_trade_no, mchid } })).status).toBe(502)
  expect(faults.pending).toBe(1)
  const trade = await newTrade()
  const path = `/v3/pay/transactions/out-trade-no/${trade.out_trade_no}/close`
  expect((await pay('POST', path, { body: { mchid } })).status).toBe(500)
  expect((await pay('POST', path, { body: { mchid } })).status).toBe(204)
  expect(faults.pending).toBe(0)
})
