import { afterEach, beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { readCmsOrder } from '@/lib/order/cms-queries'
import { api } from '@/lib/server/testing/api'
import { database, newStaff, setParameters, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { rounds } from '@/lib/server/testing/races'
import { migrateDatabase } from '@/lib/server/update-database'

let payers: play.Payer[]
let staff: Awaited<ReturnType<typeof newStaff>>[]
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionary of carriers.
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000 })
  payers = [await play.newPayer()]
  staff = await Promise.all(Array.from({ length: 2 }, () => newStaff(['cms.order.list', 'cms.order.ship'])))
})

afterEach(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
  expect(await (await database()).select().from(tables.error_log)).toEqual([])
})

/**
 * Ships orders in one parcel. The first id is the order in the path of the request. Returns the status of the response.
 */
async function ship(at: number, ids: number[]) {
  const all = await Promise.all(
    ids.map(async (id) => ({ id, version: (await readCmsOrder(await database(), id)).version })),
  )
  const [own, ...together] = all
  const body = {
    method: 'express',
    carrier: 'SF',
    tracking_no: `SF${ids.join('0')}${at}`,
    version: own?.version,
    together,
  }
  return (await api('POST /cms/order/{id}/ship', { token: staff[at]?.token, params: { id: own?.id ?? 0 }, body }))
    .status
}

test('of two overlapping groups that are shipped at once, in opposite order, one is, and no order is shipped twice', async () => {
  const groups = rounds(100)
  const orders = await play.soldOrders(payers, { orders: groups * 3, count: 1, stock: 9 })
  for (let from = 0; from < orders.length; from += 3) {
    const [a, b, c] = orders.slice(from, from + 3).map(({ id }) => id)
    if (!a || !b || !c) throw new Error('no orders')
    const statuses = await Promise.all([ship(0, [a, b]), ship(1, [c, b])])
    expect(statuses.toSorted()).toEqual([200, 409])
    const shipped = await Promise.all([a, b, c].map(async (id) => readCmsOrder(await database(), id)))
    expect(shipped.map(({ shipments }) => shipments.length)).toEqual(statuses[0] === 200 ? [1, 1, 0] : [0, 1, 1])
    const again = await Promise.all([ship(0, [c, a]), ship(1, [a, c])])
    expect(again).toEqual([409, 409])
  }
})

test('of two groups with the same orders in opposite order, one is shipped, without a deadlock', async () => {
  const groups = rounds(100)
  const orders = await play.soldOrders(payers, { orders: groups * 3, count: 1, stock: 9 })
  for (let from = 0; from < orders.length; from += 3) {
    const ids = orders.slice(from, from + 3).map(({ id }) => id)
    const statuses = await Promise.all([ship(0, ids), ship(1, ids.toReversed())])
    expect(statuses.toSorted()).toEqual([200, 409])
    for (const id of ids) expect((await readCmsOrder(await database(), id)).shipments).toHaveLength(1)
  }
})
