import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SandboxRefundFault } from '@/db/enums'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { readCmsOrder } from '@/lib/order/cms-queries'
import { type Counts, leftOf } from '@/lib/order/ship/pieces'
import { settleRefund } from '@/lib/platform/sandbox/control'
import type { RefundFault } from '@/lib/platform/sandbox/faults'
import { faults } from '@/lib/platform/sandbox/fetch'
import { failRefunds } from '@/lib/platform/sandbox/refunds'
import { freightLeft } from '@/lib/pricing/shares'
import { api } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, setFreight, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { rounds } from '@/lib/server/testing/races'
import { randomOf } from '@/lib/server/testing/random'
import { migrateDatabase } from '@/lib/server/update-database'
import { sendRefunds } from './provider'
import { applyRefund } from './refund'

// Also writes the base data, which includes the dictionary of reasons.
beforeAll(() => migrateDatabase())

let staff: Awaited<ReturnType<typeof newStaff>>
beforeEach(async () => {
  play.usePlatform()
  staff = await newStaff(['list', 'ship', 'refund', 'update'].map((verb) => `cms.order.${verb}`))
})

const refund = (order_id: number, input: Parameters<typeof play.refund>[2] = {}) =>
  play.refund(order_id, staff.id, input)

afterEach(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
})

/** Requests the refunds of a payment at the provider, and delivers the callbacks of their success. */
async function settleRefunds(payment_no: string) {
  await sendRefunds(payment_no)
  await play.deliver(play.inSeconds(60))
}

async function sold(count = 1) {
  const payer = await play.newPayer()
  const { sku } = await newProduct({ skus: [{ stock: Math.max(10, count), price: 1000 }] })
  return { payer, sku, order: await play.paidOrder(payer, { sku_id: sku.id, count }) }
}

/** Places and pays an order of two lines with freight, after staff have given a discount. */
async function discounted(count: number, discount_amount: number) {
  const payer = await play.newPayer()
  const { skus } = await newProduct({ skus: [1000, 333].map((price) => ({ stock: 10, price })) })
  await setFreight(700)
  const items = skus.map(({ id }) => ({ sku_id: id, count }))
  const { body: order } = await api('POST /v1/order', { token: payer.token, body: { items } })
  await setFreight(0)
  const { version } = await readCmsOrder(await database(), order.id)
  const changes = { discount_amount: Math.min(discount_amount, order.total_amount - 1), version }
  await api('PUT /cms/order/{id}', { token: staff.token, params: { id: order.id }, body: changes })
  const { payment_no } = await play.payOrder(payer, order.id)
  await play.deliver()
  return { payer, order: { ...order, payment_no } }
}

/** Returns one random piece that is left to ship, in the form of `items` in a request; empty: no piece is left. */
const pieceOf = (items: readonly (Counts & { id: number })[], randomInt: (limit: number) => number) => {
  const open = items.filter((line) => leftOf(line) > 0)
  const [line] = open.slice(randomInt(Math.max(1, open.length)))
  return line ? [{ order_item_id: line.id, count: 1 }] : []
}

const stockOf = async (id: number) =>
  (await (await database()).select().from(tables.sku).where(eq(tables.sku.id, id)))[0]?.stock

describe('a refund', () => {
  test('in full makes the order refunded, and returns unshipped pieces to stock once', async () => {
    const { payer, sku, order } = await sold(2)
    await refund(order.id)
    expect(await stockOf(sku.id)).toBe(8)
    await settleRefunds(order.payment_no)
    expect(await play.readOrder(payer, order.id)).toMatchObject({
      status: 'refunded',
      fulfilment: 'none',
      paid_amount: 2000,
      refunded_amount: 2000,
      refunds: [{ amount: 2000, status: 'succeeded' }],
    })
    expect(await stockOf(sku.id)).toBe(10)
  })

  test('of one piece returns one piece to stock, and a second refund returns the other', async () => {
    const { payer, sku, order } = await sold(2)
    const { id } = await play.lineOf(order.id)
    await refund(order.id, { items: [{ order_item_id: id, count: 1, amount: 500 }] })
    await settleRefunds(order.payment_no)
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'paid', refunded_amount: 500 })
    expect(await stockOf(sku.id)).toBe(9)
    // The last piece gets the whole rest of the line's amount.
    await refund(order.id)
    await settleRefunds(order.payment_no)
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'refunded', refunded_amount: 2000 })
    expect(await stockOf(sku.id)).toBe(10)
  })

  test('returns the pieces of `restock` to stock, if it is given', async () => {
    const { sku, order } = await sold(3)
    const { id } = await play.lineOf(order.id)
    await refund(order.id, { restock: [{ order_item_id: id, count: 1 }] })
    await settleRefunds(order.payment_no)
    expect(await stockOf(sku.id)).toBe(8)
  })

  test('computes amounts from the amount paid for the line, not from its price', async () => {
    const { order } = await sold(3)
    const db = await database()
    // Simulates a discount of 1000.
    await db.update(tables.order_item).set({ discount_amount: 1000 }).where(eq(tables.order_item.order_id, order.id))
    const { id, paid_amount } = await play.lineOf(order.id)
    expect(paid_amount).toBe(2000)
    const one = { items: [{ order_item_id: id, count: 1 }] }
    for (let at = 0; at < 3; at++) await refund(order.id, one)
    expect((await play.refundsOf(order.id)).map(({ amount }) => amount)).toEqual([667, 667, 666])
    // Restores the order, which was placed without a discount, so that its sums are consistent for the checks.
    await db.update(tables.order_item).set({ discount_amount: 0 }).where(eq(tables.order_item.order_id, order.id))
  })

  test('of all pieces for less than was paid allows further refunds of 0 pieces, up to the paid amount', async () => {
    const { payer, sku, order } = await sold(2)
    const { id } = await play.lineOf(order.id)
    const more = (input: object) =>
      refund(order.id, { items: [{ order_item_id: id, count: 0, ...input }] }).catch((error: unknown) => error)
    const fault = (name: string, code: string) => ({ extras: { invalid_params: [{ name: `items.0.${name}`, code }] } })
    await refund(order.id, { items: [{ order_item_id: id, count: 2, amount: 1500 }] })
    await settleRefunds(order.payment_no)
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'refunded', refunded_amount: 1500 })
    expect(await more({})).toMatchObject(fault('amount', 'too_small'))
    expect(await more({ amount: 501 })).toMatchObject(fault('amount', 'out_of_range'))
    const actions = async () => {
      const { body } = await api('GET /cms/order/{id}', { token: staff.token, params: { id: order.id } })
      return body.actions.find(({ action }) => action === 'refund')
    }
    expect(await actions()).toEqual({ action: 'refund', allowed: true, reason: null })
    await more({ amount: 200 })
    await settleRefunds(order.payment_no)
    await more({ amount: 300 })
    await settleRefunds(order.payment_no)
    expect(await play.readOrder(payer, order.id)).toMatchObject({
      status: 'refunded',
      refunded_amount: 2000,
      actions: ['remove'],
    })
    expect(await actions()).toEqual({ action: 'refund', allowed: false, reason: 'nothing_left' })
    expect(await more({ amount: 1 })).toMatchObject(fault('amount', 'out_of_range'))
    expect(await stockOf(sku.id)).toBe(10)
  })

  test('of money alone leaves the pieces unrefunded, which later get what is left of the money', async () => {
    const { payer, sku, order } = await sold(3)
    const { id } = await play.lineOf(order.id)
    const named = (input: object) =>
      refund(order.id, { items: [{ order_item_id: id, count: 0, ...input }] }).catch((error: unknown) => error)
    const fault = (code: string) => ({ extras: { invalid_params: [{ name: 'items.0.amount', code }] } })
    expect(await named({})).toMatchObject(fault('too_small'))
    expect(await named({ amount: 3001 })).toMatchObject(fault('out_of_range'))
    // The pieces would be shipped unpaid.
    expect(await named({ amount: 3000 })).toMatchObject(fault('pieces_left'))
    await named({ amount: 2500 })
    await settleRefunds(order.payment_no)
    expect(await play.lineOf(order.id)).toMatchObject({ refunded_count: 0, kept_count: 0, refunded_amount: 2500 })
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'paid', refunded_amount: 2500 })
    expect(await stockOf(sku.id)).toBe(7)
    expect(await named({ amount: 500 })).toMatchObject(fault('pieces_left'))
    expect((await play.ship(order.id, staff.token, { items: [{ order_item_id: id, count: 2 }] })).status).toBe(200)
    await refund(order.id, { items: [{ order_item_id: id, count: 1, amount: 300 }] })
    await settleRefunds(order.payment_no)
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'shipped', refunded_amount: 2800 })
    // The share of one piece would be 1000.
    await refund(order.id, { items: [{ order_item_id: id, count: 1 }] })
    expect((await play.refundsOf(order.id)).at(-1)).toMatchObject({ amount: 200 })
    await settleRefunds(order.payment_no)
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'refunded', refunded_amount: 3000 })
  })

  test('of freight alone is possible in parts, up to the paid freight', async () => {
    await setFreight(800)
    const { payer, order } = await sold()
    await setFreight(0)
    const freight = (freight_amount: number) => refund(order.id, { items: [], freight_amount })
    await freight(300)
    await expect(freight(501)).rejects.toMatchObject({
      extras: { invalid_params: [{ name: 'freight_amount', code: 'out_of_range', params: { maximum: 500 } }] },
    })
    await freight(500)
    await settleRefunds(order.payment_no)
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'paid', refunded_amount: 800 })
  })

  test('in random sequences never exceeds what was paid, and ends at the last fen', async () => {
    for (let seed = 1; seed <= rounds(30); seed++) {
      const randomInt = randomOf(seed)
      const which = `the order of seed ${seed}`
      const { payer, order } = await discounted(1 + randomInt(4), randomInt(3_500))
      const state = async () => {
        // An unknown IP, whose reads are not counted.
        const { body } = await api('GET /cms/order/{id}', { token: staff.token, params: { id: order.id }, ip: which })
        return { ...body, freight: freightLeft(body, body.items) }
      }
      for (let step = 0; step < 12; step++) {
        const { items, freight } = await state()
        if (randomInt(5) === 0) await play.ship(order.id, staff.token, { items: pieceOf(items, randomInt) })
        const [line] = items.slice(randomInt(items.length))
        if (!line) continue
        const pieces = Math.min(randomInt(3), line.count - line.refunded_count)
        // A few more than are left, which is refused.
        const amount = pieces === 0 || randomInt(2) === 0 ? randomInt(line.paid_amount + 50) : undefined
        const kinds = [
          { items: [{ order_item_id: line.id, count: pieces, amount }] },
          { items: [{ order_item_id: line.id, count: 0, amount: 1 + randomInt(300) }] },
          { items: [], freight_amount: 1 + randomInt(freight + 20) },
        ]
        await refund(order.id, kinds[randomInt(kinds.length)]).catch((error: unknown) =>
          expect(error, which).toMatchObject({ code: 'invalid_request' }),
        )
        const { paid_amount, promised_amount, items: after } = await state()
        expect(promised_amount, which).toBeLessThanOrEqual(paid_amount)
        for (const one of after) expect(one.refunded_amount, which).toBeLessThanOrEqual(one.paid_amount)
      }
      const { items, freight, paid_amount, promised_amount } = await state()
      if (promised_amount < paid_amount)
        await refund(order.id, {
          items: items.flatMap(({ id, count, refunded_count, paid_amount, refunded_amount }) => {
            const rest = { order_item_id: id, count: count - refunded_count, amount: paid_amount - refunded_amount }
            return rest.count > 0 || rest.amount > 0 ? [rest] : []
          }),
          freight_amount: freight,
        })
      await settleRefunds(order.payment_no)
      await settleRefunds(order.payment_no)
      expect(await play.readOrder(payer, order.id), which).toMatchObject({
        status: 'refunded',
        refunded_amount: paid_amount,
      })
    }
  }, 120_000)

  describe('is refused for the named field', () => {
    const faultOf = async (input: (id: number) => Parameters<typeof play.refund>[2]) => {
      const { order } = await sold(2)
      const line = await play.lineOf(order.id)
      return refund(order.id, input(line.id)).catch((error: unknown) => error)
    }
    const fault = (name: string, code: string) => ({
      code: 'invalid_request',
      extras: { invalid_params: [{ name, code }] },
    })
    test.each([
      { case: 'pieces', input: { count: 3 }, name: 'items.0.count' },
      { case: 'money', input: { count: 1, amount: 2001 }, name: 'items.0.amount' },
    ])('$case', async ({ input, name }) => {
      expect(await faultOf((id) => ({ items: [{ order_item_id: id, ...input }] }))).toMatchObject(
        fault(name, 'out_of_range'),
      )
    })
    test('freight', async () => {
      expect(await faultOf(() => ({ freight_amount: 1 }))).toMatchObject(fault('freight_amount', 'out_of_range'))
    })
    test('pieces that return to stock', async () => {
      expect(
        await faultOf((id) => ({
          items: [{ order_item_id: id, count: 1 }],
          restock: [{ order_item_id: id, count: 2 }],
        })),
      ).toMatchObject(fault('restock.0.count', 'out_of_range'))
    })
    test('a line of another order', async () => {
      const other = await play.lineOf((await sold()).order.id)
      const items = [{ order_item_id: other.id, count: 1 }]
      expect(await faultOf(() => ({ items }))).toMatchObject(fault('items.0.order_item_id', 'not_found'))
    })
    test('the same line twice', async () => {
      expect(
        await faultOf((id) => ({
          items: [
            { order_item_id: id, count: 1 },
            { order_item_id: id, count: 1 },
          ],
        })),
      ).toMatchObject(fault('items.1.order_item_id', 'duplicate'))
    })
    test('an unknown reason', async () => {
      expect(await faultOf(() => ({ reason_code: 'no-such' }))).toMatchObject(fault('reason_code', 'not_found'))
    })
    test('nothing at all', async () => {
      expect(await faultOf(() => ({ items: [] }))).toMatchObject(fault('items', 'too_small'))
    })
    test('all money, while pieces are left to ship', async () => {
      expect(await faultOf((id) => ({ items: [{ order_item_id: id, count: 1, amount: 2000 }] }))).toMatchObject(
        fault('items', 'pieces_left'),
      )
    })
  })

  test('counts refunds that are still processing', async () => {
    const { order } = await sold(2)
    const { id } = await play.lineOf(order.id)
    await refund(order.id, { items: [{ order_item_id: id, count: 1, amount: 1500 }] })
    const more = (amount: number) => refund(order.id, { items: [{ order_item_id: id, count: 1, amount }] })
    await expect(more(501)).rejects.toMatchObject({ code: 'invalid_request' })
    await more(500)
    await expect(more(0)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('can include the freight, or leave it', async () => {
    await setFreight(800)
    const { payer, order } = await sold()
    await setFreight(0)
    await refund(order.id)
    await settleRefunds(order.payment_no)
    // The order becomes refunded although the freight was kept: nothing was shipped and nothing is left to ship.
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
    await setFreight(800)
    const second = await sold()
    await setFreight(0)
    await refund(second.order.id, { freight_amount: 800 })
    await settleRefunds(second.order.payment_no)
    expect(await play.readOrder(second.payer, second.order.id)).toMatchObject({
      status: 'refunded',
      refunded_amount: 1800,
    })
  })

  test('is shown to its customer from its start with what it is made up of, without what staff have noted', async () => {
    await setFreight(800)
    const { payer, order } = await sold(2)
    await setFreight(0)
    const { id } = await play.lineOf(order.id)
    await refund(order.id, { items: [{ order_item_id: id, count: 1 }], freight_amount: 300, note: '老顾客' })
    const [opened] = await play.refundsOf(order.id)
    const shown = {
      refund_no: opened?.refund_no,
      amount: 1300,
      freight_amount: 300,
      postage_amount: 0,
      status: 'processing',
      created_at: opened?.created_at.toISOString(),
      succeeded_at: null,
      items: [{ order_item_id: id, count: 1, amount: 1000 }],
    }
    expect((await play.readOrder(payer, order.id)).refunds).toEqual([shown])
    await settleRefunds(order.payment_no)
    const paid = { ...shown, status: 'succeeded', succeeded_at: expect.any(String) }
    expect((await play.readOrder(payer, order.id)).refunds).toEqual([paid])
    const { token } = await play.newPayer()
    const other = await api('GET /v1/order/{id}', { token, params: { id: order.id } })
    expect(other.problem.code).toBe('not_found')
  })

  test('is possible fifty times, and for a year', async () => {
    const { order } = await sold(50)
    const { id } = await play.lineOf(order.id)
    const one = () => refund(order.id, { items: [{ order_item_id: id, count: 1 }] })
    for (let at = 0; at < 50; at++) await one()
    await expect(one()).rejects.toMatchObject({ code: 'limit_reached' })
    const old = await sold()
    await (await database())
      .update(tables.payment)
      .set({ paid_at: new Date(Date.now() - 366 * 86_400_000) })
      .where(eq(tables.payment.order_id, old.order.id))
    await expect(refund(old.order.id)).rejects.toMatchObject({ code: 'limit_reached' })
  })

  test('that is requested twice with one Idempotency-Key is opened once', async () => {
    const { order } = await sold(2)
    const { id, version } = await readCmsOrder(await database(), order.id)
    const line = await play.lineOf(id)
    const request = () =>
      api('POST /cms/order/{id}/refund', {
        token: staff.token,
        params: { id },
        body: { items: [{ order_item_id: line.id, count: 1 }], reason_code: 'other', version },
        headers: { 'idempotency-key': 'one-refund' },
      })
    const [first, again] = [await request(), await request()]
    expect(first.status).toBe(200)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
    expect(await play.refundsOf(id)).toMatchObject([{ amount: 1000 }])
  })

  test('with an emoji in its reason is sent to the provider without the emoji', async () => {
    const { payer, order } = await sold()
    const label = `${'退'.repeat(79)}🙂🙂`
    const emoji = { type: 'refund_reason', value: 'emoji', label }
    await (await database()).insert(tables.dict).values(emoji)
    await refund(order.id, { reason_code: 'emoji' })
    await settleRefunds(order.payment_no)
    expect((await play.readOrder(payer, order.id)).status).toBe('refunded')
  })

  test('is refused for unpaid and unknown orders, and with an outdated version', async () => {
    const payer = await play.newPayer()
    const unpaid = await play.placeOrder(payer)
    await expect(refund(unpaid.id)).rejects.toMatchObject({ code: 'order_state' })
    await expect(refund(2_000_000_000)).rejects.toMatchObject({ code: 'not_found' })
    const { order } = await sold()
    const body = { items: [], freight_amount: 1, reason_code: 'other', version: 1 }
    const reply = await api('POST /cms/order/{id}/refund', { token: staff.token, params: { id: order.id }, body })
    expect(reply.problem.code).toBe('stale_version')
  })

  test('that is reported as successful twice returns its pieces once', async () => {
    const { sku, order } = await sold()
    await refund(order.id)
    await settleRefunds(order.payment_no)
    const { refund_no, provider_refund_id } = await lastRefund(order.id)
    const { transaction } = await connection()
    const reported = {
      out_refund_no: refund_no,
      refund_id: provider_refund_id ?? '',
      status: 'SUCCESS',
      amount: { refund: 1000 },
    }
    expect(await transaction((tx) => applyRefund(tx, reported))).toBe('repeated')
    expect(await stockOf(sku.id)).toBe(10)
  })

  test.each(['timeout', 'server_error', 'rate_limited', 'not_enough', 'html', 'answer_lost'] as const)(
    'is repeated under the same number after %s at the provider, and is paid once',
    async (fault) => {
      const { payer, order } = await sold()
      await refund(order.id)
      for (let at = 0; at < 3; at++) faults.next(fault, { path: '/v3/refund' })
      await sendRefunds(order.payment_no).catch(() => undefined)
      faults.clear()
      expect(await play.refundsOf(order.id)).toMatchObject([{ status: 'processing' }])
      await play.makeEverythingDue()
      await play.cron('reconcile')
      await play.deliver(play.inSeconds(60))
      expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
      expect(
        await (await database()).$count(
          tables.sandbox_refund,
          eq(tables.sandbox_refund.out_refund_no, (await play.refundsOf(order.id))[0]?.refund_no ?? ''),
        ),
      ).toBe(1)
    },
  )

  test.each<RefundFault>([
    'duplicate',
    'concurrent',
    'altered_body',
    'altered_tag',
    'wrong_serial',
    'old_timestamp',
    'probe',
    'lost',
    'late',
  ])('with the fault %s in its callback is settled', async (fault) => {
    const { payer, order } = await sold()
    await refund(order.id)
    await sendRefunds(order.payment_no)
    const [row] = await play.refundsOf(order.id)
    await settleRefund(row?.refund_no ?? '', 'SUCCESS', { fault })
    await play.deliver()
    await play.deliver(play.inSeconds(90))
    await play.makeEverythingDue()
    await play.cron('reconcile')
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
  })

  test.each<RefundFault>(['wrong_amount', 'wrong_mchid', 'unknown_trade'])(
    'with %s in its callback is not applied',
    async (fault) => {
      const { payer, order } = await sold()
      await refund(order.id)
      await sendRefunds(order.payment_no)
      const [row] = await play.refundsOf(order.id)
      await settleRefund(row?.refund_no ?? '', 'SUCCESS', { fault })
      const delivered = await play.deliver()
      expect(delivered.at(-1)).toMatchObject({ delivered: false, statuses: [500] })
      expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'paid', refunded_amount: 0 })
      await (await database()).delete(tables.sandbox_delivery)
    },
  )
})

/** Returns the newest refund of an order. */
async function lastRefund(order_id: number) {
  const refund = (await play.refundsOf(order_id)).at(-1)
  if (!refund) throw new Error('no refund')
  return refund
}

describe('a refund that failed', () => {
  /** Makes an order of two pieces with a refund of one piece that the provider ends in `state`. */
  async function failed(state: 'CLOSED' | 'ABNORMAL') {
    const { payer, sku, order } = await sold(2)
    const { id } = await play.lineOf(order.id)
    await refund(order.id, { items: [{ order_item_id: id, count: 1 }] })
    await sendRefunds(order.payment_no)
    const { id: rid, refund_no } = await lastRefund(order.id)
    await settleRefund(refund_no, state)
    await play.deliver(play.inSeconds(60))
    const remedy = (name: 'retry' | 'close', headers = {}) =>
      api(`POST /cms/order/{id}/refund/{rid}/${name}`, { token: staff.token, params: { id: order.id, rid }, headers })
    return { payer, sku, order, refund_no, remedy }
  }

  test.each(['CLOSED', 'ABNORMAL'] as const)(
    'as %s raises an alarm, and keeps its pieces and its money',
    async (state) => {
      const { payer, order } = await failed(state)
      expect(await play.refundsOf(order.id)).toMatchObject([{ status: 'abnormal' }])
      expect((await play.errorsLike(`%${state.toLowerCase()}%`)).length).toBeGreaterThan(0)
      expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'paid', refunded_amount: 0 })
      const line = await play.lineOf(order.id)
      expect(line).toMatchObject({ refunded_count: 1, kept_count: 1, refunded_amount: 1000 })
      const items = [{ order_item_id: line.id, count: 2 }]
      await expect(refund(order.id, { items })).rejects.toMatchObject({ code: 'invalid_request' })
      expect((await play.ship(order.id, staff.token, { items })).problem.invalid_params).toMatchObject([
        { name: 'items.0.count', code: 'being_refunded', params: { maximum: 1 } },
      ])
    },
  )

  test('is retried under a new number, and returns its pieces once', async () => {
    const { payer, sku, order, remedy } = await failed('CLOSED')
    expect((await remedy('retry')).body.refunds).toMatchObject([
      { status: 'closed', items: [] },
      { status: 'processing', amount: 1000, items: [{ count: 1, restock_count: 1 }] },
    ])
    expect((await remedy('retry')).problem.code).toBe('order_state')
    await settleRefunds(order.payment_no)
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'paid', refunded_amount: 1000 })
    expect(await stockOf(sku.id)).toBe(9)
  })

  test.each(['retry', 'close'] as const)('gets the same response if %s is sent again with its key', async (name) => {
    const { order, remedy } = await failed('CLOSED')
    const headers = { 'idempotency-key': `once-${name}` }
    const first = await remedy(name, headers)
    expect(first.status).toBe(200)
    const again = await remedy(name, headers)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
    expect(await play.refundsOf(order.id)).toHaveLength(name === 'retry' ? 2 : 1)
  })

  test('can be closed, and its piece can be shipped then', async () => {
    const { payer, sku, order, remedy } = await failed('CLOSED')
    expect((await remedy('close')).body).toMatchObject({
      promised_amount: 0,
      items: [{ refunded_count: 0, kept_count: 0, refunded_amount: 0 }],
      refunds: [{ status: 'closed', items: [{ count: 1 }] }],
    })
    expect((await remedy('close')).problem.code).toBe('order_state')
    expect((await play.ship(order.id, staff.token)).body.status).toBe('shipped')
    expect((await play.readOrder(payer, order.id)).status).toBe('shipped')
    expect(await stockOf(sku.id)).toBe(8)
  })

  test.each(['retry', 'close'] as const)('refuses to %s while the provider may still pay it', async (name) => {
    const { order, refund_no, remedy } = await failed('ABNORMAL')
    expect(await remedy(name)).toMatchObject({ status: 409, problem: { code: 'order_state' } })
    // The callback of the success is lost, but the remedy queries the provider and applies the success.
    await settleRefund(refund_no, 'SUCCESS', { fault: 'lost' })
    expect((await remedy(name)).body).toMatchObject({ refunded_amount: 1000, refunds: [{ status: 'succeeded' }] })
    expect(await play.refundsOf(order.id)).toHaveLength(1)
  })

  test('is not found under another order', async () => {
    const { order } = await failed('CLOSED')
    const { id: rid } = await lastRefund(order.id)
    const { order: other } = await sold()
    const params = { id: other.id, rid }
    expect((await api('POST /cms/order/{id}/refund/{rid}/close', { token: staff.token, params })).status).toBe(404)
  })
})

describe('a refund that the provider refuses', () => {
  const noticesOf = async (subject: string) =>
    (await database()).select().from(tables.notice).where(eq(tables.notice.subject, subject))

  /** Makes an order of two pieces with a refund of one piece that the provider refuses. */
  async function refused(reason: SandboxRefundFault) {
    const { payer, sku, order } = await sold(2)
    await failRefunds(order.payment_no, reason)
    const { id } = await play.lineOf(order.id)
    await refund(order.id, { items: [{ order_item_id: id, count: 1 }] })
    await sendRefunds(order.payment_no)
    const { id: rid, refund_no } = await lastRefund(order.id)
    const remedy = (name: 'retry' | 'close') =>
      api(`POST /cms/order/{id}/refund/{rid}/${name}`, { token: staff.token, params: { id: order.id, rid } })
    const again = async () => {
      await play.makeEverythingDue()
      await play.cron('reconcile')
      return lastRefund(order.id)
    }
    return { payer, sku, order, refund_no, remedy, again }
  }

  test('because the account is closed is final at once, and keeps its pieces and its money', async () => {
    const { payer, order, refund_no, again } = await refused('account_abnormal')
    const final = { status: 'refused', refusal_code: 'USER_ACCOUNT_ABNORMAL', next_try_at: null, refusals: 1 }
    expect(await lastRefund(order.id)).toMatchObject(final)
    expect(await again()).toMatchObject(final)
    expect(await noticesOf(refund_no)).toMatchObject([
      { kind: 'refund_refused', params: { number: refund_no, code: 'USER_ACCOUNT_ABNORMAL' } },
    ])
    expect(await play.readOrder(payer, order.id)).toMatchObject({ refunds: [{ status: 'refused' }] })
    const line = await play.lineOf(order.id)
    expect(line).toMatchObject({ refunded_count: 1, kept_count: 1, refunded_amount: 1000 })
    const items = [{ order_item_id: line.id, count: 2 }]
    expect((await play.ship(order.id, staff.token, { items })).problem.invalid_params).toMatchObject([
      { code: 'being_refunded', params: { maximum: 1 } },
    ])
    // Shipping the other piece does not make the order shipped: the refunded piece may have to be shipped after all.
    await play.ship(order.id, staff.token, { items: [{ order_item_id: line.id, count: 1 }] })
    expect((await play.readOrder(payer, order.id)).status).toBe('paid')
  })

  test('because the balance is too small is repeated with growing pauses, and notifies staff once a day', async () => {
    const { payer, order, again } = await refused('not_enough')
    const minutes = async () =>
      Math.round((((await lastRefund(order.id)).next_try_at?.getTime() ?? 0) - Date.now()) / 60_000)
    expect(await minutes()).toBe(2)
    for (const pause of [4, 8, 16]) {
      expect(await again()).toMatchObject({ status: 'processing', refusal_code: 'NOT_ENOUGH' })
      expect(await minutes()).toBe(pause)
    }
    const db = await database()
    const asked = () => db.$count(tables.notice, eq(tables.notice.kind, 'balance_short'))
    expect(await asked()).toBe(1)
    await db.update(tables.notice).set({ status: 'offline' }).where(eq(tables.notice.kind, 'balance_short'))
    await again()
    expect(await asked()).toBe(1)
    await failRefunds(order.payment_no, null)
    expect(await again()).toMatchObject({ status: 'processing', refusal_code: null, refusals: 0 })
    await play.deliver(play.inSeconds(60))
    expect(await play.readOrder(payer, order.id)).toMatchObject({ refunded_amount: 1000 })
  })

  test('with another code is final after the third time in succession', async () => {
    const { order, again } = await refused('not_refundable')
    expect(await again()).toMatchObject({ status: 'processing', refusal_code: 'INVALID_REQUEST', refusals: 2 })
    await failRefunds(order.payment_no, 'not_enough')
    expect(await again()).toMatchObject({ refusal_code: 'NOT_ENOUGH', refusals: 1 })
    await failRefunds(order.payment_no, 'not_refundable')
    await again()
    expect(await again()).toMatchObject({ status: 'processing', refusals: 2 })
    expect(await again()).toMatchObject({ status: 'refused', refusals: 3 })
  })

  test('after it was accepted with a lost response is not given up', async () => {
    const { payer, order } = await sold()
    await refund(order.id)
    for (let at = 0; at < 3; at++) faults.next('answer_lost', { path: '/v3/refund' })
    await sendRefunds(order.payment_no).catch(() => undefined)
    faults.clear()
    faults.next('account_abnormal', { path: '/v3/refund' })
    await sendRefunds(order.payment_no)
    expect(await lastRefund(order.id)).toMatchObject({ status: 'processing', refusal_code: null })
    await play.deliver(play.inSeconds(60))
    expect((await play.readOrder(payer, order.id)).status).toBe('refunded')
  })

  test('because of the shop is repeated, also if the query of the refund is refused too', async () => {
    const { order } = await sold()
    await refund(order.id)
    for (let at = 0; at < 2; at++) faults.next('no_auth', { path: '/v3/refund' })
    await sendRefunds(order.payment_no)
    expect(await lastRefund(order.id)).toMatchObject({ status: 'processing', refusal_code: 'NO_AUTH', refusals: 1 })
    // Sending other refunds of the payment does not count as a further attempt.
    await sendRefunds(order.payment_no)
    expect(await lastRefund(order.id)).toMatchObject({ refusal_code: 'NO_AUTH', refusals: 1 })
  })

  test('and pays after staff have closed it is not applied', async () => {
    const { order, refund_no, remedy } = await refused('account_abnormal')
    expect((await remedy('close')).status).toBe(200)
    const { transaction } = await connection()
    const reported = { out_refund_no: refund_no, refund_id: '50000', status: 'SUCCESS', amount: { refund: 1000 } }
    expect(await transaction((tx) => applyRefund(tx, reported))).toBe('refused: succeeded after it was closed')
    expect(await play.refundsOf(order.id)).toMatchObject([{ status: 'closed' }])
  })

  test('is retried under a new number', async () => {
    const { payer, order, remedy } = await refused('account_abnormal')
    await failRefunds(order.payment_no, null)
    expect((await remedy('retry')).body.refunds).toMatchObject([
      { status: 'closed', refusal_code: 'USER_ACCOUNT_ABNORMAL', items: [] },
      { status: 'processing', amount: 1000, refusal_code: null, items: [{ count: 1 }] },
    ])
    await settleRefunds(order.payment_no)
    expect(await play.readOrder(payer, order.id)).toMatchObject({ status: 'paid', refunded_amount: 1000 })
  })

  test('can be closed, and its piece can be shipped then', async () => {
    const { order, remedy } = await refused('account_abnormal')
    expect((await remedy('close')).body).toMatchObject({ promised_amount: 0, refunds: [{ status: 'closed' }] })
    expect((await remedy('close')).problem.code).toBe('order_state')
    expect((await play.ship(order.id, staff.token)).body.status).toBe('shipped')
  })

  test('is counted and found as a failed refund', async () => {
    const { order } = await refused('account_abnormal')
    const list = await newStaff(['cms.order.list'])
    const found = async (refund: 'failed' | 'abnormal' | 'refused') =>
      (await api('GET /cms/order', { token: list.token, query: { refund, q: order.order_no } })).body.items.length
    expect([await found('failed'), await found('refused'), await found('abnormal')]).toEqual([1, 1, 0])
    const { body } = await api('GET /cms/dashboard/work', { token: list.token })
    expect(body.find(({ key }) => key === 'refunds_waiting')).toMatchObject({ href: '/admin/order?refund=failed' })
    expect(body.find(({ key }) => key === 'refunds_waiting')?.count).toBeGreaterThan(0)
  })
})

describe('expiry', () => {
  test('cancels unpaid orders, returns the stock and closes the attempt', async () => {
    const payer = await play.newPayer()
    const { sku } = await newProduct({ skus: [{ stock: 5 }] })
    const [plain, prepared, young] = [
      await play.placeOrder(payer, { sku_id: sku.id }),
      await play.placeOrder(payer, { sku_id: sku.id }),
      await play.placeOrder(payer, { sku_id: sku.id }),
    ]
    await play.preOrder(payer, prepared.id)
    await play.expire([plain.id, prepared.id])
    expect(await play.cron('expire')).toEqual({ expired: 2, paid: 0, left: 0 })
    for (const { id } of [plain, prepared])
      expect(await play.readOrder(payer, id)).toMatchObject({ status: 'cancelled', cancel_reason: 'expired' })
    expect((await play.readOrder(payer, young.id)).status).toBe('unpaid')
    expect(await play.paymentsOf(prepared.id)).toMatchObject([{ status: 'closed' }])
    expect(await stockOf(sku.id)).toBe(4)
    expect(await play.cron('expire')).toEqual({ expired: 0, paid: 0, left: 0 })
  })

  test('queries the provider first, and does not cancel a paid order', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.payOrder(payer, order.id, 'lost')
    await play.expire([order.id])
    expect(await play.cron('expire')).toEqual({ expired: 0, paid: 1, left: 0 })
    expect((await play.readOrder(payer, order.id)).status).toBe('paid')
  })

  test('waits up to an hour for a provider that does not respond', async () => {
    const payer = await play.newPayer()
    const order = await play.placeOrder(payer)
    await play.preOrder(payer, order.id)
    await play.expire([order.id])
    for (let at = 0; at < 3; at++) faults.next('timeout')
    expect(await play.cron('expire')).toEqual({ expired: 0, paid: 0, left: 1 })
    expect((await play.readOrder(payer, order.id)).status).toBe('unpaid')
    const longAgo = new Date(Date.now() - 2 * 3_600_000)
    await (await database())
      .update(tables.order)
      .set({ expires_at: longAgo, next_try_at: longAgo })
      .where(eq(tables.order.id, order.id))
    for (let at = 0; at < 6; at++) faults.next('timeout')
    expect(await play.cron('expire')).toEqual({ expired: 1, paid: 0, left: 0 })
    faults.clear()
    expect(await play.paymentsOf(order.id)).toMatchObject([{ status: 'closing' }])
    await play.makeEverythingDue()
    await play.cron('reconcile')
    expect(await play.paymentsOf(order.id)).toMatchObject([{ status: 'closed' }])
  })

  test('claims each order for one run', async () => {
    const payer = await play.newPayer()
    const orders = [await play.placeOrder(payer), await play.placeOrder(payer)]
    await play.expire(orders.map((one) => one.id))
    const [first, second] = [await play.cron('expire'), await play.cron('expire')]
    expect(first.expired + second.expired).toBe(2)
  })
})
