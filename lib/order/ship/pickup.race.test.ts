import { beforeAll, expect, test } from 'vitest'
import { readCmsOrder } from '@/lib/order/cms-queries'
import { api } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, newStore, setParameters, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { both, rounds } from '@/lib/server/testing/races'
import { migrateDatabase } from '@/lib/server/update-database'

const contact = { name: '林晚', mobile: '13800001111' }

let payer: play.Payer
let clerks: { id: number; token: string }[]
let store_id: number
let sku_id: number

beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the reasons of refunds.
  await migrateDatabase()
  await setParameters({
    'limit.writes_per_minute': 1_000_000,
    'order.unpaid_pieces': 100_000,
    'order.unpaid_max': 1_000,
  })
  payer = await play.newPayer()
  store_id = (await newStore()).id
  sku_id = (await newProduct({ deliveries: ['pickup'], skus: [{ stock: 100_000, price: 1_000 }] })).sku.id
  clerks = await Promise.all([1, 2].map(() => newStaff(['cms.order.list', 'cms.order.collect', 'cms.order.refund'])))
})

/** Returns a paid order of two pieces that is collected at a store. */
async function paid() {
  const body = { items: [{ sku_id, count: 2 }], store_id, contact }
  const { id } = (await api('POST /v1/order', { token: payer.token, body })).body
  await play.payOrder(payer, id)
  await play.deliver()
  const code = (await play.readOrder(payer, id)).pickup?.code ?? ''
  const { version, items } = await readCmsOrder(await database(), id)
  return { id, code, version, line: items[0]?.id ?? 0 }
}
const collect = (at: 0 | 1, { id, code, version }: { id: number; code: string; version: number }) =>
  api('POST /cms/order/{id}/collect', { token: clerks[at]?.token ?? '', params: { id }, body: { code, version } })

test('of two members of staff who hand over the same order, one does, and the other is told', async () => {
  for (let round = 0; round < rounds(100); round++) {
    const order = await paid()
    const replies = await both(
      round,
      () => collect(0, order),
      () => collect(1, order),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(['already_collected', 'stale_version']).toContain(refused?.problem.code)
    const { shipments, status, items } = await readCmsOrder(await database(), order.id)
    expect([shipments.length, status, items[0]?.shipped_count]).toEqual([1, 'completed', 2])
  }
  expect(await stockFaults()).toEqual([])
})

test('an order that is handed over while it is refunded is either, and no piece is both', async () => {
  const counted = { collected: 0, refunded: 0 }
  for (let round = 0; round < rounds(100); round++) {
    const order = await paid()
    const [handed, returned] = await both(
      round,
      () => collect(0, order),
      () =>
        api('POST /cms/order/{id}/refund', {
          token: clerks[1]?.token ?? '',
          params: { id: order.id },
          body: {
            items: [{ order_item_id: order.line, count: 2 }],
            reason_code: 'changed_mind',
            version: order.version,
          },
        }),
    )
    expect([handed.status, returned.status].sort()).toEqual([200, 409])
    await play.settleAll()
    const { items, status, shipments } = await readCmsOrder(await database(), order.id)
    if (handed.status === 200) {
      counted.collected++
      expect([status, items[0]?.shipped_count, items[0]?.refunded_count]).toEqual(['completed', 2, 0])
    } else {
      counted.refunded++
      expect([status, items[0]?.shipped_count, items[0]?.kept_count, shipments.length]).toEqual(['refunded', 0, 2, 0])
    }
  }
  expect(Math.min(counted.collected, counted.refunded)).toBeGreaterThan(0)
  expect(await stockFaults()).toEqual([])
  expect(await play.moneyFaults()).toEqual([])
})

test('a store that is deleted while an order is placed for it keeps the order, or the order is refused', async () => {
  const { token } = await newStaff(['cms.store.delete'])
  const counted = { placed: 0, refused: 0 }
  for (let round = 0; round < rounds(100); round++) {
    const { id } = await newStore()
    const body = { items: [{ sku_id, count: 1 }], store_id: id, contact }
    const [placed, deleted] = await both(
      round,
      () => api('POST /v1/order', { token: payer.token, body }),
      () => api('DELETE /cms/store/{id}', { token, params: { id } }),
    )
    if (placed.status === 201) {
      counted.placed++
      expect(deleted).toMatchObject({ status: 409, problem: { code: 'in_use' } })
    } else {
      counted.refused++
      expect(placed).toMatchObject({
        status: 400,
        problem: { invalid_params: [{ name: 'store_id', code: 'not_found' }] },
      })
      expect(deleted.status).toBe(204)
    }
  }
  expect(Math.min(counted.placed, counted.refused)).toBeGreaterThan(0)
  expect(await stockFaults()).toEqual([])
})
