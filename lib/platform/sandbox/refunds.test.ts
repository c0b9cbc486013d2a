import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sandbox_trade } from '@/db/schema/sandbox'
import { connection } from '@/lib/kit/database'
import { sandboxAccount } from './account'
import * as control from './control'
import { deliverDue } from './deliveries'
import { newNumber, newTrade, notify_url, pay } from './testing'

const refunds = '/v3/refund/domestic/refunds'
const afterSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)
const nobody = { fetch: async () => new Response(null, { status: 204 }) }

async function paidTrade(total = 1999) {
  const trade = await newTrade({ amount: { total, currency: 'CNY' } })
  await control.pay(trade.parameters)
  return trade
}

const refundRequest = (trade: { out_trade_no: string; amount: unknown }, values: Record<string, unknown> = {}) => ({
  out_trade_no: trade.out_trade_no,
  out_refund_no: newNumber(),
  reason: '不想要了',
  notify_url,
  amount: { refund: 500, total: 1999, currency: 'CNY' },
  ...values,
})

const requestRefund = (body: unknown) => pay('POST', refunds, { body })
const codeOf = ({ status, body }: { status: number; body?: { code?: string } }) => `${status} ${body?.code ?? ''}`

test('a refund is accepted and succeeds automatically after ten seconds', async () => {
  const trade = await paidTrade()
  const request = refundRequest(trade)
  const accepted = await requestRefund(request)
  expect(accepted.signed).toBe(true)
  expect(accepted.body).toMatchObject({
    out_trade_no: trade.out_trade_no,
    out_refund_no: request.out_refund_no,
    refund_id: expect.stringMatching(/^50300\d{24}$/),
    transaction_id: expect.stringMatching(/^4200/),
    channel: 'ORIGINAL',
    status: 'PROCESSING',
    amount: { refund: 500, total: 1999, payer_refund: 500, payer_total: 1999, currency: 'CNY' },
  })
  expect(accepted.body).not.toHaveProperty('success_time')
  const path = `${refunds}/${request.out_refund_no}`
  expect((await pay('GET', path)).body.status).toBe('PROCESSING')
  const settled = await pay('GET', path, { now: afterSeconds(11) })
  expect(settled.signed).toBe(true)
  expect(settled.body).toMatchObject({ status: 'SUCCESS', success_time: expect.stringContaining('+08:00') })
  const { mchid } = await sandboxAccount()
  const query = await pay('GET', `/v3/pay/transactions/out-trade-no/${trade.out_trade_no}?mchid=${mchid}`)
  expect(query.body.trade_state).toBe('REFUND')
})

test('the same number is refunded once; with other content it is refused', async () => {
  const trade = await paidTrade()
  const request = refundRequest(trade)
  const [first, second] = await Promise.all([requestRefund(request), requestRefund(request)])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.refund_id).toBe(first.body.refund_id)
  const more = { ...request, amount: { ...request.amount, refund: 600 } }
  expect(codeOf(await requestRefund(more))).toBe('400 INVALID_REQUEST')
  const other = await paidTrade()
  expect(codeOf(await requestRefund({ ...request, out_trade_no: other.out_trade_no }))).toBe('400 INVALID_REQUEST')
})

test('concurrent refunds never exceed the payment', async () => {
  const trade = await paidTrade()
  const answers = await Promise.all(Array.from({ length: 6 }, () => requestRefund(refundRequest(trade))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter((answer) => codeOf(answer) === '400 INVALID_REQUEST')).toHaveLength(3)
  const rest = refundRequest(trade, { amount: { refund: 499, total: 1999, currency: 'CNY' } })
  expect((await requestRefund(rest)).status).toBe(200)
  expect(
    (await requestRefund(refundRequest(trade, { amount: { refund: 1, total: 1999, currency: 'CNY' } }))).status,
  ).toBe(400)
})

test('the amount of a closed refund can be refunded under a new number', async () => {
  const trade = await paidTrade()
  const all = { refund: 1999, total: 1999, currency: 'CNY' }
  const request = refundRequest(trade, { amount: all })
  expect((await requestRefund(request)).status).toBe(200)
  expect(codeOf(await requestRefund(refundRequest(trade, { amount: all })))).toBe('400 INVALID_REQUEST')
  await control.settleRefund(request.out_refund_no, 'CLOSED')
  expect((await requestRefund(request)).body.status).toBe('CLOSED')
  expect((await requestRefund(refundRequest(trade, { amount: all }))).body.status).toBe('PROCESSING')
})

test('invalid refunds are refused', async () => {
  const open = await newTrade()
  expect(codeOf(await requestRefund(refundRequest(open)))).toBe('400 INVALID_REQUEST')
  const trade = await paidTrade()
  expect(codeOf(await requestRefund(refundRequest({ ...trade, out_trade_no: 'NOBODY123' })))).toBe(
    '404 RESOURCE_NOT_EXISTS',
  )
  const total = { refund: 1, total: 1998, currency: 'CNY' }
  expect(codeOf(await requestRefund(refundRequest(trade, { amount: total })))).toBe('400 INVALID_REQUEST')
  const { out_trade_no: _, ...nameless } = refundRequest(trade)
  expect(codeOf(await requestRefund(nameless))).toBe('400 PARAM_ERROR')
  expect(codeOf(await requestRefund(refundRequest(trade, { amount: { refund: 1, total: 1999 } })))).toBe(
    '400 PARAM_ERROR',
  )
  expect(codeOf(await requestRefund(refundRequest(trade, { out_refund_no: 'a/b' })))).toBe('400 PARAM_ERROR')
  expect(codeOf(await pay('GET', `${refunds}/NOBODY`))).toBe('404 RESOURCE_NOT_EXISTS')
  const { db } = await connection()
  const lastYear = new Date(Date.now() - 366 * 24 * 60 * 60_000)
  await db.update(sandbox_trade).set({ paid_at: lastYear }).where(eq(sandbox_trade.out_trade_no, trade.out_trade_no))
  expect(codeOf(await requestRefund(refundRequest(trade)))).toBe('400 INVALID_REQUEST')
})

test('a payment can have at most fifty refunds', async () => {
  const trade = await paidTrade()
  const one = { refund: 1, total: 1999, currency: 'CNY' }
  for (let count = 0; count < 50; count++) {
    expect((await requestRefund(refundRequest(trade, { amount: one }))).status).toBe(200)
  }
  expect(codeOf(await requestRefund(refundRequest(trade, { amount: one })))).toBe('400 INVALID_REQUEST')
})

test('a tester settles a refund, or keeps it PROCESSING until it is settled', async () => {
  const trade = await paidTrade()
  const kept = refundRequest(trade)
  const abnormal = refundRequest(trade)
  await requestRefund(kept)
  await requestRefund(abnormal)
  expect(await control.settleRefund(kept.out_refund_no, 'PROCESSING')).toMatchObject({ event_id: null })
  const { event_id } = await control.settleRefund(abnormal.out_refund_no, 'ABNORMAL')
  const done = await deliverDue({ ...nobody, now: afterSeconds(60) })
  expect(done).toContainEqual(expect.objectContaining({ event_id, event_type: 'REFUND.ABNORMAL' }))
  const path = (no: string) => `${refunds}/${no}`
  expect((await pay('GET', path(kept.out_refund_no), { now: afterSeconds(60) })).body.status).toBe('PROCESSING')
  expect((await pay('GET', path(abnormal.out_refund_no))).body.status).toBe('ABNORMAL')
  await control.settleRefund(abnormal.out_refund_no, 'SUCCESS')
  await control.settleRefund(kept.out_refund_no, 'SUCCESS')
  for (const state of ['SUCCESS', 'CLOSED', 'PROCESSING'] as const) {
    await expect(control.settleRefund(kept.out_refund_no, state)).rejects.toMatchObject({ code: 'order_state' })
  }
})

test('a refund without notify_url is settled without a callback', async () => {
  const trade = await paidTrade()
  const { notify_url: _, ...request } = refundRequest(trade)
  await requestRefund(request)
  expect(await control.settleRefund(request.out_refund_no, 'SUCCESS')).toMatchObject({ event_id: null })
})
