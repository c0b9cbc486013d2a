import { setTimeout as wait } from 'node:timers/promises'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { currentSettings } from '@/lib/kit/config/settings'
import { connection } from '@/lib/kit/database'
import { readCmsOrder } from '@/lib/order/cms-queries'
import { miniProgram } from '@/lib/platform/wechat/credentials'
import { addWaybill } from '@/lib/platform/wechat/waybill'
import { api } from '@/lib/server/testing/api'
import { database, newStaff, setParameters } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { both, rounds } from '@/lib/server/testing/races'
import { askAll, makeWaybill, newAccount, waybillsOf } from '@/lib/server/testing/waybill'
import { migrateDatabase } from '@/lib/server/update-database'
import { askAboutWaybills } from './ask'
import { insertWaybill } from './create'
import { readRequest } from './request'

let payers: play.Payer[]
let packers: { id: number; token: string }[]
let account_id: number
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000 })
  payers = await Promise.all(Array.from({ length: 10 }, () => play.newPayer()))
  const codes = ['waybill.list', 'waybill.print', 'waybill.cancel', 'order.list', 'order.ship', 'order.refund']
  packers = await Promise.all(Array.from({ length: 2 }, () => newStaff(codes.map((code) => `cms.${code}`))))
  const many = { quota: 1_000_000 }
  account_id = (await newAccount(many, many)).id
})

/** After every test, the shop and the platform have the same waybills, and no order has two. */
afterEach(async () => {
  const db = await database()
  const own = await db
    .select({ key: tables.waybill.key, tracking_no: tables.waybill.tracking_no })
    .from(tables.waybill)
    .where(sql`state in ('ready', 'shipped')`)
    .orderBy(tables.waybill.key)
  const theirs = await db
    .select({ key: tables.sandbox_waybill.order_id, tracking_no: tables.sandbox_waybill.waybill_id })
    .from(tables.sandbox_waybill)
    .where(isNull(tables.sandbox_waybill.canceled_at))
    .orderBy(tables.sandbox_waybill.order_id)
  expect(own).toEqual(theirs)
  const twice = sql`select order_id from waybill_order o join waybill w on w.id = o.waybill_id
    where w.state not in ('canceled', 'failed') group by order_id having count(*) > 1`
  expect(await db.execute(twice)).toHaveProperty('rows', [])
  expect(await db.$count(tables.waybill, sql`state in ('creating', 'canceling')`)).toBe(0)
  expect(await db.select().from(tables.error_log)).toEqual([])
})

const tokenOf = (at: number) => packers[at % packers.length]?.token ?? ''
const sold = (orders: number) => play.soldOrders(payers, { orders, count: 1, stock: 10 })
const versionOf = async (id: number) => (await readCmsOrder(await database(), id)).version
async function revoke(id: number, token: string) {
  const { version, shipments } = await readCmsOrder(await database(), id)
  const params = { id, sid: shipments.find(({ revoked_at }) => revoked_at === null)?.id ?? 0 }
  return api('POST /cms/order/{id}/shipment/{sid}/revoke', { token, params, body: { version } })
}
const cancel = (token: string, { id, version }: { id: number; version: number }) =>
  api('POST /cms/waybill/{id}/cancel', { token, params: { id }, body: { version } })

async function ready(id: number, input: object = {}) {
  const { status, body, text } = await makeWaybill(tokenOf(0), { id, account_id, ...input })
  expect(status, text).toBe(201)
  return { ...body, parcel: { carrier: body.delivery_id, tracking_no: body.tracking_no ?? '' } }
}

async function waybillOf(order_id: number) {
  const [row, ...others] = await waybillsOf(order_id)
  expect(others).toEqual([])
  if (!row) throw new Error('no waybill')
  return row
}

/** In each round at another moment of the other work. */
const later =
  <T>(round: number, work: () => Promise<T>) =>
  async () => {
    await wait(round % 12)
    return work()
  }

/** Notes how often each outcome occurs: a race in which only one does proves nothing. */
function outcomes() {
  const seen: Record<string, number> = {}
  return {
    seen,
    note: (outcome: string) => {
      seen[outcome] = (seen[outcome] ?? 0) + 1
    },
  }
}

test('two packers who print the same hundred orders at once make one waybill for each', async () => {
  const ids = (await sold(100)).map(({ id }) => id)
  const pack = async (token: string, sequence: number[]) => {
    const replies = new Map<number, Awaited<ReturnType<typeof makeWaybill>>>()
    for (const id of sequence) replies.set(id, await makeWaybill(token, { id, account_id }))
    return replies
  }
  const [one, two] = await Promise.all([
    pack(tokenOf(0), ids),
    pack(tokenOf(1), [...ids.slice(0, 50), ...ids.slice(50).toReversed()]),
  ])
  const { seen, note } = outcomes()
  for (const id of ids) {
    const replies = [one.get(id), two.get(id)]
    const made = replies.find((reply) => reply?.status === 201)?.body
    expect(made).toMatchObject({ state: 'ready', orders: [{ id }] })
    expect(replies.find((reply) => reply?.status !== 201)?.problem).toMatchObject({
      status: 409,
      code: 'already_exists',
      waybill_id: made?.id,
    })
    expect(await waybillOf(id)).toMatchObject({ id: made?.id, tracking_no: made?.tracking_no })
    note(one.get(id)?.status === 201 ? 'the first packer' : 'the second packer')
  }
  expect(Object.keys(seen)).toHaveLength(2)
  const db = await database()
  expect(await db.$count(tables.sandbox_waybill, isNull(tables.sandbox_waybill.canceled_at))).toBe(ids.length)
})

test('an order is never shipped with a waybill that is being canceled', async () => {
  const { seen, note } = outcomes()
  for (const [at, { id }] of (await sold(rounds(400))).entries()) {
    const { parcel, ...waybill } = await ready(id)
    const [sent, canceled] = await both(
      at,
      () => play.ship(id, tokenOf(at), parcel),
      later(at, () => cancel(tokenOf(at + 1), waybill)),
    )
    const { status } = await readCmsOrder(await database(), id)
    const { state } = await waybillOf(id)
    if (sent.status === 200) {
      expect(canceled.status).toBe(409)
      expect(['stale_version', 'order_state']).toContain(canceled.problem.code)
      expect({ status, state }).toEqual({ status: 'shipped', state: 'shipped' })
    } else {
      expect(sent.problem).toMatchObject({ code: 'order_state', reason: 'waybill_canceled' })
      expect(canceled.body).toMatchObject({ state: 'canceled' })
      expect({ status, state }).toEqual({ status: 'paid', state: 'canceled' })
    }
    note(status)
  }
  expect(Object.keys(seen)).toHaveLength(2)
})

test('a parcel never gets the number of a waybill that the job cancels, because the order was shipped without it', async () => {
  const { seen, note } = outcomes()
  for (const [at, { id }] of (await sold(rounds(400))).entries()) {
    const { parcel, ...waybill } = await ready(id)
    const { body } = await play.ship(id, tokenOf(at))
    await makeDue(waybill.id)
    const params = { id, sid: body.shipments[0]?.id ?? 0 }
    const [corrected] = await both(
      at,
      () =>
        api('POST /cms/order/{id}/shipment/{sid}/correct', {
          token: tokenOf(at),
          params,
          body: { ...parcel, version: body.version },
        }),
      later(at, () => askAboutWaybills()),
    )
    const { state } = await waybillOf(id)
    if (corrected.status !== 200) expect(corrected.problem).toMatchObject({ reason: 'waybill_canceled' })
    expect(state).toBe(corrected.status === 200 ? 'shipped' : 'canceled')
    note(state)
  }
  expect(Object.keys(seen)).toHaveLength(2)
})

test('the waybill of a parcel whose two orders are revoked at once can be used again', async () => {
  // Each of the second orders is of the same customer as the first one at its place.
  const [firsts, seconds] = [await sold(rounds(200)), await sold(rounds(200))]
  for (const [at, first] of firsts.entries()) {
    const second = seconds[at]?.id ?? 0
    const { parcel } = await ready(first.id, { together: [{ id: second, version: 2 }] })
    const shipBoth = async () =>
      play.ship(first.id, tokenOf(at), { ...parcel, together: [{ id: second, version: await versionOf(second) }] })
    expect(await shipBoth()).toMatchObject({ status: 200 })
    expect(await waybillOf(second)).toMatchObject({ state: 'shipped' })
    const replies = await both(
      at,
      () => revoke(first.id, tokenOf(0)),
      () => revoke(second, tokenOf(1)),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await waybillOf(first.id)).toMatchObject({ state: 'ready' })
    expect(await shipBoth()).toMatchObject({ status: 200 })
  }
})

/** As after a crash: written, and perhaps known to the platform, but without its number. Due. */
async function interrupted(order_id: number, isKnown: boolean) {
  const { db, transaction } = await connection()
  const settings = await currentSettings(db)
  const actor = { kind: 'staff', user_id: packers[0]?.id ?? 0 } as const
  const id = await transaction((tx) =>
    insertWaybill(tx, { order_id, account_id, version: 2, remark: '' }, { actor, settings }),
  )
  const { openid, wanted } = await readRequest(db, id)
  const added = isKnown && (await addWaybill(await miniProgram(), wanted(openid ?? '')))
  const tracking_no = added && 'tracking_no' in added ? added.tracking_no : ''
  expect(tracking_no !== '').toBe(isKnown)
  await makeDue(id)
  return { id, version: 1, parcel: { carrier: 'YTO', tracking_no } }
}

const makeDue = async (id: number) =>
  (await database())
    .update(tables.waybill)
    .set({ next_try_at: sql`now() - interval '1 second'` })
    .where(eq(tables.waybill.id, id))

test('a parcel with a number that the job learns at the same time uses its waybill', async () => {
  for (const [at, { id }] of (await sold(rounds(200))).entries()) {
    const { parcel } = await interrupted(id, true)
    const [sent] = await both(
      at,
      () => play.ship(id, tokenOf(at), parcel),
      later(at, () => askAboutWaybills()),
    )
    expect(sent.status, sent.text).toBe(200)
    expect(await waybillOf(id)).toMatchObject({ state: 'shipped', tracking_no: parcel.tracking_no })
  }
})

test('a waybill that staff cancel while the job makes it is either made or canceled, in both places', async () => {
  const { seen, note } = outcomes()
  for (const [at, { id }] of (await sold(rounds(400))).entries()) {
    const waybill = await interrupted(id, at % 4 > 1)
    const [, canceled] = await both(
      at,
      () => askAboutWaybills(),
      later(at, () => cancel(tokenOf(at), waybill)),
    )
    await askAll()
    const { state } = await waybillOf(id)
    if (canceled.status === 200) expect(state).toBe('canceled')
    else expect({ state, code: canceled.problem.code }).toEqual({ state: 'ready', code: 'stale_version' })
    note(state)
  }
  expect(Object.keys(seen)).toHaveLength(2)
})

test('a waybill that staff and the job cancel at once is canceled', async () => {
  const { seen, note } = outcomes()
  for (const [at, { id }] of (await sold(rounds(200))).entries()) {
    const { parcel: _, ...waybill } = await ready(id)
    await play.refund(id, packers[0]?.id ?? 0)
    await play.settleAll()
    await makeDue(waybill.id)
    const [, canceled] = await both(
      at,
      () => askAboutWaybills(),
      () => cancel(tokenOf(at), waybill),
    )
    await askAll()
    expect(await waybillOf(id)).toMatchObject({ state: 'canceled' })
    note(canceled.status === 200 ? 'staff' : 'the job')
  }
  expect(Object.keys(seen)).toHaveLength(2)
})
