import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { Recorder } from '@/lib/kit/api/run/recorder'
import { carrierAccountOf } from '@/lib/platform/sandbox/accounts'
import { faults } from '@/lib/platform/sandbox/fetch'
import { api } from '@/lib/server/testing/api'
import { database, newStaff, unique } from '@/lib/server/testing/factories'
import { usePlatform } from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import { applyListing, readListing } from './commands'

const codes = ['list', 'update', 'create', 'delete'].map((verb) => `cms.carrier_account.${verb}`)
let token: string
let user_id: number

beforeAll(async () => {
  await migrateDatabase()
  const staff = await newStaff(codes)
  token = staff.token
  user_id = staff.id
})
beforeEach(async () => {
  usePlatform()
  const db = await database()
  await db.delete(tables.carrier_account)
  await db.delete(tables.sandbox_carrier_account)
})

const refresh = () => api('POST /cms/carrier_account/refresh', { token })
const all = async (query: object = {}) => (await api('GET /cms/carrier_account', { token, query: { ...query } })).body
const accountOf = async (delivery_id: string) => {
  const found = (await all()).items.find((one) => one.delivery_id === delivery_id)
  if (!found) throw new Error(`no account at ${delivery_id}`)
  return found
}
const change = (id: number, body: object) => api('PUT /cms/carrier_account/{id}', { token, params: { id }, body })
const password = 'k7Qz-pass-word-91'
const bind = (body: object = {}) =>
  api('POST /cms/carrier_account', { token, body: { delivery_id: 'YD', biz_id: 'YD-1', password, ...body } })
const unbind = (id: number, body: object) =>
  api('POST /cms/carrier_account/{id}/unbind', { token, params: { id }, body })
const refusedAt = (name: string, code: string) => ({
  status: 400,
  problem: { code: 'invalid_request', invalid_params: [{ in: 'body', name, code }] },
})
const sender = {
  sender_name: '青梧茶铺',
  sender_phone: '0571-8888 8888',
  province: '浙江省',
  city: '杭州市',
  district: '拱墅区',
  detail: '青梧路 18 号',
}

/** The rows of the audit log, newest first. */
const logged = async () =>
  (await database())
    .select()
    .from(tables.oper_log)
    .where(and(eq(tables.oper_log.user_id, user_id), eq(tables.oper_log.module, 'carrier_account')))
    .orderBy(desc(tables.oper_log.id))

describe('a refresh', () => {
  test('adds what the platform has, with its state', async () => {
    expect(await refresh()).toMatchObject({ status: 200, body: { added: 5, changed: 0, removed: 0 } })
    const { items, total } = await all()
    expect(total).toBe(5)
    const problems = Object.fromEntries(items.map(({ delivery_id, problem }) => [delivery_id, problem]))
    expect(problems).toEqual({ YTO: 'no_sender', ZTO: 'no_quota', STO: 'refused', SF: 'no_sender', JTSD: 'no_sender' })
    expect(await accountOf('SF')).toMatchObject({
      name: '顺丰速运',
      services: [{ service_type: 1 }, { service_type: 2 }],
      service_type: 1,
      enabled: true,
      is_default: false,
      usable: false,
      quota: 500,
    })
    expect((await all({ quota_low: 'true' })).items.map(({ delivery_id }) => delivery_id).sort()).toEqual([
      'JTSD',
      'ZTO',
    ])
    expect((await all({ q: 'sf00000' })).total).toBe(1)
  })

  test('changes and removes, and keeps what staff have entered', async () => {
    await refresh()
    const db = await database()
    const before = await accountOf('SF')
    const { body: edited } = await change(before.id, { ...sender, service_type: 2, is_default: true, version: 1 })
    expect(edited).toMatchObject({ usable: true, problem: null, service_type: 2 })
    await db.update(tables.sandbox_carrier_account).set({ quota: 7 })
    expect((await refresh()).body).toEqual({ added: 0, changed: 5, removed: 0 })
    // An open form can still be saved.
    expect(await accountOf('SF')).toMatchObject({ ...sender, service_type: 2, quota: 7, version: edited.version })
    expect((await refresh()).body).toEqual({ added: 0, changed: 0, removed: 0 })
    await db.delete(tables.sandbox_carrier_account).where(eq(tables.sandbox_carrier_account.delivery_id, 'SF'))
    expect((await refresh()).body).toEqual({ added: 0, changed: 0, removed: 1 })
    expect(await accountOf('SF')).toMatchObject({
      ...sender,
      enabled: false,
      is_default: false,
      checked_at: null,
      problem: 'disabled',
    })
    expect((await change(before.id, { enabled: true })).body.problem).toBe('unbound')
    const [removal] = (await logged()).filter(({ action }) => action === 'refresh')
    expect(removal).toMatchObject({ target_id: String(before.id), after: { enabled: false, is_default: false } })
  })

  test('of which nothing is new leaves no row in the audit log', async () => {
    await refresh()
    const { length } = await logged()
    await refresh()
    expect(await logged()).toHaveLength(length)
  })

  test('with an old answer leaves alone what was bound and unbound since', async () => {
    await refresh()
    const db = await database()
    const { id } = await accountOf('YTO')
    const old = await readListing(db)
    const bound = (await bind()).body
    await unbind(id, { password, version: 1 })
    await applyListing({ db, caller: { user_id }, recorder: new Recorder() }, old)
    expect(await accountOf('YD')).toMatchObject({ id: bound.id, enabled: true, checked_at: bound.checked_at })
    expect(await accountOf('YTO')).toMatchObject({ enabled: false, checked_at: null })
  })

  test('does nothing if the platform does not answer', async () => {
    await refresh()
    const before = await all()
    const away = ['timeout', 'html', 'errcode_48001', 'server_error'] as const
    for (const fault of away)
      for (const path of ['account/getall', 'delivery/getall']) {
        faults.clear()
        for (let at = 0; at < 3; at++) faults.next(fault, { path })
        expect(await refresh(), fault).toMatchObject({ status: 502, problem: { code: 'provider_error' } })
      }
    expect(await all()).toEqual(before)
  })
})

describe('binding', () => {
  test('stores the account, and nowhere its password', async () => {
    const { status, body, headers } = await bind({ remark: '电话:0571' })
    expect([status, headers.get('location')]).toEqual([201, `/cms/carrier_account/${body.id}`])
    expect(body).toMatchObject({ delivery_id: 'YD', biz_id: 'YD-1', name: '韵达速递', quota: 100, enabled: true })
    expect(body).not.toHaveProperty('password')
    const rows = await logged()
    expect(rows[0]).toMatchObject({ action: 'create', target_id: String(body.id), success: true })
    expect(JSON.stringify(rows)).not.toContain(password)
    const db = await database()
    for (const table of [tables.carrier_account, tables.sandbox_carrier_account, tables.idempotency, tables.error_log])
      expect(JSON.stringify(await db.select().from(table))).not.toContain(password)
    // Again, as after an answer that was lost.
    expect(await bind()).toMatchObject({ status: 201, body: { id: body.id } })
  })

  test('that the carrier does not confirm shows in the problem', async () => {
    expect(await bind({ password: 'wrong' })).toMatchObject({
      status: 201,
      body: { status_code: 1, problem: 'refused' },
    })
    expect((await bind()).body).toMatchObject({ status_code: 0, problem: 'no_sender' })
  })

  test('that the platform refuses says its words, and stores nothing', async () => {
    const reply = await bind({ password: '' })
    expect(reply).toMatchObject(refusedAt('password', 'refused'))
    expect(reply.problem.invalid_params[0]?.params).toMatchObject({ errcode: 9300531 })
    expect(String(reply.problem.invalid_params[0]?.params?.text)).toContain('账号或密码错误')
    faults.next('errcode_9300000', { path: 'account/bind' })
    const typed = unique('not-to-be-logged-')
    expect(await bind({ password: typed })).toMatchObject(refusedAt('password', 'refused'))
    expect((await all()).total).toBe(0)
    const [row] = await logged()
    expect(row).toMatchObject({ success: false, status: 400 })
    expect(JSON.stringify(await logged())).not.toContain(typed)
  })

  test('needs a carrier of the dictionary', async () => {
    expect(await bind({ delivery_id: 'NOWHERE' })).toMatchObject(refusedAt('delivery_id', 'not_found'))
    expect(await (await database()).$count(tables.sandbox_carrier_account)).toBe(0)
  })

  test('fails while the platform is away, and is repeated', async () => {
    for (let at = 0; at < 3; at++) faults.next('answer_lost', { path: 'account/bind' })
    expect(await bind()).toMatchObject({ status: 502, problem: { code: 'provider_error' } })
    expect((await all()).total).toBe(0)
    expect((await bind()).status).toBe(201)
  })
})

describe('unbinding', () => {
  test('keeps the account, disabled', async () => {
    await refresh()
    const { id } = await accountOf('YTO')
    const { body } = await change(id, { ...sender, is_default: true, version: 1 })
    expect(await unbind(id, { password: '', version: body.version })).toMatchObject(refusedAt('password', 'refused'))
    expect(await unbind(id, { password, version: 1 })).toMatchObject({
      status: 409,
      problem: { code: 'stale_version' },
    })
    expect((await accountOf('YTO')).is_default).toBe(true)
    expect(await unbind(id, { password, version: body.version })).toMatchObject({
      status: 200,
      body: { ...sender, enabled: false, is_default: false, checked_at: null, problem: 'disabled' },
    })
    expect(await carrierAccountOf('YTO', '021K000001')).toBeUndefined()
    expect((await refresh()).body).toMatchObject({ added: 0, removed: 0 })
    expect(JSON.stringify(await logged())).not.toContain(password)
    const again = await bind({ delivery_id: 'YTO', biz_id: '021K000001' })
    expect(again).toMatchObject({ status: 201, body: { id, enabled: true, usable: true } })
  })

  test('changes nothing while the platform is away', async () => {
    await refresh()
    const before = await accountOf('YTO')
    for (let at = 0; at < 3; at++) faults.next('timeout', { path: 'account/bind' })
    expect((await unbind(before.id, { password, version: 1 })).status).toBe(502)
    expect(await accountOf('YTO')).toEqual(before)
  })
})

describe('an account', () => {
  beforeEach(refresh)

  test('is the only default, also of two at once', async () => {
    const ids = await Promise.all(['YTO', 'SF', 'JTSD'].map(async (carrier) => (await accountOf(carrier)).id))
    const replies = await Promise.all(ids.map((id) => change(id, { is_default: true })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const defaults = (await all()).items.filter(({ is_default }) => is_default)
    expect(defaults).toHaveLength(1)
    // A disabled one is none.
    const [former] = defaults
    expect((await change(former?.id ?? 0, { enabled: false })).body).toMatchObject({
      enabled: false,
      is_default: false,
    })
    expect(await change(former?.id ?? 0, { is_default: true })).toMatchObject(refusedAt('is_default', 'not_allowed'))
  })

  test('has a whole sender in a known city, and a service of the carrier', async () => {
    const { id } = await accountOf('SF')
    expect(await change(id, { sender_name: '青梧茶铺' })).toMatchObject(refusedAt('sender_phone', 'required'))
    expect(await change(id, { ...sender, detail: '' })).toMatchObject(refusedAt('detail', 'required'))
    expect(await change(id, { ...sender, city: '海底', district: '' })).toMatchObject(
      refusedAt('city', 'unknown_region'),
    )
    expect(await change(id, { ...sender, sender_phone: 'call us' })).toMatchObject(
      refusedAt('sender_phone', 'invalid_format'),
    )
    expect(await change(id, { service_type: 9 })).toMatchObject(refusedAt('service_type', 'invalid_value'))
    expect((await change(id, sender)).body).toMatchObject({ ...sender, usable: true })
    const empty = Object.fromEntries(Object.keys(sender).map((name) => [name, '']))
    expect((await change(id, empty)).body.problem).toBe('no_sender')
    expect(await change(id, { enabled: false, version: 1 })).toMatchObject({
      status: 409,
      problem: { code: 'stale_version' },
    })
    const { items } = (await api('GET /cms/carrier_account/{id}/history', { token, params: { id } })).body
    expect(items[0]?.after).toMatchObject({ sender_name: '' })
  })

  test('is closed to staff without the permission', async () => {
    const { id } = await accountOf('SF')
    const reader = (await newStaff(['cms.carrier_account.list'])).token
    const params = { id }
    expect((await api('GET /cms/carrier_account/{id}', { token: reader, params })).status).toBe(200)
    const replies = [
      await api('POST /cms/carrier_account/refresh', { token: reader }),
      await api('POST /cms/carrier_account', { token: reader, body: { delivery_id: 'YD', biz_id: '1' } }),
      await api('PUT /cms/carrier_account/{id}', { token: reader, params, body: { enabled: false } }),
      await api('POST /cms/carrier_account/{id}/unbind', { token: reader, params, body: { version: 1 } }),
      await api('GET /cms/carrier_account', { token: (await newStaff(['cms.store.list'])).token }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })
})
