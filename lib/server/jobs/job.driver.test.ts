import { desc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { singleton } from '@/db/singleton'
import * as tables from '@/db/tables'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { jobsIfDue } from '@/lib/kit/job/due'
import { endpoints } from '@/lib/server/endpoints'
import { api, dispatch } from '@/lib/server/testing/api'
import {
  addressInput,
  database,
  newBuyer,
  newCustomer,
  newProduct,
  setParameters,
} from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { runFrequentJobs } from './jobs'

beforeEach(() => play.usePlatform())

const call = (path: string) =>
  dispatch(new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${process.env.CRON_SECRET}` } }))
const run = async (name: string) => (await (await call(`/api/cron?job=${name}`)).json())[name]

test('a run continues until nothing is due', async () => {
  await setParameters({ 'limit.writes_per_minute': 10_000, 'order.unpaid_max': 1_000 })
  const [buyer, { sku }] = [await newBuyer(), await newProduct({ skus: [{ stock: 1_000 }] })]
  const items = [{ sku_id: sku.id, count: 1 }]
  for (let at = 0; at < 60; at++) await api('POST /v1/order', { token: buyer.token, body: { items } })
  const db = await database()
  const past = sql`now() - interval '1 minute'`
  await db.update(tables.order).set({ expires_at: past, next_try_at: past })
  expect(await run('expire')).toEqual({ expired: 60, paid: 0, left: 0 })
  await db.update(tables.order).set({ status: 'shipped', shipped_at: sql`now() - interval '30 days'` })
  expect(await run('complete')).toEqual({ completed: 60 })
})

test('expired rows are deleted, and nothing else', async () => {
  const db = await database()
  const { id } = await newCustomer()
  await newCustomer()
  await db.update(tables.session).set({ expires_at: sql`now() - interval '31 days'` }).where(sql`user_id = ${id}`)
  await db.delete(tables.rate_limit)
  await db.insert(tables.rate_limit).values([
    { key: 'over', points: 1, expires_at: sql`now() - interval '1 second'` },
    { key: 'running', points: 1, expires_at: sql`now() + interval '1 minute'` },
  ])
  const record = { user_id: id, method: 'POST', path: '/v1/order', body_hash: 'x' }
  await db.insert(tables.idempotency).values([
    { ...record, key: 'yesterday', created_at: sql`now() - interval '25 hours'` },
    { ...record, key: 'today' },
  ])
  await db.insert(tables.known_network).values([
    { user_id: id, network: '192.0.2.1', last_login_at: sql`now() - interval '31 days'` },
    { user_id: id, network: '192.0.2.2' },
  ])
  await db.insert(tables.former_customer).values([
    { openid_hash: 'old', closed_at: sql`now() - interval '401 days'` },
    { openid_hash: 'new', closed_at: sql`now() - interval '399 days'` },
  ])
  const login = { account: 'x', type: 100, success: true, ip: 'x', user_agent: '' }
  await db.insert(tables.login_log).values([{ ...login, created_at: sql`now() - interval '181 days'` }, login])
  const operation = {
    request_id: 'x',
    user_id: 1,
    username: 'x',
    module: 'x',
    action: 'x',
    method: 'PUT',
    path: '/',
    status: 200,
    success: true,
    duration_ms: 1,
    ip: 'x',
    user_agent: '',
  }
  const old = { created_at: sql`now() - interval '181 days'` }
  await db.insert(tables.platform_message).values([
    { digest: 'old', event: '', created_at: sql`now() - interval '25 hours'` },
    { digest: 'fresh', event: '' },
    { digest: 'not understood', event: 'x', body: '{}', created_at: sql`now() - interval '25 hours'` },
    { digest: 'long not understood', event: 'x', body: '{}', ...old },
  ])
  // More than one batch.
  await db.insert(tables.oper_log).values(Array.from({ length: 1_001 }, () => ({ ...operation, ...old })))
  await db.insert(tables.oper_log).values(operation)
  const error = { source: 'job', name: 'x', message: '', stack: '', method: 'GET', path: '/', first_at: old.created_at }
  await db.insert(tables.error_log).values([
    { ...error, fingerprint: 'new', last_at: old.created_at },
    { ...error, fingerprint: 'ignored', last_at: old.created_at, status: 'ignored' },
    { ...error, fingerprint: 'still happens' },
  ])
  const report = { source: 'system', audience: 'staff', title: '', kind: 'payment_alarm' } as const
  await db.insert(tables.notice).values([
    { ...report, subject: 'old', ...old },
    { ...report, subject: 'new' },
    { title: 'by staff', ...old },
  ])
  const sent = { kind: 'product' as const, name: 'a.csv', columns: ['sku_id'], created_by: 1 }
  const [old_import, fresh_import] = await db
    .insert(tables.import_file)
    .values([{ ...sent, created_at: sql`now() - interval '31 days'` }, sent])
    .returning()
  const row = {
    record_line: 2,
    cells: ['1'],
    result: 'unchanged' as const,
    target: {},
    changes: {},
    errors: [],
    pending: false,
  }
  // More than one batch.
  await db
    .insert(tables.import_row)
    .values([
      ...Array.from({ length: 1_001 }, (_, at) => ({ ...row, import_id: old_import?.id ?? 0, line: at + 2 })),
      { ...row, import_id: fresh_import?.id ?? 0, line: 2 },
    ])
  expect(await run('prune')).toEqual({
    rate_limit: 1,
    idempotency: 1,
    session: 1,
    known_network: 1,
    former_customer: 1,
    login_log: 1,
    oper_log: 1_001,
    error_log: 2,
    notice: 1,
    platform_message: 2,
    masked: 0,
    import_row: 1_001,
    import: 1,
  })
  expect(await run('prune')).toEqual({
    rate_limit: 0,
    idempotency: 0,
    session: 0,
    known_network: 0,
    former_customer: 0,
    login_log: 0,
    oper_log: 0,
    error_log: 0,
    notice: 0,
    platform_message: 0,
    masked: 0,
    import_row: 0,
    import: 0,
  })
})

describe('one call runs all jobs', () => {
  test('and returns the counts of each job', async () => {
    const [buyer, { sku }] = [await newBuyer(), await newProduct()]
    const db = await database()
    const past = sql`now() - interval '1 minute'`
    for (let at = 0; at < 2; at++) {
      await api('POST /v1/order', { token: buyer.token, body: { items: [{ sku_id: sku.id, count: 1 }] } })
    }
    const [{ id } = { id: 0 }] = await db
      .select({ id: tables.order.id })
      .from(tables.order)
      .orderBy(desc(tables.order.id))
    await db.update(tables.order).set({ expires_at: past, next_try_at: past }).where(eq(tables.order.status, 'unpaid'))
    await db
      .update(tables.order)
      .set({ status: 'shipped', shipped_at: sql`now() - interval '30 days'` })
      .where(eq(tables.order.id, id))
    await db.insert(tables.rate_limit).values({ key: 'over', points: 1, expires_at: past })
    const response = await call('/api/cron')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      deliver: { deliveries: 0 },
      expire: { expired: 1, paid: 0, left: 0 },
      reconcile: { payments: 0, refunds: 0, failed: 0 },
      complete: { completed: 1 },
      prune: { rate_limit: 1 },
    })
  })

  test('a job that fails does not stop the others, and is in the response and the error log', async () => {
    const db = await database()
    await db.insert(tables.rate_limit).values({ key: 'over', points: 1, expires_at: sql`now() - interval '1 second'` })
    await db.execute(sql`alter table payment rename to payment_away`)
    try {
      const response = await call('/api/cron')
      expect(response.status).toBe(500)
      expect(await response.json()).toMatchObject({
        code: 'internal_error',
        detail: expect.stringMatching(/^Failed: reconcile\./),
      })
    } finally {
      await db.execute(sql`alter table payment_away rename to payment`)
    }
    expect(await db.$count(tables.rate_limit, eq(tables.rate_limit.key, 'over'))).toBe(0)
    expect(await db.$count(tables.error_log, eq(tables.error_log.path, '/api/cron?job=reconcile'))).toBe(1)
  })
})

describe('a schedule', () => {
  const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)]

  test('activates and deactivates products, with a row in the audit log for each', async () => {
    const images = ['/demo/a.svg']
    const on = await newProduct({ status: 'draft', images, publish_at: past, unpublish_at: future })
    const off = await newProduct({ images, unpublish_at: past })
    const both = await newProduct({ images, publish_at: past, unpublish_at: past })
    const later = await newProduct({ status: 'draft', images, publish_at: future })
    const binned = await newProduct({ status: 'draft', images, publish_at: past, deleted_at: new Date() })
    const bare = await newProduct({ status: 'draft', publish_at: past })
    expect(await run('publish')).toEqual({ published: 1, unpublished: 2, refused: 1, thresholds: 0 })
    const db = await database()
    const stateOf = async ({ id }: { id: number }) => {
      const [row] = await db.select().from(tables.product).where(eq(tables.product.id, id))
      return [row?.status, row?.publish_at !== null, row?.unpublish_at !== null, row?.version]
    }
    expect(await stateOf(on)).toEqual(['on_sale', false, true, 2])
    expect(await stateOf(off)).toEqual(['off_sale', false, false, 2])
    expect(await stateOf(both)).toEqual(['off_sale', false, false, 2])
    expect(await stateOf(later)).toEqual(['draft', true, false, 1])
    expect(await stateOf(binned)).toEqual(['draft', true, false, 1])
    expect(await stateOf(bare)).toEqual(['draft', false, false, 2])
    const rows = await db
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.username, 'system'))
      .orderBy(tables.oper_log.id)
    expect(rows.map(({ user_id, target_id, code, after }) => [user_id, target_id, code, after])).toEqual(
      expect.arrayContaining([
        [null, String(on.id), null, { status: 'on_sale' }],
        [null, String(off.id), null, { status: 'off_sale' }],
        [null, String(bare.id), 'not_sellable', null],
      ]),
    )
    expect((await api('GET /v1/product/{id}', { params: { id: on.id } })).status).toBe(200)
    expect((await api('GET /v1/product/{id}', { params: { id: off.id } })).status).toBe(404)
    expect(await run('publish')).toEqual({ published: 0, unpublished: 0, refused: 0, thresholds: 0 })
  })

  test('a changed threshold setting is applied to SKUs of products without their own threshold', async () => {
    const { sku } = await newProduct({ skus: [{ stock: 15 }] })
    const own = await newProduct({ low_stock: 3, skus: [{ stock: 15, low_stock: 3, own_low_stock: true }] })
    await setParameters({ 'stock.low': 20 })
    expect((await run('publish')).thresholds).toBeGreaterThan(0)
    const db = await database()
    const levelOf = async (id: number) =>
      (await db.select().from(tables.sku).where(eq(tables.sku.id, id)))[0]?.stock_level
    expect([await levelOf(sku.id), await levelOf(own.sku.id)]).toEqual([1, 2])
    expect((await run('publish')).thresholds).toBe(0)
  })

  test('is applied after any public read and after writes of customers, at most once a minute', {
    timeout: 30_000,
  }, async () => {
    const db = await database()
    const due = () => newProduct({ status: 'draft', images: ['/demo/a.svg'], publish_at: past })
    const statusOf = async (id: number) =>
      (await db.select().from(tables.product).where(eq(tables.product.id, id)))[0]?.status
    const declared: readonly Endpoint[] = endpoints
    const isOpen = ({ method, access, path }: Endpoint) =>
      method === 'GET' && access.kind === 'public' && /^\/v1\/[^{]*$/.test(path)
    const paths = declared.flatMap((one) =>
      isOpen(one) && (!one.query || z.safeParse(one.query, {}).success) ? one.path : [],
    )
    expect(paths).toEqual(expect.arrayContaining(['/v1/category', '/v1/theme']))
    for (const path of paths) {
      singleton('jobs-last-run', () => ({ at: 0 })).at = Number.NEGATIVE_INFINITY
      await db.delete(tables.rate_limit).where(eq(tables.rate_limit.key, 'job:expire'))
      const { id } = await due()
      await call(path)
      await vi.waitFor(async () => expect(await statusOf(id), path).toBe('on_sale'), { timeout: 5_000 })
    }
    // A write of a customer too.
    singleton('jobs-last-run', () => ({ at: 0 })).at = Number.NEGATIVE_INFINITY
    await db.delete(tables.rate_limit).where(eq(tables.rate_limit.key, 'job:expire'))
    const { id: other } = await due()
    const { token } = await newCustomer()
    expect((await api('POST /v1/address', { token, body: addressInput })).status).toBe(201)
    await vi.waitFor(async () => expect(await statusOf(other)).toBe('on_sale'), { timeout: 5_000 })
    // Another instance would find the counter; this instance does not even query it.
    const { id } = await due()
    expect(jobsIfDue()).toBeUndefined()
    await runFrequentJobs(60)
    expect(await statusOf(id)).toBe('draft')
  })
})
