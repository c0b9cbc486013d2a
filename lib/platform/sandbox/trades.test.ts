import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sandbox_trade } from '@/db/schema/sandbox'
import { connection } from '@/lib/kit/database'
import { sandboxAccount } from './account'
import * as control from './control'
import { newTrade, parametersOf, pay, prepayRequest } from './testing'

const jsapi = '/v3/pay/transactions/jsapi'
const after = (minutes: number, from = new Date()) => new Date(from.getTime() + minutes * 60_000)

async function query(out_trade_no: string, now = new Date()) {
  const { mchid } = await sandboxAccount()
  return pay('GET', `/v3/pay/transactions/out-trade-no/${out_trade_no}?mchid=${mchid}`, { now })
}

async function close(out_trade_no: string, now = new Date()) {
  const { mchid } = await sandboxAccount()
  return pay('POST', `/v3/pay/transactions/out-trade-no/${out_trade_no}/close`, { body: { mchid }, now })
}

const codeOf = ({ status, body }: { status: number; body?: { code?: string } }) => `${status} ${body?.code ?? ''}`

test('the same request again returns a new prepay_id, and both can be used to pay', async () => {
  const now = new Date('2026-03-01T08:00:00Z')
  const first = await newTrade({}, now)
  const { prepay_id, parameters, ...request } = first
  const nextMinute = after(1, now)
  const second = await pay('POST', jsapi, { body: request, now: nextMinute })
  expect(second.status).toBe(200)
  expect(second.body.prepay_id).not.toBe(prepay_id)
  expect(await control.pay(parameters, { now: nextMinute })).toMatchObject({ errMsg: 'requestPayment:ok' })
})

test('the same number with other parameters is refused, whatever their order', async () => {
  const { prepay_id: _, parameters: __, ...request } = await newTrade({ attach: 'a' })
  const reordered = Object.fromEntries(Object.entries(request).reverse())
  expect((await pay('POST', jsapi, { body: reordered })).status).toBe(200)
  for (const change of [
    { amount: { total: 2000, currency: 'CNY' } },
    { description: '别的' },
    { payer: { openid: 'oSomebodyElse' } },
    { attach: 'b' },
    { notify_url: 'https://shop.example.com/notify' },
  ]) {
    expect(codeOf(await pay('POST', jsapi, { body: { ...request, ...change } }))).toBe('400 INVALID_REQUEST')
  }
})

test.each<[string, Record<string, unknown>, string]>([
  ['a short number', { out_trade_no: '12345' }, '/out_trade_no'],
  ['a number with a slash', { out_trade_no: 'abc/defg' }, '/out_trade_no'],
  ['no description', { description: '' }, '/description'],
  ['an amount of 0', { amount: { total: 0, currency: 'CNY' } }, '/amount/total'],
  ['an amount in yuan', { amount: { total: 19.99 } }, '/amount/total'],
  ['an amount as text', { amount: { total: '1999' } }, '/amount/total'],
  ['another currency', { amount: { total: 1, currency: 'USD' } }, '/amount/currency'],
  ['no payer', { payer: {} }, '/payer/openid'],
  ['a notify_url with a query', { notify_url: 'https://shop.example.com/n?a=1' }, '/notify_url'],
  ['a notify_url over http', { notify_url: 'http://shop.example.com/n' }, '/notify_url'],
  ['a relative notify_url', { notify_url: '/v1/pay/notify' }, '/notify_url'],
  ['a time_expire without an offset', { time_expire: '2026-03-01T08:00:00' }, '/time_expire'],
])('%s is a PARAM_ERROR that names the member', async (_, values, field) => {
  const answer = await pay('POST', jsapi, { body: await prepayRequest(values) })
  expect(codeOf(answer)).toBe('400 PARAM_ERROR')
  expect(answer.body.detail).toMatchObject({ field, location: 'body' })
})

test('merchant and app must be those of the account', async () => {
  expect(codeOf(await pay('POST', jsapi, { body: await prepayRequest({ mchid: '1000000000' }) }))).toBe(
    '400 PARAM_ERROR',
  )
  expect(codeOf(await pay('POST', jsapi, { body: await prepayRequest({ appid: 'wx0' }) }))).toBe(
    '400 APPID_MCHID_NOT_MATCH',
  )
})

test('a query of an unpaid trade has no members of a payment, that of a paid one has', async () => {
  const { out_trade_no, parameters, appid, mchid } = await newTrade({ attach: '附言' })
  const known = { appid, mchid, out_trade_no, payer: { openid: 'oTester' } }
  expect((await query(out_trade_no)).body).toEqual({
    ...known,
    trade_state: 'NOTPAY',
    trade_state_desc: '订单未支付',
    amount: { total: 1999, currency: 'CNY' },
  })
  await control.pay(parameters)
  const paid = await query(out_trade_no)
  expect(paid.signed).toBe(true)
  expect(paid.body).toEqual({
    ...known,
    trade_state: 'SUCCESS',
    trade_state_desc: '支付成功',
    transaction_id: expect.stringMatching(/^4200\d{24}$/),
    trade_type: 'JSAPI',
    bank_type: 'OTHERS',
    attach: '附言',
    success_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/),
    amount: { total: 1999, currency: 'CNY', payer_total: 1999, payer_currency: 'CNY' },
  })
  const byId = await pay('GET', `/v3/pay/transactions/id/${paid.body.transaction_id}?mchid=${mchid}`)
  expect(byId.body).toEqual(paid.body)
})

test('a query requires the merchant and an existing order', async () => {
  const { out_trade_no } = await newTrade()
  const path = `/v3/pay/transactions/out-trade-no/${out_trade_no}`
  expect(codeOf(await pay('GET', path))).toBe('400 PARAM_ERROR')
  expect(codeOf(await pay('GET', `${path}?mchid=1000000000`))).toBe('400 PARAM_ERROR')
  expect(codeOf(await query('NOBODY123'))).toBe('404 ORDER_NOT_EXIST')
})

test('closing can be repeated; a closed trade is neither paid nor prepared again', async () => {
  const { prepay_id: _, parameters, ...request } = await newTrade()
  expect((await close(request.out_trade_no)).status).toBe(204)
  expect((await close(request.out_trade_no)).status).toBe(204)
  expect((await query(request.out_trade_no)).body.trade_state).toBe('CLOSED')
  expect(codeOf(await pay('POST', jsapi, { body: request }))).toBe('400 ORDER_CLOSED')
  await expect(control.pay(parameters)).rejects.toMatchObject({ code: 'order_state' })
  expect(codeOf(await close('NOBODY123'))).toBe('404 ORDER_NOT_EXIST')
})

test('a paid trade cannot be closed, prepared or paid again', async () => {
  const { prepay_id: _, parameters, ...request } = await newTrade()
  await control.pay(parameters)
  expect(codeOf(await close(request.out_trade_no))).toBe('400 ORDER_PAID')
  expect(codeOf(await pay('POST', jsapi, { body: request }))).toBe('400 ORDER_PAID')
  await expect(control.pay(parameters)).rejects.toMatchObject({ code: 'order_state' })
})

test('of a concurrent payment and closing, one wins', async () => {
  for (let round = 0; round < 5; round++) {
    const { out_trade_no, parameters } = await newTrade()
    const [paid, closed] = await Promise.allSettled([control.pay(parameters), close(out_trade_no)])
    const state = (await query(out_trade_no)).body.trade_state
    const isClosed = closed.status === 'fulfilled' && closed.value.status === 204
    expect({ paid: paid.status === 'fulfilled', isClosed }).toEqual({
      paid: state === 'SUCCESS',
      isClosed: state === 'CLOSED',
    })
  }
})

test('the time to pay ends at time_expire, at the earliest after a minute, by default after seven days', async () => {
  const now = new Date('2026-03-01T08:00:00Z')
  const cases: [string | undefined, number][] = [
    ['2026-03-01T16:30:00+08:00', 30],
    ['2026-03-01T16:00:10+08:00', 1],
    ['2026-06-01T16:00:00+08:00', 15 * 24 * 60],
    [undefined, 7 * 24 * 60],
  ]
  for (const [time_expire, minutes] of cases) {
    const { prepay_id: _, parameters: __, ...request } = await newTrade(time_expire ? { time_expire } : {}, now)
    const end = after(minutes, now)
    expect((await query(request.out_trade_no, new Date(end.getTime() - 1000))).body.trade_state).toBe('NOTPAY')
    expect((await query(request.out_trade_no, end)).body.trade_state).toBe('CLOSED')
    expect(codeOf(await pay('POST', jsapi, { body: request, now: end }))).toBe('400 ORDER_CLOSED')
    await expect(control.payByNumber(request.out_trade_no, { now: end })).rejects.toMatchObject({ code: 'order_state' })
  }
})

test('a prepay_id can be paid with for two hours', async () => {
  const now = new Date('2026-03-01T08:00:00Z')
  const { parameters, prepay_id: _, ...request } = await newTrade({}, now)
  await expect(control.pay(parameters, { now: after(121, now) })).rejects.toMatchObject({
    code: 'order_state',
    message: expect.stringContaining('two hours'),
  })
  const again = await pay('POST', jsapi, { body: request, now: after(121, now) })
  const fresh = await parametersOf(String(again.body.prepay_id))
  expect(await control.pay(fresh, { now: after(122, now) })).toMatchObject({ errMsg: 'requestPayment:ok' })
})

test('paying requires the parameters that the merchant signed', async () => {
  const { parameters, out_trade_no } = await newTrade()
  const other = await newTrade()
  for (const changed of [
    { ...parameters, nonceStr: 'another' },
    { ...parameters, timeStamp: '1' },
    { ...parameters, package: other.parameters.package },
    { ...parameters, paySign: other.parameters.paySign },
  ]) {
    await expect(control.pay(changed)).rejects.toMatchObject({
      code: 'invalid_request',
      extras: { invalid_params: [{ name: 'paySign' }] },
    })
  }
  for (const prepay_id of ['wx20260301160000ffffffffffffffffffff', 'nonsense', '%']) {
    await expect(control.pay(await parametersOf(prepay_id))).rejects.toMatchObject({
      extras: { invalid_params: [{ name: 'package', code: 'not_found' }] },
    })
  }
  expect((await query(out_trade_no)).body.trade_state).toBe('NOTPAY')
})

test('a cancelled or refused payment leaves the trade open', async () => {
  const { out_trade_no } = await newTrade()
  expect(control.cancel()).toEqual({ errMsg: 'requestPayment:fail cancel' })
  expect(control.fail().errMsg).toMatch(/^requestPayment:fail /)
  expect((await query(out_trade_no)).body.trade_state).toBe('NOTPAY')
})

test('the state is in the database: the change of another instance is visible immediately', async () => {
  const { out_trade_no } = await newTrade()
  const { db } = await connection()
  await db.update(sandbox_trade).set({ state: 'CLOSED' }).where(eq(sandbox_trade.out_trade_no, out_trade_no))
  expect((await query(out_trade_no)).body.trade_state).toBe('CLOSED')
})
