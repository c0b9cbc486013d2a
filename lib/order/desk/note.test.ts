import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { readCmsOrder } from '@/lib/order/cms-queries'
import { api } from '@/lib/server/testing/api'
import { addressInput, database, newStaff } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  staff = await newStaff(['cms.order.list', 'cms.order.note'])
  payer = await play.newPayer()
})

const add = (id: number, body: object, token = staff.token) =>
  api('POST /cms/order/{id}/note', { token, params: { id }, body })

test('a note is in the timeline, a pinned note is also listed apart, and the version does not change', async () => {
  const { id } = await play.placeOrder(payer)
  const first = await add(id, { text: '顾客要求周末送货\r\n先打电话' })
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ version: 1, pinned_notes: [] })
  const actor = { id: staff.id, name: expect.any(String) }
  expect(first.body.timeline.at(-1)).toMatchObject({
    kind: 'note',
    action: 'noted',
    actor,
    detail: '顾客要求周末送货\n先打电话',
  })
  const { body } = await add(id, { text: '易碎', pinned: true })
  expect(body.pinned_notes).toMatchObject([{ text: '易碎', actor }])
  expect(body.timeline.filter(({ kind }) => kind === 'note').map(({ detail }) => detail)).toEqual([
    '顾客要求周末送货\n先打电话',
    '易碎',
  ])
  const rows = await (await database())
    .select()
    .from(tables.oper_log)
    .where(eq(tables.oper_log.user_id, staff.id))
    .orderBy(tables.oper_log.id)
  expect(rows.at(-1)).toMatchObject({
    target_type: 'order',
    target_id: String(id),
    action: 'note',
    after: { text: '易碎', pinned: true },
  })
})

test.each([
  { fault: 'without a text', body: {}, name: 'text', code: 'required' },
  { fault: 'with an empty text', body: { text: ' \n ' }, name: 'text', code: 'too_small' },
  { fault: 'that is too long', body: { text: '长'.repeat(1001) }, name: 'text', code: 'too_big' },
  { fault: 'with a control character', body: { text: 'a\u0007' }, name: 'text', code: 'invalid_characters' },
  { fault: 'pinned by a word', body: { text: '好', pinned: 'yes' }, name: 'pinned', code: 'invalid_type' },
  { fault: 'with another field', body: { text: '好', actor: 1 }, name: 'actor', code: 'unknown_field' },
])('a note $fault is refused', async ({ body, name, code }) => {
  const { id } = await play.placeOrder(payer)
  const { status, problem } = await add(id, body)
  expect(status).toBe(400)
  expect(problem.invalid_params).toMatchObject([{ name, code }])
})

test('a note requires an existing order and the permission', async () => {
  const { id } = await play.placeOrder(payer)
  expect((await add(2_000_000_000, { text: '好' })).status).toBe(404)
  const reader = await newStaff(['cms.order.list', 'cms.order.ship', 'cms.order.update'])
  expect((await add(id, { text: '好' }, reader.token)).status).toBe(403)
})

test('an order has at most 200 notes', async () => {
  const { id } = await play.placeOrder(payer)
  await (await database()).execute(sql`
    insert into order_note (order_id, text, pinned, actor) select ${id}, 'n', false, ${staff.id} from generate_series(1, 199)`)
  expect((await add(id, { text: '最后一条' })).status).toBe(200)
  expect((await add(id, { text: '多一条' })).problem.code).toBe('limit_reached')
})

test('an answer to staff who may not list orders shows nothing of the order', async () => {
  const { id } = await play.paidOrder(payer)
  const writing = ['note', 'ship', 'refund', 'update', 'cancel', 'collect'].map((verb) => `cms.order.${verb}`)
  const { token } = await newStaff(writing)
  const params = { id }
  let version = (await readCmsOrder(await database(), id)).version
  const items = [{ order_item_id: (await play.lineOf(id)).id, count: 1 }]
  const writes = [
    () => add(id, { text: '易碎' }, token),
    () => api('PUT /cms/order/{id}', { token, params, body: { version, receiver: { ...addressInput, name: '李雷' } } }),
    () => api('POST /cms/order/{id}/ship', { token, params, body: { version, method: 'local' } }),
    () => api('POST /cms/order/{id}/refund', { token, params, body: { version, items, reason_code: 'other' } }),
  ]
  for (const write of writes) {
    const { status, body } = await write()
    expect([status, body]).toEqual([200, { id, version: expect.any(Number) }])
    version = body.version
  }
})
