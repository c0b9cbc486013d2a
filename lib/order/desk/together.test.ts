import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { askFor } from '@/lib/server/testing/after_sale'
import { api } from '@/lib/server/testing/api'
import { database, newStaff, stockFaults, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionary of carriers.
  await migrateDatabase()
  staff = await newStaff(['list', 'ship', 'update', 'refund', 'print'].map((verb) => `cms.order.${verb}`))
})
beforeEach(async () => {
  payer = await play.newPayer()
})
afterAll(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

const read = async (id: number) => (await api('GET /cms/order/{id}', { token: staff.token, params: { id } })).body
const namesOf = async (id: number) => (await read(id)).ships_with.map(({ order_no }) => order_no)
const versionsOf = (ids: number[]) => Promise.all(ids.map(async (id) => ({ id, version: (await read(id)).version })))

async function ship(id: number, others: number[], input: object = {}) {
  const together = await versionsOf(others)
  const { version } = await read(id)
  const body = { method: 'express', carrier: 'SF', tracking_no: 'SF1000000001', version, together, ...input }
  return api('POST /cms/order/{id}/ship', { token: staff.token, params: { id }, body })
}

/** Changes the address of an order, as staff. */
async function readdress(id: number, change: object) {
  const { version, receiver } = await read(id)
  const body = { receiver: { ...receiver, ...change }, version }
  const answer = await api('PUT /cms/order/{id}', { token: staff.token, params: { id }, body })
  expect(answer.status).toBe(200)
}

describe('the orders for the same parcel', () => {
  test('are those of the same customer to the same receiver that can be shipped now', async () => {
    const [first, second, elsewhere, shipped, unpaid, inCase] = [
      await play.paidOrder(payer),
      await play.paidOrder(payer),
      await play.paidOrder(payer),
      await play.paidOrder(payer),
      await play.placeOrder(payer),
      await play.paidOrder(payer),
    ]
    await play.paidOrder(await play.newPayer())
    await readdress(elsewhere.id, { detail: '另一地址 9 号' })
    await play.ship(shipped.id, staff.token)
    expect((await askFor(payer.token, inCase.id, (await play.lineOf(inCase.id)).id)).status).toBe(201)
    expect(await namesOf(first.id)).toEqual([second.order_no])
    for (const { id } of [elsewhere, shipped, unpaid, inCase]) expect(await namesOf(id)).toEqual([])
    const query = { customer_id: payer.id }
    const { body } = await api('GET /cms/order', { token: staff.token, query })
    const counts = new Map(body.items.map(({ id, ships_with_count }) => [id, ships_with_count]))
    expect(counts).toEqual(
      new Map([
        ...[inCase, unpaid, shipped, elsewhere].map(({ id }) => [id, 0] as const),
        ...[second, first].map(({ id }) => [id, 1] as const),
      ]),
    )
    const lists = await api('GET /cms/order/print', { token: staff.token, query: { ids: `${first.id},${unpaid.id}` } })
    expect(lists.body.items).toMatchObject([{ ships_with: [second.order_no] }, { ships_with: [] }])
  })
})

describe('shipping together', () => {
  test('ships everything left of each order with one carrier and number, and logs each', async () => {
    const [first, second] = [await play.paidOrder(payer, { count: 2 }), await play.paidOrder(payer, { count: 3 })]
    const { status, body } = await ship(second.id, [first.id])
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: second.id, status: 'shipped', ships_with: [] })
    for (const { id } of [first, second]) {
      expect(await read(id)).toMatchObject({
        status: 'shipped',
        shipments: [{ carrier: 'SF', tracking_no: 'SF1000000001' }],
      })
      const logged = await (await database())
        .select()
        .from(tables.oper_log)
        .where(and(eq(tables.oper_log.target_type, 'order'), eq(tables.oper_log.target_id, String(id))))
      expect(logged.map(({ action }) => action)).toEqual(['ship'])
    }
  })

  test('ships none of them if one cannot be shipped', async () => {
    const [first, second] = [await play.paidOrder(payer), await play.paidOrder(payer)]
    const unpaid = await play.placeOrder(payer)
    expect((await ship(first.id, [second.id, unpaid.id])).problem.code).toBe('order_state')
    const stale = await ship(first.id, [], { together: [{ id: second.id, version: 99 }] })
    expect(stale.problem.code).toBe('stale_version')
    for (const { id } of [first, second]) expect((await read(id)).shipments).toEqual([])
  })

  test.each([
    { what: 'of another customer', other: async () => play.paidOrder(await play.newPayer()), code: 'not_allowed' },
    {
      what: 'to another receiver',
      other: async () => {
        const order = await play.paidOrder(payer)
        await readdress(order.id, { mobile: '13900009999' })
        return order
      },
      code: 'not_allowed',
    },
  ])('refuses an order $what', async ({ other, code }) => {
    const [first, second] = [await play.paidOrder(payer), await play.paidOrder(payer)]
    const { status, problem } = await ship(first.id, [second.id, (await other()).id])
    expect(status).toBe(400)
    expect(problem.invalid_params).toMatchObject([{ name: 'together.1.id', code }])
    expect((await read(second.id)).shipments).toEqual([])
  })

  test('refuses an order that is named twice, does not exist, or is one too many', async () => {
    const [first, second] = [await play.paidOrder(payer), await play.paidOrder(payer)]
    expect((await ship(first.id, [second.id, second.id])).problem.invalid_params).toMatchObject([
      { name: 'together.1.id', code: 'duplicate' },
    ])
    expect((await ship(first.id, [first.id])).problem.invalid_params).toMatchObject([
      { name: 'together.0.id', code: 'duplicate' },
    ])
    const unknown = await ship(first.id, [], { together: [{ id: 2_000_000_000, version: 1 }] })
    expect(unknown.problem.invalid_params).toMatchObject([{ name: 'together.0.id', code: 'not_found' }])
    const many = Array.from({ length: 11 }, (_, at) => ({ id: at + 1, version: 1 }))
    expect((await ship(first.id, [], { together: many })).problem.invalid_params).toMatchObject([
      { name: 'together', code: 'too_big' },
    ])
  })

  test('is only for express, and for everything that is left', async () => {
    const [first, second] = [await play.paidOrder(payer, { count: 2 }), await play.paidOrder(payer)]
    const line = await play.lineOf(first.id)
    for (const input of [
      { method: 'local', carrier: undefined, tracking_no: undefined },
      { items: [{ order_item_id: line.id, count: 1 }] },
    ]) {
      const { problem } = await ship(first.id, [second.id], input)
      expect(problem).toMatchObject({ status: 400, invalid_params: [{ name: 'together' }] })
    }
  })
})

describe('undoing a parcel of several orders', () => {
  /** Ships the orders in one parcel. Returns the order in the path, with the others in its parcel. */
  async function parcelOf(first: number, others: number[]) {
    const tracking_no = unique('SF')
    expect((await ship(first, others, { tracking_no })).status).toBe(200)
    const order = await read(first)
    expect(order.parcel_with.map(({ id }) => id)).toEqual(others)
    return { ...order, sid: order.shipments[0]?.id ?? 0 }
  }

  const revoke = ({ id, sid }: { id: number; sid: number }, body: object) =>
    api('POST /cms/order/{id}/shipment/{sid}/revoke', { token: staff.token, params: { id, sid }, body })

  test('each order names the others to its receiver, and all are revoked at once', async () => {
    const [first, second, third] = [
      await play.paidOrder(payer),
      await play.paidOrder(payer),
      await play.paidOrder(payer),
    ]
    const parcel = await parcelOf(first.id, [second.id, third.id])
    expect((await read(third.id)).parcel_with.map(({ order_no }) => order_no)).toEqual([
      first.order_no,
      second.order_no,
    ])
    const stranger = await play.paidOrder(await play.newPayer())
    await readdress(stranger.id, { name: '另一人' })
    await ship(stranger.id, [], { tracking_no: parcel.shipments[0]?.tracking_no })
    expect((await read(first.id)).parcel_with.map(({ id }) => id)).toEqual([second.id, third.id])

    const together = parcel.parcel_with.map(({ id, version }) => ({ id, version }))
    const done = await revoke(parcel, { version: parcel.version, together })
    expect(done).toMatchObject({ status: 200, body: { id: first.id, status: 'paid', parcel_with: [] } })
    for (const { id } of [first, second, third])
      expect(await read(id)).toMatchObject({ status: 'paid', items: [{ shipped_count: 0 }], parcel_with: [] })
    const again = await revoke(parcel, { version: parcel.version, together })
    expect(again).toMatchObject({ status: 409, problem: { code: 'stale_version' } })
  })

  test('none is revoked if one cannot be, and the error names it with the reason', async () => {
    const [first, second] = [await play.paidOrder(payer), await play.paidOrder(payer)]
    const parcel = await parcelOf(first.id, [second.id])
    await (await database())
      .update(tables.shipment)
      .set({ tried_at: new Date() })
      .where(eq(tables.shipment.order_id, second.id))
    const together = parcel.parcel_with.map(({ id, version }) => ({ id, version }))
    const refused = await revoke(parcel, { version: parcel.version, together })
    expect(refused).toMatchObject({
      status: 409,
      problem: { code: 'order_state', reason: 'reported', order_no: second.order_no },
    })
    expect(await read(first.id)).toMatchObject({ status: 'shipped', version: parcel.version })
    const stale = await revoke(parcel, { version: parcel.version, together: [{ id: second.id, version: 99 }] })
    expect(stale.problem).toMatchObject({ code: 'stale_version', order_no: second.order_no })
    const alone = await revoke(parcel, { version: parcel.version })
    expect(alone).toMatchObject({ status: 200, body: { status: 'paid' } })
    expect((await read(second.id)).status).toBe('shipped')
  })

  test('an order that is not in the parcel is refused', async () => {
    const [first, second, other] = [
      await play.paidOrder(payer),
      await play.paidOrder(payer),
      await play.paidOrder(payer),
    ]
    const parcel = await parcelOf(first.id, [second.id])
    await play.ship(other.id, staff.token)
    const refused = await revoke(parcel, { version: parcel.version, together: await versionsOf([second.id, other.id]) })
    expect(refused.problem.invalid_params).toMatchObject([{ name: 'together.1.id', code: 'not_allowed' }])
    expect((await read(second.id)).status).toBe('shipped')
  })

  test('of two that undo the same parcel at once, from different orders, one does', async () => {
    const [first, second] = [await play.paidOrder(payer), await play.paidOrder(payer)]
    const one = await parcelOf(first.id, [second.id])
    const other = await read(second.id)
    const sid = other.shipments[0]?.id ?? 0
    const undo = (order: Pick<typeof one, 'id' | 'sid' | 'version' | 'parcel_with'>) =>
      revoke(order, {
        version: order.version,
        together: order.parcel_with.map(({ id, version }) => ({ id, version })),
      })
    const statuses = await Promise.all([undo(one), undo({ ...other, sid })])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    for (const { id } of [first, second]) expect((await read(id)).items).toMatchObject([{ shipped_count: 0 }])
  })
})
