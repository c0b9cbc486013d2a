import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderStatus } from '@/db/enums'
import * as tables from '@/db/tables'
import { migrateDatabase } from '@/lib/database'
import { api } from '@/lib/testing/api'
import { database } from '@/lib/testing/factories'
import * as play from '@/lib/testing/payment'

/** What a customer sees of their own orders, besides placing, paying and cancelling them. */

let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  // The dictionary of reasons.
  await migrateDatabase()
})
beforeEach(async () => {
  payer = await play.newPayer()
})

const counted = async (token = payer.token) => (await api('GET /v1/order/count', { token })).body
const none = { unpaid: 0, paid: 0, shipped: 0, completed: 0, cancelled: 0, refunded: 0, after_sale: 0 }
const setStatus = async (id: number, status: OrderStatus) =>
  (await database()).update(tables.order).set({ status }).where(eq(tables.order.id, id))
/** An order in this status; the money and the pieces may be those of another. */
async function orderIn(status: OrderStatus) {
  const order = await play.placeOrder(payer)
  await setStatus(order.id, status)
  return order
}
const openCase = async (order_id: number) => {
  const items = [{ order_item_id: (await play.lineOf(order_id)).id, count: 1 }]
  const body = { order_id, kind: 'refund', reason_code: 'other', items }
  const opened = await api('POST /v1/after_sale', { token: payer.token, body })
  expect(opened.status).toBe(201)
  return opened.body.id
}

describe('the count', () => {
  test('is of one’s own orders, by status', async () => {
    expect(await counted()).toEqual(none)
    for (const [status, times] of [
      ['unpaid', 2],
      ['shipped', 1],
      ['completed', 3],
      ['cancelled', 1],
      ['refunded', 1],
    ] as const) {
      for (let at = 0; at < times; at++) await orderIn(status)
    }
    await play.paidOrder(payer)
    const expected = { ...none, unpaid: 2, paid: 1, shipped: 1, completed: 3, cancelled: 1, refunded: 1 }
    expect(await counted()).toEqual(expected)
    expect(await counted((await play.newPayer()).token)).toEqual(none)
  })

  test('has the open after-sale cases', async () => {
    const order = await play.paidOrder(payer)
    const id = await openCase(order.id)
    expect(await counted()).toEqual({ ...none, paid: 1, after_sale: 1 })
    await api('POST /v1/after_sale/{id}/withdraw', { token: payer.token, params: { id } })
    expect(await counted()).toEqual({ ...none, paid: 1 })
  })
})
