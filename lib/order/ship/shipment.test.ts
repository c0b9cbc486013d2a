import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newStaff, stockFaults, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  staff = await newStaff(['cms.order.list', 'cms.order.ship', 'cms.order.refund'])
})
beforeEach(async () => {
  payer = await play.newPayer()
})
afterAll(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

/** Places and pays an order with one line of three pieces, and ships `count` of them in a parcel. */
async function shipped(count: number) {
  const { id } = await play.paidOrder(payer, { count: 3 })
  const { id: line } = await play.lineOf(id)
  const { body } = await play.ship(id, staff.token, { items: [{ order_item_id: line, count }] })
  return { id, line, sid: body.shipments[0]?.id ?? 0, version: body.version }
}

type Command = 'correct' | 'revoke'

const send = (
  command: Command,
  { id, sid }: { id: number; sid: number },
  body: object,
  token = staff.token,
  headers = {},
) => api(`POST /cms/order/{id}/shipment/{sid}/${command}`, { token, params: { id, sid }, body, headers })

const other = () => ({ carrier: 'ZTO', tracking_no: unique('ZTO') })

describe('sent again with its Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'one-parcel' }

  test('an order is shipped once', async () => {
    const { id } = await play.paidOrder(payer, { count: 3 })
    const { version } = (await api('GET /cms/order/{id}', { token: staff.token, params: { id } })).body
    const body = { method: 'express' as const, ...other(), version }
    const ship = () => api('POST /cms/order/{id}/ship', { token: staff.token, params: { id }, body, headers })
    const [first, again] = [await ship(), await ship()]
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect([first.status, again.text]).toEqual([200, first.text])
  })

  test('a shipment is corrected once', async () => {
    const { version, ...ids } = await shipped(2)
    const body = { ...other(), version }
    const correct = () => send('correct', ids, body, staff.token, headers)
    const [first, again] = [await correct(), await correct()]
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect([first.status, again.text]).toEqual([200, first.text])
  })
})

describe('revoking a shipment', () => {
  test('leaves its pieces to ship again', async () => {
    const { line, version, ...ids } = await shipped(2)
    const { status, body } = await send('revoke', ids, { version })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'paid',
      fulfilment: 'none',
      version: version + 1,
      items: [{ id: line, shipped_count: 0 }],
      shipments: [{ id: ids.sid, revoked_at: expect.any(String) }],
    })
    expect(body.timeline.at(-1)).toMatchObject({ kind: 'shipment', action: 'revoked', actor: { id: staff.id } })
    expect((await play.readOrder(payer, ids.id)).shipments).toEqual([])
    const again = await play.ship(ids.id, staff.token)
    expect(again.body).toMatchObject({ status: 'shipped', items: [{ shipped_count: 3 }] })
    const rows = await (await database())
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.user_id, staff.id))
      .orderBy(tables.oper_log.id)
    expect(rows.at(-2)).toMatchObject({ target_type: 'order', target_id: String(ids.id), action: 'revoke' })
    expect(JSON.stringify(rows.at(-2)?.after)).toContain('revoked_at')
  })

  test('happens once', async () => {
    const { version, ...ids } = await shipped(1)
    await send('revoke', ids, { version })
    expect((await send('revoke', ids, { version: version + 1 })).problem.code).toBe('order_state')
  })

  test('of the last one makes a shipped order paid again, until its customer confirms receipt', async () => {
    const { line, version, ...ids } = await shipped(3)
    const { body } = await send('revoke', ids, { version })
    expect(body).toMatchObject({
      status: 'paid',
      fulfilment: 'none',
      shipped_at: null,
      version: version + 1,
      items: [{ id: line, shipped_count: 0 }],
    })
    const { status, shipped_at, shipments, log, actions } = await play.readOrder(payer, ids.id)
    expect([status, shipped_at, shipments, log.at(-1)?.action]).toEqual(['paid', null, [], 'unship'])
    expect(actions).not.toContain('confirm')
    const again = await play.ship(ids.id, staff.token)
    expect(again.body).toMatchObject({ status: 'shipped', shipped_at: expect.any(String) })
    await api('POST /v1/order/{id}/confirm', { token: payer.token, params: { id: ids.id } })
    const sid = again.body.shipments.at(-1)?.id ?? 0
    const late = await send('revoke', { id: ids.id, sid }, { version: again.body.version + 1 })
    expect(late).toMatchObject({ status: 409, problem: { code: 'order_state' } })
  })

  test('is refused once pieces of it are refunded', async () => {
    const { line, version, ...ids } = await shipped(2)
    await play.refund(ids.id, staff.id, { items: [{ order_item_id: line, count: 2 }] })
    const { status, problem } = await send('revoke', ids, { version: version + 1 })
    expect(status).toBe(409)
    expect(problem.code).toBe('order_state')
  })

  test('is possible if only unshipped pieces are being refunded', async () => {
    const { line, version, ...ids } = await shipped(2)
    await play.refund(ids.id, staff.id, { items: [{ order_item_id: line, count: 1 }] })
    const { body } = await send('revoke', ids, { version: version + 1 })
    expect(body.items).toMatchObject([{ shipped_count: 0, kept_count: 1 }])
    expect((await play.ship(ids.id, staff.token)).body.items).toMatchObject([{ shipped_count: 2, kept_count: 1 }])
  })
})

describe('correcting a shipment', () => {
  test('replaces carrier and number, once', async () => {
    const { line: _, version, ...ids } = await shipped(1)
    const right = other()
    const { status, body } = await send('correct', ids, { ...right, version })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      version: version + 1,
      fulfilment: 'part',
      shipments: [{ ...right, corrected_at: expect.any(String) }],
    })
    expect(body.timeline.at(-1)).toMatchObject({
      kind: 'shipment',
      action: 'corrected',
      actor: { id: staff.id },
      detail: `ZTO ${right.tracking_no}`,
    })
    const second = await send('correct', ids, { ...other(), version: version + 1 })
    expect(second.status).toBe(409)
    expect(second.problem.code).toBe('limit_reached')
  })

  test('is possible after everything was shipped', async () => {
    const { version, ...ids } = await shipped(3)
    expect((await send('correct', ids, { ...other(), version })).body.status).toBe('shipped')
  })

  test('is refused for the number of another parcel, a revoked parcel, and a parcel without a carrier', async () => {
    const { line, ...ids } = await shipped(1)
    const taken = other()
    const next = await play.ship(ids.id, staff.token, { ...taken, items: [{ order_item_id: line, count: 1 }] })
    const same = await send('correct', ids, { ...taken, version: next.body.version })
    expect(same.problem).toMatchObject({ code: 'already_exists', invalid_params: [{ name: 'tracking_no' }] })
    await send('revoke', ids, { version: next.body.version })
    const revoked = await send('correct', ids, { ...other(), version: next.body.version + 1 })
    expect(revoked.problem.code).toBe('order_state')
    const { id } = await play.paidOrder(payer)
    const fetched = { method: 'pickup' as const, carrier: undefined, tracking_no: undefined }
    const { body } = await play.ship(id, staff.token, fetched)
    const sid = body.shipments[0]?.id ?? 0
    expect((await send('correct', { id, sid }, { ...other(), version: body.version })).problem.code).toBe('order_state')
  })

  test.each([
    {
      fault: 'an unknown carrier',
      body: { carrier: 'no-such', tracking_no: 'X1' },
      name: 'carrier',
      code: 'not_found',
    },
    { fault: 'no carrier', body: { tracking_no: 'X1' }, name: 'carrier', code: 'required' },
    { fault: 'no number', body: { carrier: 'SF' }, name: 'tracking_no', code: 'required' },
    { fault: 'an empty number', body: { carrier: 'SF', tracking_no: ' ' }, name: 'tracking_no', code: 'too_small' },
    { fault: 'pieces', body: { carrier: 'SF', tracking_no: 'X1', items: [] }, name: 'items', code: 'unknown_field' },
  ])('with $fault is refused', async ({ body, name, code }) => {
    const { version, ...ids } = await shipped(1)
    const { status, problem } = await send('correct', ids, { ...body, version })
    expect(status).toBe(400)
    expect(problem.invalid_params).toMatchObject([{ name, code }])
  })

  test('with the same carrier and number is refused', async () => {
    const { id, sid, version } = await shipped(1)
    const [sent] = (await api('GET /cms/order/{id}', { token: staff.token, params: { id } })).body.shipments
    const { carrier, tracking_no } = sent ?? {}
    const { problem } = await send('correct', { id, sid }, { carrier, tracking_no, version })
    expect(problem.invalid_params).toMatchObject([{ name: 'tracking_no', code: 'unchanged' }])
  })
})

describe.each(['correct', 'revoke'] as const)('to %s', (command) => {
  const body = (version?: number) => ({ ...(command === 'correct' && other()), version })

  test('a shipment of another order is not found', async () => {
    const { id, version } = await shipped(1)
    const { sid } = await shipped(1)
    expect((await send(command, { id, sid }, body(version))).status).toBe(404)
    expect((await send(command, { id, sid: 2_000_000_000 }, body(version))).status).toBe(404)
  })

  test('requires the current version and the permission', async () => {
    const { version, ...ids } = await shipped(1)
    expect((await send(command, ids, body(version - 1))).problem.code).toBe('stale_version')
    expect((await send(command, ids, body())).problem.invalid_params).toMatchObject([
      { name: 'version', code: 'required' },
    ])
    const reader = await newStaff(['cms.order.list', 'cms.order.refund'])
    expect((await send(command, ids, body(version), reader.token)).status).toBe(403)
  })
})

test('of a concurrent correction and revocation, one succeeds', async () => {
  const { version, ...ids } = await shipped(1)
  const replies = await Promise.all([
    send('correct', ids, { ...other(), version }),
    send('revoke', ids, { version }),
    send('revoke', ids, { version }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})
