import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as tables from '@/db/tables'
import { payByNumber } from '@/lib/platform/sandbox/control'
import { faults, type ProviderFault } from '@/lib/platform/sandbox/fetch'
import { runtime, setRuntime } from '@/lib/platform/wechat/transport'
import { api } from '@/lib/server/testing/api'
import { database, newBuyer, newProduct, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'

beforeEach(() => play.usePlatform())
/** Checks after every test that payments, refunds and ledgers are consistent. */
afterEach(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

describe('pre-payment', () => {
  test('returns the parameters for the mini-program, and the same attempt when it is called again', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    const [first, second] = [await play.preOrder(payer, order.id), await play.preOrder(payer, order.id)]
    expect(first.body).toMatchObject({
      timeStamp: expect.stringMatching(/^\d{10}$/),
      package: expect.stringMatching(/^prepay_id=/),
      signType: 'RSA',
    })
    expect(second.body.payment_no).toBe(first.body.payment_no)
    expect(second.body.package).toBe(first.body.package)
    expect(await play.paymentsOf(order.id)).toMatchObject([
      { status: 'prepaid', amount: order.total_amount, payer: payer.openid },
    ])
  })

  test('is possible until the time of the database, whatever the clock of this server says', async () => {
    const payer = await play.newPayer()
    const [open, over] = [await play.placeOrder(payer), await play.placeOrder(payer)]
    await (await database())
      .update(tables.order)
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where(eq(tables.order.id, over.id))
    const hour = 3_600_000
    for (const offset of [hour, 0, -hour]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offset })
      try {
        for (const { id, isPayable } of [
          { id: open.id, isPayable: true },
          { id: over.id, isPayable: false },
        ]) {
          const read = await api('GET /v1/order/{id}', { token: payer.token, params: { id } })
          const listed = await api('GET /v1/order', { token: payer.token })
          expect(read.body.actions.includes('pay')).toBe(isPayable)
          expect(listed.body.items.find((one) => one.id === id)?.actions.includes('pay')).toBe(isPayable)
          expect((await play.preOrder(payer, id)).status).toBe(isPayable ? 200 : 409)
        }
        expect((await play.placeOrder(payer)).actions).toContain('pay')
      } finally {
        vi.useRealTimers()
      }
    }
  })

  test('sends the name of the goods, which WeChat shows to the customer', async () => {
    const payer = await play.newPayer()
    const { sku } = await newProduct({ name: '雨前绿茶' })
    const order = await play.placeOrder(payer, { sku_id: sku.id, count: 3 })
    await play.preOrder(payer, order.id)
    const [attempt] = await play.paymentsOf(order.id)
    expect(attempt?.prepay_request?.description).toBe('雨前绿茶 等 3 件')
  })

  test('asks the provider first if the attempt is older than ten seconds, so that an order is not paid twice', async () => {
    const payer = await play.newPayer()
    const [paid, closed, open] = [
      await play.placeOrder(payer),
      await play.placeOrder(payer),
      await play.placeOrder(payer),
    ]
    const first = await Promise.all([paid, closed, open].map(async ({ id }) => (await play.preOrder(payer, id)).body))
    // Its callback is not delivered.
    await payByNumber(first[0]?.payment_no ?? '')
    const db = await database()
    const trade = tables.sandbox_trade
    await db
      .update(trade)
      .set({ state: 'CLOSED' })
      .where(eq(trade.out_trade_no, first[1]?.payment_no ?? ''))
    expect((await play.preOrder(payer, paid.id)).status).toBe(200)
    await db.update(tables.payment).set({ prepaid_at: sql`now() - interval '11 seconds'` })
    expect((await play.preOrder(payer, paid.id)).problem).toMatchObject({ code: 'order_state', state: 'paid' })
    const again = await play.preOrder(payer, closed.id)
    expect(again.status).toBe(200)
    expect(again.body.payment_no).not.toBe(first[1]?.payment_no)
    expect((await play.preOrder(payer, open.id)).body).toMatchObject({ payment_no: first[2]?.payment_no })
    for (let at = 0; at < 3; at++) faults.next('answer_lost', { path: '/v3/pay/transactions/out-trade-no' })
    expect((await play.preOrder(payer, open.id)).body).toMatchObject({ payment_no: first[2]?.payment_no })
    expect(faults.pending).toBe(0)
  })

  test('fetches a new prepay_id under the same number when the old one has expired', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    const first = (await play.preOrder(payer, order.id)).body
    await (await database())
      .update(tables.payment)
      .set({ prepaid_at: sql`now() - interval '101 minutes'` })
      .where(eq(tables.payment.order_id, order.id))
    const second = (await play.preOrder(payer, order.id)).body
    expect(second.payment_no).toBe(first.payment_no)
    const [row] = await play.paymentsOf(order.id)
    expect(Date.now() - (row?.prepaid_at?.getTime() ?? 0)).toBeLessThan(60_000)
  })

  test('uses a new number when the amount has changed, and closes the old one', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    const first = (await play.preOrder(payer, order.id)).body
    await (await database())
      .update(tables.order)
      .set({ discount_amount: 99, total_amount: order.total_amount - 99 })
      .where(eq(tables.order.id, order.id))
    const second = (await play.preOrder(payer, order.id)).body
    expect(second.payment_no).not.toBe(first.payment_no)
    expect(await play.paymentsOf(order.id)).toMatchObject([
      { status: 'closed' },
      { status: 'prepaid', amount: order.total_amount - 99 },
    ])
    await expect(payByNumber(first.payment_no)).rejects.toMatchObject({ code: 'order_state' })
  })

  test('uses a new number when the provider has closed the old one', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    const first = (await play.preOrder(payer, order.id)).body
    const db = await database()
    await db
      .update(tables.sandbox_trade)
      .set({ state: 'CLOSED' })
      .where(eq(tables.sandbox_trade.out_trade_no, first.payment_no))
    await db
      .update(tables.payment)
      .set({ prepaid_at: sql`now() - interval '2 hours'` })
      .where(eq(tables.payment.order_id, order.id))
    const second = await play.preOrder(payer, order.id)
    expect(second.status).toBe(200)
    expect(second.body.payment_no).not.toBe(first.payment_no)
  })

  test('is refused for orders that cannot be paid', async () => {
    const [payer, other, buyer] = [await play.newPayer(), await play.newPayer(), await newBuyer()]
    const order = await play.placeOrder(payer)
    for (const [who, order_id] of [
      [other, order.id],
      [payer, 2_000_000_000],
    ] as const) {
      expect(await play.preOrder(who, order_id)).toMatchObject({
        status: 400,
        problem: { invalid_params: [{ name: 'order_id', code: 'not_found' }] },
      })
    }
    const { sku } = await newProduct()
    const placed = await api('POST /v1/order', { token: buyer.token, body: { items: [{ sku_id: sku.id, count: 1 }] } })
    expect(
      (await api('POST /v1/pay/pre_order', { token: buyer.token, body: { order_id: placed.body.id } })).problem.code,
    ).toBe('payer_missing')
    await play.expire([order.id])
    expect((await play.preOrder(payer, order.id)).problem.code).toBe('order_state')
    await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: order.id } })
    expect((await play.preOrder(payer, order.id)).problem.code).toBe('order_state')
  })

  const broken: ProviderFault[] = [
    'timeout',
    'connection_refused',
    'server_error',
    'rate_limited',
    'html',
    'html_ok',
    'wrong_signature',
    'probe',
    'unsigned',
    'stale',
    'other_serial',
    'answer_lost',
  ]
  test.each(broken)(
    'a provider with %s three times results in 502 and a consistent state; the next try works',
    async (fault) => {
      const payer = await play.newPayer()
      const order = await play.placeOrder(payer)
      for (let at = 0; at < 3; at++) faults.next(fault, { path: '/v3/pay/transactions/jsapi' })
      expect(await play.preOrder(payer, order.id)).toMatchObject({ status: 502, problem: { code: 'provider_error' } })
      expect(faults.pending).toBe(0)
      expect((await play.readOrder(payer, order.id)).status).toBe('unpaid')
      const again = await play.preOrder(payer, order.id)
      expect(again.status).toBe(200)
      expect(await play.paymentsOf(order.id)).toMatchObject([{ status: 'prepaid', payment_no: again.body.payment_no }])
    },
  )

  test.each(broken)('a request that meets %s once is repeated', async (fault) => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    faults.next(fault, { path: '/v3/pay/transactions/jsapi' })
    expect((await play.preOrder(payer, order.id)).status).toBe(200)
  })
})

test('without credentials and without the sandbox, customers are told so without names of variables', async () => {
  const { merchant, miniProgram } = await import('@/lib/platform/wechat/credentials')
  const { env } = await import('@/lib/kit/env')
  const variables = env()
  variables.SANDBOX = false
  try {
    await expect(merchant()).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('The shop is not connected to'),
    })
    await expect(merchant()).rejects.not.toMatchObject({ message: expect.stringMatching(/WECHAT/) })
    await expect(miniProgram()).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('a mini-program'),
    })
    await expect(miniProgram()).rejects.not.toMatchObject({ message: expect.stringMatching(/WECHAT/) })
  } finally {
    variables.SANDBOX = true
  }
})

test('secrets, keys and openids are not logged', async () => {
  const { log } = await import('@/lib/kit/api/run/log')
  const lines: string[] = []
  const logger = log()
  const level = logger.level
  const write = logger.info
  logger.level = 'info'
  logger.info = (...given: unknown[]) => void lines.push(JSON.stringify(given))
  const urls: string[] = []
  const { fetch } = runtime()
  setRuntime({
    fetch: (input, init) => {
      urls.push(input)
      return fetch(input, init)
    },
  })
  const payer = await play.newPayer()
  await play.paidOrder(payer)
  logger.level = level
  logger.info = write
  const { sandboxAccount } = await import('@/lib/platform/sandbox/account')
  const { secret, apiv3_key } = await sandboxAccount()
  expect(urls.some((url) => url.includes(secret))).toBe(true)
  expect(lines.length).toBeGreaterThan(2)
  for (const hidden of [secret, apiv3_key, payer.openid, payer.token]) expect(lines.join('\n')).not.toContain(hidden)
})
