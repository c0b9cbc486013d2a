import { and, eq, inArray } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api, send } from '@/lib/server/testing/api'
import { database, newStaff, setParameters } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { formWith } from '@/lib/server/testing/pictures'
import { both, rounds } from '@/lib/server/testing/races'
import { migrateDatabase } from '@/lib/server/update-database'
import { pdf } from './testing/files'

const count = rounds(100)
const buyer = { kind: 'personal', title: '王小明' }

let payers: play.Payer[]
let staff: Awaited<ReturnType<typeof newStaff>>
beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000, 'invoice.enabled': true })
  payers = await Promise.all(Array.from({ length: 10 }, () => play.newPayer()))
  staff = await newStaff(['list', 'issue'].map((verb) => `cms.invoice.${verb}`))
})

/**
 * Checks after each test that every issued invoice covers exactly the paid amount less the refunds, also after all
 * refunds have ended.
 */
afterEach(async () => {
  expect(await play.moneyFaults()).toEqual([])
  await play.settleAll()
  expect(await play.moneyFaults()).toEqual([])
  expect(await (await database()).select().from(tables.error_log)).toEqual([])
})

const sold = () => play.soldOrders(payers, { orders: count, count: 2, stock: 10 })
const ask = ({ id, payer }: play.SoldOrder) =>
  api('POST /v1/invoice', { token: payer.token, body: { order_id: id, ...buyer } })
const refundOne = ({ id, line }: play.SoldOrder) =>
  play.refund(id, staff.id, { items: [{ order_item_id: line, count: 1 }] }).then(
    () => 200,
    () => 409,
  )

let numbers = 26_332_000_000_200_000_000n
const newNumber = () => String(numbers++)
const issue = (id: number, amount: number, number = newNumber()) =>
  api('POST /cms/invoice/{id}/issue', { token: staff.token, params: { id }, body: { number, amount, version: 1 } })

const upload = async () =>
  (
    await send<{ id: number }>('POST', '/cms/invoice/file', {
      token: staff.token,
      raw: formWith(pdf, { name: '发票.pdf' }),
    })
  ).body.id

const tally = (seen: Record<string, number>, outcome: string) => {
  seen[outcome] = (seen[outcome] ?? 0) + 1
}

test('an invoice that is issued while a piece is refunded is refused, or has to be replaced', async () => {
  const seen: Record<string, number> = {}
  for (const [round, order] of (await sold()).entries()) {
    const { body } = await ask(order)
    const [issued, refunded] = await both(
      round,
      () => issue(body.id, 200),
      () => refundOne(order),
    )
    expect(refunded).toBe(200)
    const invoice = await api('GET /cms/invoice/{id}', { token: staff.token, params: { id: body.id } })
    tally(seen, `${issued.status} ${invoice.body.status}`)
    expect(invoice.body).toMatchObject({ kept_amount: 100, amount: issued.status === 200 ? 200 : 100 })
  }
  // Issued first and then replaced, or refunded first: both happen, and nothing else.
  expect(Object.keys(seen).toSorted()).toEqual(['200 to_replace', '400 requested'])
})

test('an invoice that is replaced while the rest is refunded is never about more than the rest', async () => {
  const seen: Record<string, number> = {}
  for (const [round, order] of (await sold()).entries()) {
    const { body } = await ask(order)
    await issue(body.id, 200)
    await refundOne(order)
    const [replaced, refunded] = await both(
      round,
      () =>
        api('POST /cms/invoice/{id}/replace', {
          token: staff.token,
          params: { id: body.id },
          body: { number: newNumber(), amount: 100, version: 3 },
        }),
      () => refundOne(order),
    )
    expect(refunded).toBe(200)
    const rows = await (await database())
      .select({ status: tables.invoice.status, amount: tables.invoice.amount })
      .from(tables.invoice)
      .where(eq(tables.invoice.order_id, order.id))
      .orderBy(tables.invoice.id)
    tally(seen, [replaced.status, ...rows.map(({ status, amount }) => `${status} ${amount}`)].join(', '))
  }
  expect(Object.keys(seen).toSorted()).toEqual(['200, replaced 200, to_replace 100', '409, to_replace 200'])
})

test('of eight concurrent requests for an order, one succeeds', async () => {
  for (const order of (await sold()).slice(0, 10)) {
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask(order)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
    expect(await (await database()).$count(tables.invoice, eq(tables.invoice.order_id, order.id))).toBe(1)
  }
})

test('of two members of staff that issue or refuse an invoice at once, one succeeds', async () => {
  for (const [round, order] of (await sold()).entries()) {
    const { body } = await ask(order)
    const refuse = () =>
      api('POST /cms/invoice/{id}/refuse', {
        token: staff.token,
        params: { id: body.id },
        body: { reason: '税号不符', version: 1 },
      })
    const replies = await both(round, () => issue(body.id, 200), refuse)
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
})

test('a request that is issued while its customer corrects it or takes it back is one or the other', async () => {
  const seen: Record<string, number> = {}
  for (const [round, order] of (await sold()).entries()) {
    const { id } = (await ask(order)).body
    const { token } = order.payer
    const own = { token, params: { id } }
    const act = async () => {
      const reply =
        round % 2 === 0
          ? await api('PUT /v1/invoice/{id}', { ...own, body: { kind: 'personal', title: '林晚' } })
          : await api('DELETE /v1/invoice/{id}', own)
      return reply.status
    }
    const [issued, acted] = await both(Math.floor(round / 2), () => issue(id, 200), act)
    tally(seen, `${issued.status} ${acted}`)
  }
  expect(Object.keys(seen).toSorted()).toEqual(['200 409', '404 204', '409 200'])
})

test('of two corrections at once, one succeeds, and the other file stays unused', async () => {
  for (const [round, order] of (await sold()).entries()) {
    const { body } = await ask(order)
    await issue(body.id, 200)
    const files = await Promise.all([1, 2].map(upload))
    const correct = (file_id: number | undefined) =>
      api('POST /cms/invoice/{id}/correct', {
        token: staff.token,
        params: { id: body.id },
        body: { number: newNumber(), ...(file_id !== undefined && { file_id }), version: 2 },
      })
    const replies = await both(
      round,
      () => correct(files[0]),
      () => correct(files[1]),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const kept = await (await database()).$count(
      tables.file_object,
      and(inArray(tables.file_object.id, files), eq(tables.file_object.user_id, order.payer.id)),
    )
    expect(kept).toBe(1)
  }
})

test('one number is given to one invoice', async () => {
  const orders = (await sold()).slice(0, 10)
  const ids = await Promise.all(orders.map(async (order) => (await ask(order)).body.id))
  const number = newNumber()
  const replies = await Promise.all(ids.map((id) => issue(id, 200, number)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await (await database()).$count(tables.invoice, eq(tables.invoice.number, number))).toBe(1)
})
