import { beforeEach, expect, test } from 'vitest'
import { sandbox_delivery } from '@/db/schema/sandbox'
import { connection } from '@/lib/kit/database'
import { unseal } from '@/lib/platform/wechat/seal'
import { isRecent, isSignedBy, readSignatureHeaders } from '@/lib/platform/wechat/signature'
import { sandboxAccount } from './account'
import * as control from './control'
import { deliverDue, retrySchedule } from './deliveries'
import { type PaymentFault, paymentFaults, type RefundFault, refundFaults } from './faults'
import { newNumber, newTrade, notify_url, pay } from './testing'

const addSeconds = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

beforeEach(async () => {
  const { db } = await connection()
  await db.delete(sandbox_delivery)
})

interface Received {
  url: string
  headers: Headers
  body: string
}

/**
 * Returns a `fetch` that acts as the shop: it records deliveries and responds with these statuses in turn. The last
 * status repeats.
 */
function shop(...statuses: (number | 'timeout')[]) {
  const received: Received[] = []
  const fetch = async (url: string, init: RequestInit) => {
    received.push({ url, headers: new Headers(init.headers), body: String(init.body) })
    const status = statuses.length > 1 ? statuses.shift() : (statuses[0] ?? 204)
    if (status === 'timeout') throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    return new Response(null, { status })
  }
  return { received, fetch }
}

/**
 * Verifies a callback with the checks of the protocol in sequence. Returns the first failed check as `verdict`, or
 * `good` and the content.
 */
async function judge({ headers, body }: Received, now = new Date()) {
  const account = await sandboxAccount()
  const given = readSignatureHeaders(headers)
  if (!given || !isRecent(given['wechatpay-timestamp'], now)) return { verdict: 'headers' }
  if (given['wechatpay-serial'] !== account.platform_public_key_id) return { verdict: 'serial' }
  if (!isSignedBy(account.platform_public_key, body, given)) return { verdict: 'signature' }
  const message = JSON.parse(body)
  try {
    return { verdict: 'good', message, content: JSON.parse(unseal(account.apiv3_key, message.resource)) }
  } catch {
    return { verdict: 'sealed' }
  }
}

async function paid(fault?: PaymentFault, delay?: number) {
  const trade = await newTrade()
  const { event_id } = await control.pay(trade.parameters, { fault, delay })
  return { ...trade, event_id }
}

async function refunded(fault?: RefundFault) {
  const trade = await paid()
  await deliverDue(shop())
  const out_refund_no = newNumber()
  const amount = { refund: 500, total: 1999, currency: 'CNY' }
  const body = { out_trade_no: trade.out_trade_no, out_refund_no, notify_url, amount }
  await pay('POST', '/v3/refund/domestic/refunds', { body })
  const { event_id } = await control.settleRefund(out_refund_no, 'SUCCESS', { fault })
  return { ...trade, out_refund_no, event_id }
}

function single<T>(values: T[]): T {
  const [value] = values
  if (values.length !== 1 || value === undefined) throw new Error(`${values.length} instead of one`)
  return value
}

test('the callback of a payment is signed and encrypted, with the content of a query', async () => {
  const { out_trade_no, event_id, mchid } = await paid()
  const { received, fetch } = shop()
  expect(await deliverDue({ fetch })).toEqual([
    { event_id, event_type: 'TRANSACTION.SUCCESS', attempt: 1, statuses: [204], delivered: true },
  ])
  const callback = single(received)
  expect(callback.url).toBe(notify_url)
  const { verdict, message, content } = await judge(callback)
  expect(verdict).toBe('good')
  expect(message).toMatchObject({
    id: event_id,
    event_type: 'TRANSACTION.SUCCESS',
    resource_type: 'encrypt-resource',
    create_time: expect.stringContaining('+08:00'),
    resource: { algorithm: 'AEAD_AES_256_GCM', original_type: 'transaction', associated_data: 'transaction' },
  })
  expect(message.resource.nonce).toHaveLength(12)
  const query = await pay('GET', `/v3/pay/transactions/out-trade-no/${out_trade_no}?mchid=${mchid}`)
  expect(content).toEqual(query.body)
  expect(await deliverDue({ fetch })).toEqual([])
})

test('the callback of a refund has other names than the response', async () => {
  const { out_trade_no, out_refund_no, mchid } = await refunded()
  const { received, fetch } = shop()
  await deliverDue({ fetch })
  const { message, content } = await judge(single(received))
  expect(message).toMatchObject({ event_type: 'REFUND.SUCCESS', resource: { original_type: 'refund' } })
  expect(content).toEqual({
    mchid,
    out_trade_no,
    transaction_id: expect.stringMatching(/^4200/),
    out_refund_no,
    refund_id: expect.stringMatching(/^50300/),
    refund_status: 'SUCCESS',
    success_time: expect.stringContaining('+08:00'),
    user_received_account: expect.any(String),
    amount: { total: 1999, refund: 500, payer_total: 1999, payer_refund: 500 },
  })
})

test('other statuses than 200 and 204 are retried by the schedule for a day', async () => {
  await paid()
  const { received, fetch } = shop(500, 401, 302, 202, 'timeout', 500)
  let now = new Date()
  expect(single(await deliverDue({ fetch, now }))).toMatchObject({ attempt: 1, statuses: [500], delivered: false })
  for (const [index, wait] of retrySchedule.entries()) {
    expect(await deliverDue({ fetch, now: addSeconds(now, wait - 1) })).toEqual([])
    now = addSeconds(now, wait)
    expect(single(await deliverDue({ fetch, now }))).toMatchObject({ attempt: index + 2, delivered: false })
  }
  expect(retrySchedule.reduce((sum, wait) => sum + wait, 0)).toBe((24 * 60 + 4) * 60)
  expect(await deliverDue({ fetch, now: addSeconds(now, 30 * 24 * 3600) })).toEqual([])
  expect(received).toHaveLength(16)
  const signatures = received.map(({ headers }) => headers.get('wechatpay-signature'))
  const ciphertexts = received.map(({ body }) => JSON.parse(body).resource.ciphertext)
  expect(new Set([...signatures, ...ciphertexts]).size).toBe(32)
  expect(new Set(received.map(({ body }) => JSON.parse(body).id)).size).toBe(1)
})

test.each([200, 204])('%i after a failure ends the deliveries', async (status) => {
  const { event_id } = await paid()
  const now = new Date()
  const { fetch } = shop('timeout', status)
  expect(single(await deliverDue({ fetch, now }))).toMatchObject({ statuses: [null], delivered: false })
  const again = single(await deliverDue({ fetch, now: addSeconds(now, 15) }))
  expect(again).toMatchObject({ event_id, attempt: 2, delivered: true })
  expect(await deliverDue({ fetch, now: addSeconds(now, 3600) })).toEqual([])
})

test('instances share the deliveries; each is made by one of them', async () => {
  for (let count = 0; count < 8; count++) await paid()
  const { received, fetch } = shop()
  const slow = async (url: string, init: RequestInit) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return fetch(url, init)
  }
  const done = await Promise.all([
    deliverDue({ fetch: slow }),
    deliverDue({ fetch: slow }),
    deliverDue({ fetch: slow }),
  ])
  expect(done.flat()).toHaveLength(8)
  expect(received).toHaveLength(8)
})

test('a delivery whose sender crashed is made again', async () => {
  await paid()
  const now = new Date()
  const crashed = deliverDue({ fetch: () => new Promise(() => {}), now })
  crashed.catch(() => {})
  const { received, fetch } = shop()
  await expect.poll(() => deliverDue({ fetch, now: addSeconds(now, 30) })).toHaveLength(1)
  expect(received).toHaveLength(1)
})

/** The expected `verdict` on the first delivery, by fault. */
const verdicts: Partial<Record<PaymentFault, string>> = {
  altered_body: 'signature',
  altered_tag: 'sealed',
  wrong_serial: 'serial',
  old_timestamp: 'headers',
  probe: 'signature',
}

test.each(Object.entries(verdicts))('%s spoils the first delivery, the second is good', async (name, verdict) => {
  const fault = paymentFaults.find((one) => one === name)
  await paid(fault)
  const now = new Date()
  const { received, fetch } = shop(401, 204)
  await deliverDue({ fetch, now })
  expect(await judge(single(received))).toEqual({ verdict })
  if (fault === 'probe') {
    expect(received[0]?.headers.get('wechatpay-signature')).toMatch(/^WECHATPAY\/SIGNTEST\//)
  }
  await deliverDue({ fetch, now: addSeconds(now, 15) })
  expect(await judge(single(received.slice(1)), addSeconds(now, 15))).toMatchObject({ verdict: 'good' })
})

test.each<[PaymentFault, (content: Record<string, unknown>, truth: { mchid: string; appid: string }) => unknown]>([
  ['wrong_amount', (content) => expect(content).toMatchObject({ amount: { total: 2000 } })],
  ['payer_total_less', (content) => expect(content).toMatchObject({ amount: { total: 1999, payer_total: 1998 } })],
  ['wrong_mchid', (content, { mchid }) => expect(content.mchid).not.toBe(mchid)],
  ['wrong_appid', (content, { appid }) => expect(content.appid).not.toBe(appid)],
  ['wrong_currency', (content) => expect(content).toMatchObject({ amount: { currency: 'USD' } })],
  ['unknown_trade', (content) => expect(content.out_trade_no).toMatch(/^UNKNOWN\d{16}$/)],
])('%s is in every delivery, while a query tells the truth', async (fault, check) => {
  const trade = await paid(fault)
  const now = new Date()
  const { received, fetch } = shop(500)
  await deliverDue({ fetch, now })
  await deliverDue({ fetch, now: addSeconds(now, 15) })
  expect(received).toHaveLength(2)
  for (const one of received) {
    const { verdict, content } = await judge(one)
    expect(verdict).toBe('good')
    check(content, trade)
  }
  const query = await pay('GET', `/v3/pay/transactions/out-trade-no/${trade.out_trade_no}?mchid=${trade.mchid}`)
  expect(query.body).toMatchObject({ trade_state: 'SUCCESS', amount: { total: 1999, currency: 'CNY' } })
})

test('empty associated data is sealed without any', async () => {
  await paid('empty_associated_data')
  const { received, fetch } = shop()
  await deliverDue({ fetch })
  const { verdict, message } = await judge(single(received))
  expect({ verdict, data: message.resource.associated_data }).toEqual({ verdict: 'good', data: '' })
})

test.each([
  ['duplicate', 3],
  ['concurrent', 5],
] as const)('%s: the first delivery is made %i times', async (fault, times) => {
  await paid(fault)
  const { received, fetch } = shop(500)
  const now = new Date()
  expect(single(await deliverDue({ fetch, now })).statuses).toHaveLength(times)
  await deliverDue({ fetch, now: addSeconds(now, 15) })
  expect(received).toHaveLength(times + 1)
})

test('lost is never delivered, late a minute later, and both on request', async () => {
  const lost = await paid('lost')
  const late = await paid('late')
  const delayed = await paid(undefined, 300)
  const now = new Date()
  const { fetch } = shop()
  expect(await deliverDue({ fetch, now: addSeconds(now, 50) })).toEqual([])
  expect(single(await deliverDue({ fetch, now: addSeconds(now, 61) })).event_id).toBe(late.event_id)
  await control.delayDelivery(delayed.event_id, 600)
  expect(await deliverDue({ fetch, now: addSeconds(now, 301) })).toEqual([])
  expect(single(await deliverDue({ fetch, now: addSeconds(now, 24 * 3600) })).event_id).toBe(delayed.event_id)
  await control.delayDelivery(lost.event_id, 0)
  expect(single(await deliverDue({ fetch, now: addSeconds(now, 1) })).event_id).toBe(lost.event_id)
  await expect(control.delayDelivery(lost.event_id, 0)).rejects.toMatchObject({ code: 'order_state' })
})

test.each(refundFaults)('a refund can meet %s', async (fault) => {
  const { out_refund_no } = await refunded(fault)
  const now = new Date()
  const { received, fetch } = shop(500)
  await deliverDue({ fetch, now: addSeconds(now, 61) })
  if (fault === 'lost') return expect(received).toEqual([])
  const { verdict, content } = await judge(received[0] ?? expect.unreachable(), addSeconds(now, 61))
  const { verdict: expected = 'good' } = { verdict: verdicts[fault] }
  expect(verdict).toBe(expected)
  if (content) {
    expect(content.out_refund_no === out_refund_no).toBe(fault !== 'unknown_trade')
    expect(content.amount.refund === 500).toBe(fault !== 'wrong_amount')
    expect(content.amount.payer_refund === 500).toBe(fault !== 'wrong_amount' && fault !== 'payer_total_less')
  }
})
