import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newStaff, resetParameter, setParameters } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionary of reasons.
  await migrateDatabase()
  staff = await newStaff(['cms.order.list', 'cms.order.print', 'cms.order.note'])
  payer = await play.newPayer()
})

const sheets = (ids: (number | string)[]) =>
  api('GET /cms/order/print', { token: staff.token, query: { ids: ids.join() } })
const note = (ids: number[], token = staff.token) => api('POST /cms/order/print', { token, body: { ids } })

test('packing lists have the items to pack, in the requested order, and only the notes for the parcel', async () => {
  const [first, second] = [await play.paidOrder(payer, { count: 3 }), await play.paidOrder(payer)]
  const { body: order } = await api('GET /cms/order/{id}', { token: staff.token, params: { id: first.id } })
  await api('POST /cms/order/{id}/note', {
    token: staff.token,
    params: { id: first.id },
    body: { text: '老顾客，送样品', pinned: true },
  })
  await api('POST /cms/order/{id}/note', {
    token: staff.token,
    params: { id: first.id },
    body: { text: '谢谢再次光临', pinned: false, for_parcel: true },
  })
  await setParameters({ 'shop.name': '檐下', 'shop.phone': '0571-88001234' })
  await play.refund(first.id, staff.id, { items: [{ order_item_id: order.items[0]?.id ?? 0, count: 1 }] })
  const { status, body, text } = await sheets([second.id, first.id])
  expect(status).toBe(200)
  expect(body.items.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(body.shop).toEqual({ name: '檐下', phone: '0571-88001234' })
  expect(body.items[0]?.notes).toEqual([])
  expect(body.items[1]).toMatchObject({
    order_no: first.order_no,
    notes: ['谢谢再次光临'],
    status: 'paid',
    receiver: { name: expect.any(String) },
    items: [{ count: 3, shipped_count: 0, left_count: 2, sku_no: expect.any(String) }],
    prints: 0,
    printed: null,
  })
  expect(text).not.toContain('老顾客')
  for (const key of ['shop.name', 'shop.phone'] as const) await resetParameter(key)
  expect((await sheets([second.id])).body.shop).toEqual({ name: null, phone: null })
})

test('each printing is recorded, with its user and time, in the timeline and the audit log', async () => {
  const [one, other] = [await play.paidOrder(payer), await play.paidOrder(payer)]
  expect((await note([one.id, other.id, one.id])).body.items).toMatchObject([
    { id: one.id, prints: 1, printed: { by: { id: staff.id } } },
    { id: other.id, prints: 1 },
  ])
  await note([one.id])
  expect((await sheets([one.id])).body.items).toMatchObject([{ prints: 2 }])
  const { body } = await api('GET /cms/order/{id}', { token: staff.token, params: { id: one.id } })
  expect(body.timeline.slice(-2)).toMatchObject([
    { kind: 'log', action: 'printed', actor: { id: staff.id } },
    { kind: 'log', action: 'printed' },
  ])
  const rows = await (await database())
    .select()
    .from(tables.oper_log)
    .where(eq(tables.oper_log.user_id, staff.id))
    .orderBy(tables.oper_log.id)
  expect(rows.at(-1)).toMatchObject({ action: 'print', target_type: 'order', after: { ids: [one.id] } })
  // The customer does not see the printing.
  expect(JSON.stringify(await play.readOrder(payer, one.id))).not.toContain('print')
})

test('orders that do not exist, too many, and callers without the permission are refused', async () => {
  const { id } = await play.paidOrder(payer)
  const missing = 2_000_000_000
  expect((await sheets([id, missing])).status).toBe(404)
  expect((await sheets(Array.from({ length: 51 }, (_, at) => at + 1))).status).toBe(400)
  expect((await note([id, missing])).problem).toMatchObject({
    code: 'invalid_request',
    invalid_params: [{ name: 'ids.1', code: 'not_found' }],
  })
  expect((await sheets([id])).body.items).toMatchObject([{ prints: 0 }])
  const { token } = await newStaff(['cms.order.list'])
  expect((await note([id], token)).status).toBe(403)
})
