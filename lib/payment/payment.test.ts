import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { loginCode, payByNumber, phoneCode, settleRefund } from '@/lib/sandbox/control'
import type { PaymentFault } from '@/lib/sandbox/faults'
import { faults, type ProviderFault } from '@/lib/sandbox/fetch'
import { api, send } from '@/lib/testing/api'
import {
  database,
  ledgerFaults,
  newBuyer,
  newCustomer,
  newProduct,
  newStaff,
  setParameters,
  unique,
} from '@/lib/testing/factories'
import * as play from '@/lib/testing/payment'
import { outside, setOutside } from '@/lib/wechat/transport'

beforeEach(() => play.usePlatform())
/** Whatever happened, the books are right. */
afterEach(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await ledgerFaults()).toEqual([])
})

const events = async () => (await database()).select().from(tables.payment_event).orderBy(tables.payment_event.id)

describe('login by mini-program code', () => {
  const login = (account: string) => api('POST /v1/token', { body: { type: 200, account }, ip: unique('ip') })

  test('creates the customer at first and knows him afterwards', async () => {
    const openid = unique('o')
    const first = await login((await loginCode({ openid })).code)
    const second = await login((await loginCode({ openid })).code)
    expect(first).toMatchObject({
      status: 200,
      body: { user: { kind: 'customer', has_password: false, username: null } },
    })
    expect(second.body.user.id).toBe(first.body.user.id)
    expect(JSON.stringify(first.body)).not.toContain(openid)
  })

  test('a used, an invented and an expired code are 401 and logged', async () => {
    const { code } = await loginCode({ openid: unique('o') })
    await login(code)
    const { code: old } = await loginCode({ openid: unique('o') })
    await (await database())
      .update(tables.sandbox_code)
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where(eq(tables.sandbox_code.code, old))
    for (const bad of [code, 'invented', old])
      expect(await login(bad)).toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } })
    expect(await (await database()).$count(tables.login_log, eq(tables.login_log.reason, 'code_refused'))).toBe(3)
  })

  test.each<[ProviderFault, number, string]>([
    ['login_too_frequent', 429, 'too_many_requests'],
    ['login_blocked', 403, 'forbidden'],
  ])('%s is %i', async (fault, status, code) => {
    faults.next(fault)
    expect(await login((await loginCode({ openid: unique('o') })).code)).toMatchObject({ status, problem: { code } })
  })

  test('a platform that is busy twice is asked a third time', async () => {
    faults.next('login_busy')
    faults.next('login_busy')
    expect((await login((await loginCode({ openid: unique('o') })).code)).status).toBe(200)
  })

  test('a platform that does not answer is 502, and the next try works', async () => {
    for (let at = 0; at < 3; at++) faults.next('timeout')
    const { code } = await loginCode({ openid: unique('o') })
    expect(await login(code)).toMatchObject({ status: 502, problem: { code: 'provider_error' } })
    expect((await login(code)).status).toBe(200)
  })

  test('a disabled customer is not let in', async () => {
    const openid = unique('o')
    const { body } = await login((await loginCode({ openid })).code)
    await (await database()).update(tables.user).set({ status: 'disabled' }).where(eq(tables.user.id, body.user.id))
    expect((await login((await loginCode({ openid })).code)).status).toBe(401)
  })

  test('attempts are limited by address', async () => {
    await setParameters({ 'limit.code_logins_per_minute': 2 })
    const ip = unique('ip')
    const attempt = () => api('POST /v1/token', { body: { type: 200, account: 'invented' }, ip })
    expect([(await attempt()).status, (await attempt()).status, (await attempt()).status]).toEqual([401, 401, 429])
    await setParameters({ 'limit.code_logins_per_minute': 1000 })
  })
})

describe('a real customer', () => {
  test('is nobody to the simulated platform', async () => {
    const openid = unique('o')
    const real = await newCustomer()
    await (await database()).insert(tables.identity).values({ user_id: real.id, type: 200, identifier: openid })
    const { code } = await loginCode({ openid })
    expect((await api('POST /v1/token', { body: { type: 200, account: code }, ip: unique('ip') })).status).toBe(401)
  })
})

describe('the phone number', () => {
  const claim = async (token: string, phone: string) =>
    api('POST /v1/user/mobile', { token, body: { code: (await phoneCode({ phone })).code } })

  test('is taken over as verified and can be used to log in', async () => {
    const { token } = await newCustomer()
    expect((await claim(token, '13811110001')).body).toMatchObject({ mobile: '13811110001', mobile_verified: true })
    expect((await claim(token, '13811110002')).body).toMatchObject({ mobile: '13811110002' })
  })

  test('displaces a mere claim, never a verified one or a member of staff', async () => {
    const db = await database()
    const sandbox = true
    const [claimed, verified, staff, real, caller] = [
      await newCustomer({ sandbox }),
      await newCustomer({ sandbox }),
      await newStaff([], { sandbox }),
      await newCustomer(),
      await newCustomer({ sandbox }),
    ]
    await db.insert(tables.identity).values([
      { user_id: claimed.id, type: 102, identifier: '13811110011' },
      { user_id: real.id, type: 102, identifier: '13811110014' },
      { user_id: verified.id, type: 102, identifier: '13811110012', verified_at: new Date() },
      { user_id: staff.id, type: 102, identifier: '13811110013' },
    ])
    expect((await claim(caller.token, '13811110012')).status).toBe(409)
    expect((await claim(caller.token, '13811110013')).status).toBe(409)
    expect((await claim(caller.token, '13811110014')).status).toBe(409)
    expect((await claim(caller.token, '13811110011')).body.mobile).toBe('13811110011')
    expect((await api('GET /v1/user', { token: claimed.token })).body.mobile).toBeNull()
  })

  test('with a wrong code is 400 at its field', async () => {
    const reply = await api('POST /v1/user/mobile', { token: (await newCustomer()).token, body: { code: 'invented' } })
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'code', code: 'wrong' }] } })
  })
})

describe('pre-payment', () => {
  test('answers what the mini-program needs, and the same attempt again', async () => {
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

  test('fetches a fresh prepay_id under the same number when the old one is old', async () => {
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

  test('takes a new number when the amount has changed, and closes the old one', async () => {
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

  test('takes a new number when the provider has closed the old one', async () => {
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

  test('is refused for what cannot be paid', async () => {
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
    'a provider with %s three times is 502 and leaves nothing half-done; the next try works',
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

  test.each(broken)('a provider with %s once is asked again', async (fault) => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    faults.next(fault, { path: '/v3/pay/transactions/jsapi' })
    expect((await play.preOrder(payer, order.id)).status).toBe(200)
  })
})

describe('a callback', () => {
  test('pays the order, counts what was sold, and is recorded', async () => {
    const payer = await play.newPayer()
    const product = await newProduct({ sold_count: 5 })
    const order = await play.placeOrder(payer, { sku_id: product.sku.id, count: 3 })
    await play.payOrder(payer, order.id)
    expect(await play.deliver()).toMatchObject([{ delivered: true, statuses: [204] }])
    const paid = await play.readOrder(payer, order.id)
    expect(paid).toMatchObject({ status: 'paid', paid_amount: order.total_amount, actions: [] })
    expect(paid.paid_at).not.toBeNull()
    expect(paid.log.map((one) => one.action)).toEqual(['place', 'pay'])
    expect(await play.paymentsOf(order.id)).toMatchObject([{ status: 'paid', settles: true }])
    expect((await events()).at(-1)).toMatchObject({ type: 'TRANSACTION.SUCCESS', outcome: 'applied' })
    expect((await api('GET /v1/product/{id}', { params: { id: product.id } })).body.sold_count).toBe(8)
  })

  test.each<PaymentFault>(['duplicate', 'concurrent', 'empty_associated_data', 'payer_total_less'])(
    'with %s is applied once',
    async (fault) => {
      const payer = await play.newPayer()
      const order = await play.placeOrder(payer)
      const before = (await events()).length
      await play.payOrder(payer, order.id, fault)
      for (const delivered of await play.deliver()) expect(new Set(delivered.statuses)).toEqual(new Set([204]))
      expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'paid', paid_amount: order.total_amount })
      expect(await events()).toHaveLength(before + 1)
    },
  )

  test.each<PaymentFault>(['altered_body', 'altered_tag', 'wrong_serial', 'old_timestamp', 'probe'])(
    'with %s is refused in the provider’s form and changes nothing; the same message, sent rightly, pays',
    async (fault) => {
      const payer = await play.newPayer()
      const order = await play.placeOrder(payer)
      const before = await events()
      await play.payOrder(payer, order.id, fault)
      const [first] = await play.deliver()
      expect(first?.delivered).toBe(false)
      expect(first?.statuses[0]).toBeGreaterThanOrEqual(400)
      expect((await play.readOrder(payer, order.id)).status).toBe('unpaid')
      expect(await events()).toEqual(before)
      expect(await play.deliver(play.inSeconds(20))).toMatchObject([{ delivered: true }])
      expect((await play.readOrder(payer, order.id)).status).toBe('paid')
    },
  )

  test.each<[PaymentFault, string]>([
    ['wrong_amount', 'amount'],
    ['wrong_mchid', 'merchant'],
    ['wrong_appid', 'app'],
    ['wrong_currency', 'currency'],
    ['unknown_trade', 'unknown out_trade_no'],
  ])('with %s is recorded and alarmed, never applied', async (fault, word) => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, fault)
    const [first] = await play.deliver()
    expect(first).toMatchObject({ delivered: false, statuses: [500] })
    expect((await play.readOrder(payer, order.id)).status).toBe('unpaid')
    expect((await events()).at(-1)?.outcome).toContain(`refused: ${word}`)
    expect((await play.errorsLike(`%refused: ${word}%`)).length).toBeGreaterThan(0)
    // Every further delivery is answered alike and recorded once.
    const recorded = (await events()).length
    expect(await play.deliver(play.inSeconds(20))).toMatchObject([{ delivered: false, statuses: [500] }])
    expect(await events()).toHaveLength(recorded)
    await (await database()).delete(tables.sandbox_delivery)
  })

  test('that is lost is made up for by reconciliation', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, 'lost')
    await play.deliver()
    expect(await play.cron('reconcile')).toMatchObject({ payments: 0 })
    await play.everythingIsDue()
    expect(await play.cron('reconcile')).toMatchObject({ failed: 0 })
    expect((await play.readOrder(payer, order.id)).status).toBe('paid')
  })

  test('that comes late, after reconciliation, changes nothing more', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, 'late')
    await play.everythingIsDue()
    await play.cron('reconcile')
    const paid = await play.readOrder(payer, order.id)
    expect(await play.deliver(play.inSeconds(120))).toMatchObject([{ delivered: true }])
    expect(await play.readOrder(payer, order.id)).toEqual(paid)
    expect((await events()).at(-1)?.outcome).toBe('repeated')
  })

  test('by anybody else is refused, whatever it says', async () => {
    const nobody: Record<string, string>[] = [
      {},
      {
        'wechatpay-timestamp': '1',
        'wechatpay-nonce': 'x',
        'wechatpay-signature': 'eA==',
        'wechatpay-serial': 'PUB_KEY_ID_1',
      },
      { authorization: `Bearer ${(await newStaff([], { is_root: true })).token}` },
    ]
    for (const headers of nobody) {
      for (const raw of ['', '{}', '{"id":"x"}', 'x'.repeat(1000)]) {
        const reply = await send('POST', '/v1/pay/notify', {
          raw,
          headers: { 'content-type': 'application/json', ...headers },
        })
        expect(reply).toMatchObject({ status: 401, body: { code: 'FAIL', message: expect.any(String) } })
      }
    }
  })
})

describe('what is not the provider’s word', () => {
  test('a bare 404 from something in between closes nothing: the payment is found later', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, 'lost')
    await play.deliver()
    const { fetch } = outside()
    setOutside({ fetch: async () => new Response('<html>404</html>', { status: 404 }) })
    await play.everythingIsDue()
    await play.cron('reconcile')
    expect(await play.paymentsOf(order.id)).toMatchObject([{ status: 'prepaid' }])
    setOutside({ fetch })
    await play.everythingIsDue()
    await play.cron('reconcile')
    expect((await play.readOrder(payer, order.id)).status).toBe('paid')
  })

  test('a number that the provider has under other terms is closed there, not only here', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    const first = (await play.preOrder(payer, order.id)).body
    const db = await database()
    const request = {
      description: 'otherwise',
      time_expire: '2026-12-31T00:00:00+08:00',
      notify_url: 'http://localhost:3000/v1/pay/notify',
    }
    await db
      .update(tables.payment)
      .set({ prepay_request: request, prepaid_at: sql`now() - interval '2 hours'` })
      .where(eq(tables.payment.order_id, order.id))
    const second = await play.preOrder(payer, order.id)
    expect(second.body.payment_no).not.toBe(first.payment_no)
    await play.everythingIsDue()
    await play.cron('reconcile')
    expect(await play.paymentsOf(order.id)).toMatchObject([{ status: 'closed' }, { status: 'prepaid' }])
    await expect(payByNumber(first.payment_no)).rejects.toMatchObject({ code: 'order_state' })
  })

  test('an order paid otherwise than asked for is alarmed and does not hold its stock for ever', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, 'lost')
    const db = await database()
    await db.update(tables.payment).set({ payer: 'somebody-else' }).where(eq(tables.payment.order_id, order.id))
    await play.expire([order.id])
    expect(await play.cron('expire')).toEqual({ expired: 0, paid: 0, left: 1 })
    expect((await play.errorsLike('%another payer%')).length).toBe(1)
    const longAgo = new Date(Date.now() - 2 * 3_600_000)
    await db
      .update(tables.order)
      .set({ expires_at: longAgo, next_try_at: longAgo })
      .where(eq(tables.order.id, order.id))
    expect(await play.cron('expire')).toEqual({ expired: 1, paid: 0, left: 0 })
  })

  test('pre-payment of an order that was paid meanwhile says so', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, 'lost')
    await (await database())
      .update(tables.payment)
      .set({ prepaid_at: sql`now() - interval '2 hours'` })
      .where(eq(tables.payment.order_id, order.id))
    expect((await play.preOrder(payer, order.id)).problem.code).toBe('order_state')
    expect((await play.readOrder(payer, order.id)).status).toBe('paid')
  })
})

describe('a payment that comes too late or twice', () => {
  test('goes back under a new number when the provider closes the refund, and a person hears of it', async () => {
    const [payer, other] = [await play.newPayer(), await play.newPayer()]
    const { sku } = await newProduct({ skus: [{ stock: 1 }] })
    const order = await play.placeOrder(payer, { sku_id: sku.id })
    await play.payOrder(payer, order.id, 'late')
    for (let at = 0; at < 6; at++) faults.next('timeout')
    await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: order.id } })
    await play.placeOrder(other, { sku_id: sku.id })
    faults.clear()
    await play.deliver(play.inSeconds(120))
    await play.everythingIsDue()
    await play.cron('reconcile')
    const [first] = await play.refundsOf(order.id)
    await settleRefund(first?.refund_no ?? '', 'CLOSED')
    await play.deliver(play.inSeconds(240))
    expect(await play.refundsOf(order.id)).toMatchObject([{ status: 'closed' }, { status: 'processing' }])
    expect((await play.errorsLike('%callback closed%')).length).toBe(1)
    await play.everythingIsDue()
    await play.cron('reconcile')
    await play.deliver(play.inSeconds(270))
    expect(await play.refundsOf(order.id)).toMatchObject([{ status: 'closed' }, { status: 'succeeded' }])
  })

  test('after a cancellation brings the order back while the stock is there', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    const prepared = await play.payOrder(payer, order.id)
    // The cancellation commits before the callback arrives.
    await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: order.id } })
    await play.deliver()
    expect(await play.readOrder(payer, order.id)).toMatchObject({
      status: 'paid',
      cancelled_at: null,
      paid_amount: order.total_amount,
    })
    expect((await play.readOrder(payer, order.id)).log.map((one) => one.action)).toEqual(['place', 'cancel', 'revive'])
    expect(await play.paymentsOf(order.id)).toMatchObject([
      { payment_no: prepared.payment_no, status: 'paid', settles: true },
    ])
  })

  test('after a cancellation goes back where the stock is gone', async () => {
    const [payer, other] = [await play.newPayer(), await play.newPayer()]
    const { sku } = await newProduct({ skus: [{ stock: 1 }] })
    const order = await play.placeOrder(payer, { sku_id: sku.id })
    await play.payOrder(payer, order.id, 'late')
    // Not yet known here: the customer cancels, and somebody else buys the last one before anybody asks the provider.
    for (let at = 0; at < 6; at++) faults.next('timeout')
    await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: order.id } })
    await play.placeOrder(other, { sku_id: sku.id })
    faults.clear()
    await play.deliver(play.inSeconds(120))
    await play.everythingIsDue()
    await play.cron('reconcile')
    await play.deliver(play.inSeconds(240))
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'cancelled', paid_amount: 0 })
    expect(await play.refundsOf(order.id)).toMatchObject([{ amount: order.total_amount, status: 'succeeded' }])
  })

  test('a second payment of the same order goes back by itself', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    const first = (await play.preOrder(payer, order.id)).body
    // The amount changes, the old attempt cannot be closed, and the customer pays both.
    const db = await database()
    await db
      .update(tables.order)
      .set({ discount_amount: 1, total_amount: order.total_amount - 1 })
      .where(eq(tables.order.id, order.id))
    for (let at = 0; at < 3; at++) faults.next('server_error', { path: '/close' })
    const second = (await play.preOrder(payer, order.id)).body
    await payByNumber(second.payment_no)
    await play.deliver()
    await payByNumber(first.payment_no)
    await play.deliver()
    await play.everythingIsDue()
    await play.cron('reconcile')
    await play.deliver(play.inSeconds(60))
    expect(await play.readOrder(payer, order.id)).toMatchObject({
      status: 'paid',
      paid_amount: order.total_amount - 1,
      refunded_amount: 0,
    })
    expect(await play.refundsOf(order.id)).toMatchObject([{ amount: order.total_amount, status: 'succeeded' }])
  })
})

test('without credentials and without the sandbox, what needs the platform says what is missing', async () => {
  const { merchant, miniProgram } = await import('@/lib/wechat/credentials')
  const { env } = await import('@/lib/env')
  const variables = env()
  variables.SANDBOX = false
  try {
    await expect(merchant()).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('WECHATPAY_MCHID'),
    })
    await expect(miniProgram()).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('WECHAT_APPID'),
    })
  } finally {
    variables.SANDBOX = true
  }
})

test('neither secret nor openid nor key reaches the log', async () => {
  const { log } = await import('@/lib/api/log')
  const lines: string[] = []
  const logger = log()
  const level = logger.level
  const write = logger.info
  logger.level = 'info'
  logger.info = (...given: unknown[]) => void lines.push(JSON.stringify(given))
  const urls: string[] = []
  const { fetch } = outside()
  setOutside({
    fetch: (input, init) => {
      urls.push(input)
      return fetch(input, init)
    },
  })
  const payer = await play.newPayer()
  await play.paidOrder(payer)
  logger.level = level
  logger.info = write
  const { sandboxAccount } = await import('@/lib/sandbox/account')
  const { secret, apiv3_key } = await sandboxAccount()
  expect(urls.some((url) => url.includes(secret))).toBe(true)
  expect(lines.length).toBeGreaterThan(2)
  for (const hidden of [secret, apiv3_key, payer.openid, payer.token]) expect(lines.join('\n')).not.toContain(hidden)
})
