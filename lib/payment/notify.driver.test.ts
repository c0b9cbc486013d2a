import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { settleRefund } from '@/lib/platform/sandbox/control'
import type { PaymentFault } from '@/lib/platform/sandbox/faults'
import { api, send } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import { sendRefunds } from './provider'

// Also writes the base data, which includes the dictionary of reasons for a refund.
beforeAll(() => migrateDatabase())
beforeEach(() => play.usePlatform())
/** Checks after every test that payments, refunds and ledgers are consistent. */
afterEach(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

const events = async () => (await database()).select().from(tables.payment_event).orderBy(tables.payment_event.id)

describe('a callback', () => {
  test('pays the order, counts what was sold, and is recorded', async () => {
    const payer = await play.newPayer()
    const product = await newProduct({ sold_count: 5 })
    const order = await play.placeOrder(payer, { sku_id: product.sku.id, count: 3 })
    await play.payOrder(payer, order.id)
    expect(await play.deliver()).toMatchObject([{ delivered: true, statuses: [204] }])
    const paid = await play.readOrder(payer, order.id)
    expect(paid).toMatchObject({
      status: 'paid',
      paid_amount: order.total_amount,
      actions: ['readdress', 'after_sale'],
    })
    expect(paid.paid_at).not.toBeNull()
    expect(paid.log.map((one) => one.action)).toEqual(['place', 'pay'])
    expect(await play.paymentsOf(order.id)).toMatchObject([{ status: 'paid', settles: true }])
    expect((await events()).at(-1)).toMatchObject({ type: 'TRANSACTION.SUCCESS', outcome: 'applied' })
    expect((await api('GET /v1/product/{id}', { params: { id: product.id } })).body.sold_count).toBe(8)
  })

  test('is applied again after a deadlock', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id)
    const db = await database()
    // A sequence keeps its value when a transaction is rolled back, so it can count the attempts.
    await db.execute(sql`create sequence attempts`)
    await db.execute(sql`create function fail_twice() returns trigger language plpgsql as $$
      begin
        if nextval('attempts') < 3 then raise exception 'deadlock' using errcode = '40P01'; end if;
        return new;
      end $$`)
    await db.execute(
      sql`create trigger fail_twice before insert on payment_event for each row execute function fail_twice()`,
    )
    try {
      expect(await play.deliver()).toMatchObject([{ delivered: true, statuses: [204] }])
    } finally {
      await db.execute(sql`drop trigger fail_twice on payment_event`)
      await db.execute(sql`drop function fail_twice`)
      await db.execute(sql`drop sequence attempts`)
    }
    expect((await play.readOrder(payer, order.id)).status).toBe('paid')
  })

  test('of a provider with a slow clock does not set a time of payment before the placing of the order', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id)
    const later = { created_at: new Date(Date.now() + 5_000) }
    const db = await database()
    await db.update(tables.order).set(later).where(eq(tables.order.id, order.id))
    await db.update(tables.payment).set(later).where(eq(tables.payment.order_id, order.id))
    await play.deliver()
    const [row] = await db.select().from(tables.order).where(eq(tables.order.id, order.id))
    const [payment] = await play.paymentsOf(order.id)
    expect(row?.status).toBe('paid')
    expect(row?.paid_at).toEqual(row?.created_at)
    expect(payment?.paid_at).toEqual(payment?.created_at)
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
    'with %s is refused in the provider’s form and changes nothing; the same message sent correctly pays',
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
  ])('with %s is recorded, raises an alarm, and is never applied', async (fault, word) => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, fault)
    const [first] = await play.deliver()
    expect(first).toMatchObject({ delivered: false, statuses: [500] })
    expect((await play.readOrder(payer, order.id)).status).toBe('unpaid')
    expect((await events()).at(-1)?.outcome).toContain(`refused: ${word}`)
    expect((await play.errorsLike(`%refused: ${word}%`)).length).toBeGreaterThan(0)
    // Further deliveries get the same response and are not recorded again.
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
    await play.makeEverythingDue()
    expect(await play.cron('reconcile')).toMatchObject({ failed: 0 })
    expect((await play.readOrder(payer, order.id)).status).toBe('paid')
  })

  test('that comes after reconciliation changes nothing', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, 'late')
    await play.makeEverythingDue()
    await play.cron('reconcile')
    const paid = await play.readOrder(payer, order.id)
    expect(await play.deliver(play.inSeconds(120))).toMatchObject([{ delivered: true }])
    expect(await play.readOrder(payer, order.id)).toEqual(paid)
    expect((await events()).at(-1)?.outcome).toBe('repeated')
  })

  test('that comes after the refund changes nothing', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    const { payment_no } = await play.payOrder(payer, order.id, 'late')
    await play.makeEverythingDue()
    await play.cron('reconcile')
    const staff = await newStaff()
    await play.refund(order.id, staff.id)
    await sendRefunds(payment_no)
    await play.makeEverythingDue()
    const [refund] = await play.refundsOf(order.id)
    await settleRefund(refund?.refund_no ?? '', 'SUCCESS')
    await play.deliver()
    const refunded = await play.readOrder(payer, order.id)
    expect(refunded.status).toBe('refunded')
    expect(await play.deliver(play.inSeconds(120))).toMatchObject([
      { event_type: 'TRANSACTION.SUCCESS', delivered: true },
    ])
    expect(await play.readOrder(payer, order.id)).toEqual(refunded)
  })

  test('without a valid signature of the provider is refused', async () => {
    const senders: Record<string, string>[] = [
      {},
      {
        'wechatpay-timestamp': '1',
        'wechatpay-nonce': 'x',
        'wechatpay-signature': 'eA==',
        'wechatpay-serial': 'PUB_KEY_ID_1',
      },
      { authorization: `Bearer ${(await newStaff([], { is_root: true })).token}` },
    ]
    for (const headers of senders) {
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
