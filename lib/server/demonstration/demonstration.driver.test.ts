import { AsyncResource } from 'node:async_hooks'
import { gzipSync } from 'node:zlib'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { pictureFolders, pictures } from '@/db/seed/shop/pictures'
import * as tables from '@/db/tables'
import { rebuildUses } from '@/lib/file/uses'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { connection, setConnection } from '@/lib/kit/database'
import { seedDemonstration } from '@/lib/server/demonstration/demonstration'
import { endpoints } from '@/lib/server/endpoints'
import { caseFaults } from '@/lib/server/testing/after_sale'
import { api, send } from '@/lib/server/testing/api'
import { database, newKey, newStaff, stockFaults } from '@/lib/server/testing/factories'
import { lineFaults, moneyFaults } from '@/lib/server/testing/payment'
import { refusePublishedPassword } from '@/lib/user/published-password'

const counts = async () => {
  const db = await database()
  const [row] = await db
    .select({
      products: sql<number>`(select count(*)::int from product where status = 'on_sale')`,
      skus: sql<number>`(select count(*)::int from sku)`,
      tops: sql<number>`(select count(*)::int from category where parent_id is null)`,
      subs: sql<number>`(select count(*)::int from category where parent_id is not null)`,
      themes: sql<number>`(select count(*)::int from theme)`,
      banners: sql<number>`(select count(*)::int from banner)`,
      orders: sql<number>`(select count(*)::int from "order")`,
      states: sql<number>`(select count(distinct status)::int from "order")`,
      ledger: sql<number>`(select count(*)::int from stock_log)`,
      users: sql<number>`(select count(*)::int from "user" where sandbox)`,
    })
    .from(sql`(values (1)) as one`)
  return row
}

const logIn = (account: string, secret = 'mini-shop-demo') =>
  api('POST /v1/token', { body: { type: 100, account, secret } })

// The whole shop with a month of orders, on a database that may have a single core.
const slow = { timeout: 90_000 }

/**
 * Runs `work`, and returns the numbers of rows that other connections see just before each of its transactions commits.
 * The embedded database has no other connections.
 */
async function seenOutside(work: () => Promise<unknown>): Promise<number[]> {
  const opened = await connection()
  const seen: number[] = []
  // Bound to the context outside transactions, where another connection may be used.
  const look = AsyncResource.bind(async () => {
    if (inject('database').driver === 'pglite') return
    for (const table of [tables.user, tables.product, tables.stock_log, tables.order, tables.oper_log])
      seen.push(await opened.watching.$count(table))
  })
  setConnection({
    ...opened,
    transaction: (run, options) =>
      opened.transaction(async (tx) => {
        const result = await run(tx)
        await look()
        return result
      }, options),
  })
  await work().finally(() => setConnection(opened))
  return seen
}

test('the demonstration shop is written once and as a whole, and its stock matches the ledger', slow, async () => {
  const seen = await seenOutside(async () => expect(await seedDemonstration()).toContain('was written'))
  expect(seen.filter((rows) => rows > 0)).toEqual([])
  expect(seen.length > 0).toBe(inject('database').driver !== 'pglite')
  const first = await counts()
  expect(first).toMatchObject({ tops: 3, subs: 8, themes: 3, banners: 2, states: 6, users: 33 })
  expect(first?.products).toBeGreaterThanOrEqual(40)
  expect(await seedDemonstration()).toBe('The demonstration shop already exists.')
  expect(await counts()).toEqual(first)
  expect(await stockFaults()).toEqual([])
})

test('a month of orders is consistent, and each step has its own time', async () => {
  expect(await moneyFaults()).toEqual([])
  expect(await lineFaults()).toEqual([])
  expect(await caseFaults()).toEqual([])
  const db = await database()
  const { order, after_sale, shipping_report } = tables
  const statuses = async (table: typeof order | typeof after_sale | typeof shipping_report) =>
    (await db.selectDistinct({ status: sql<string>`status` }).from(table)).map(({ status }) => status).sort()
  expect(await statuses(order)).toEqual(['cancelled', 'completed', 'paid', 'refunded', 'shipped', 'unpaid'])
  expect(await statuses(after_sale)).toEqual(['disputed', 'done', 'requested', 'returned', 'returning', 'withdrawn'])
  expect(await statuses(shipping_report)).toEqual(['refused', 'uploaded', 'waiting'])
  const days = await db
    .select({ days: sql<number>`count(distinct created_at::date)::int`, wrong: wrongTimes })
    .from(order)
  expect(days[0]?.days).toBeGreaterThan(25)
  expect(days[0]?.wrong).toBe(0)
})

/** Counts orders with a time that is after the time of a later step, or in the future. */
const wrongTimes = sql<number>`count(*) filter (where paid_at < created_at or shipped_at < paid_at or completed_at < shipped_at
  or greatest(created_at, paid_at, shipped_at, completed_at, cancelled_at) > now()
  or exists (
    select from order_log l join order_log n on n.order_id = l.order_id and n.id > l.id
    where l.order_id = "order".id and n.created_at < l.created_at)
  or exists (
    select from shipment s where s.order_id = "order".id and (s.shipped_at < paid_at or s.reported_at < s.shipped_at)))::int`

test('its pictures are files in folders, each with its subject and its uses', async () => {
  const token = (await logIn('admin')).body.token
  const folders = (await api('GET /cms/file/folder', { token })).body
  expect(folders.map(({ name }) => name).toSorted()).toEqual(Object.values(pictureFolders).toSorted())
  expect(folders.reduce((sum, { file_count }) => sum + file_count, 0)).toBe(pictures.length)
  const { body } = await api('GET /cms/file', { token, query: { q: 'p-acacia-honey.webp' } })
  expect(body.items).toMatchObject([{ alt: '洋槐蜂蜜', url: expect.stringMatching(/\/demo\/p-acacia-honey\.webp$/) }])
  expect(body.items[0]?.uses_count).toBeGreaterThan(0)
  const db = await database()
  expect(await db.transaction(rebuildUses)).toEqual({ removed: 0, added: 0 })
  const [shown] = await db
    .select({ missing: sql<number>`count(*)::int` })
    .from(sql`(select unnest(images) url from product union select image_url from banner_item union select image_url from category
      union select image_url from sku union select topic_image_url from theme union select image_url from article) shown`)
    .where(sql`url like '/demo/%' and not exists (
      select from file_object o join file_use u on u.file_id = o.file_id where o.url = shown.url)`)
  expect(shown?.missing).toBe(0)
})

test('a picture without uses can be deleted, although the server keeps its bytes', async () => {
  const token = (await logIn('admin')).body.token
  const db = await database()
  const owned = { uploaded_by: 1, updated_by: 1, mime: 'image/webp', size: 1 }
  const [file] = await db
    .insert(tables.file)
    .values({ ...owned, name: 'old.webp', kind: 'image', source_sha256: 'old' })
    .returning({ id: tables.file.id })
  const object = {
    storage: 'bundled',
    key: 'demo/old.webp',
    url: '/demo/old.webp',
    mime: 'image/webp',
    size: 1,
  } as const
  await db.insert(tables.file_object).values({ ...object, file_id: file?.id ?? 0 })
  expect((await api('DELETE /cms/file/{id}', { token, params: { id: file?.id ?? 0 } })).status).toBe(204)
  await expect.poll(() => db.$count(tables.file_object, eq(tables.file_object.key, object.key))).toBe(0)
})

test('its customer signs in with the password of the environment and sees orders in all states', async () => {
  const login = await logIn('customer')
  expect(login.status).toBe(200)
  const { body } = await api('GET /v1/order', { token: login.body.token, query: { size: 100 } })
  expect(new Set(body.items.map((order) => order.status))).toEqual(
    new Set(['unpaid', 'paid', 'shipped', 'completed', 'cancelled', 'refunded']),
  )
  for (const order of body.items) {
    const detail = await api('GET /v1/order/{id}', { token: login.body.token, params: { id: order.id } })
    expect(detail.body.log.at(-1)?.to_status).toBe(order.status)
    expect(detail.body.log.map((entry) => entry.created_at)).toEqual(
      detail.body.log.map((entry) => entry.created_at).toSorted(),
    )
  }
})

test('its home screen has everything and is small', async () => {
  // Settings are cached for a few seconds.
  const nameOf = async () => (await api('GET /v1/home')).body.shop.name
  await expect.poll(nameOf, { timeout: 10_000 }).toBe('檐下半日')
  const { text, body } = await api('GET /v1/home')
  expect(body.shop.logo_url).toContain('/demo/')
  expect(Object.keys(body.banners)).toContain('home')
  for (const part of ['themes', 'categories', 'newest', 'notices'] as const) expect(body[part]).not.toEqual([])
  expect(gzipSync(text).length).toBeLessThan(6 * 1024)
})

describe('every GET is answered, so the values of every driver match the schemas', () => {
  const declared: readonly Endpoint[] = endpoints
  const reads = declared.filter(({ method, access }) => method === 'GET' && access.kind !== 'provider')
  const tokens = { customer: '', staff: '', key: '' }
  beforeAll(async () => {
    tokens.customer = (await logIn('customer')).body.token
    tokens.staff = (await logIn('admin')).body.token
    tokens.key = (await newKey((await newStaff()).id, [])).token
  })
  const read = ({ access }: Endpoint, path: string) =>
    send('GET', path, {
      token: access.kind === 'customer' || access.kind === 'key' ? tokens[access.kind] : tokens.staff,
    })

  test.each(reads.filter(({ path }) => !path.includes('{')).map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s',
    async (path, endpoint) => {
      const example = `?${new URLSearchParams({ ...Object(endpoint.example?.query) })}`
      // The record of an example may be missing in the demonstration.
      expect([200, 404], example).toContain((await read(endpoint, path + example)).status)
      // The lists are read without filters. If a filter is required, the response names it.
      const unfiltered = await read(endpoint, path)
      if (unfiltered.status === 400)
        expect(unfiltered.problem.invalid_params.map(({ code }) => code)).toContain('required')
      else expect(unfiltered.status).toBe(200)
    },
  )

  const Listed = z.object({ items: z.array(z.object({ id: z.int() })) })
  const firstId = async (list: Endpoint) => {
    const { body } = await read(list, list.path)
    return Listed.safeParse(Array.isArray(body) ? { items: body } : body).data?.items[0]?.id
  }

  /**
   * Fills the ids in a path with the ids of the first records of the lists above; undefined: one of the lists is empty.
   */
  const filled = async (path: string): Promise<string | undefined> => {
    const [parameter] = path.match(/\{\w+\}(?=[^{}]*$)/) ?? []
    if (!parameter) return path
    const [parent = '', rest = ''] = path.split(`/${parameter}`)
    const [list, listPath] = [reads.find((other) => other.path === parent), await filled(parent)]
    const id = list && listPath && (await firstId({ ...list, path: listPath }))
    return id === undefined ? undefined : `${listPath}/${id}${rest}`
  }

  test.each(reads.filter(({ path }) => path.includes('{')).map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s',
    async (path, endpoint) => {
      const known = await filled(path)
      const reply = await read(endpoint, known ?? path.replaceAll(/\{\w+\}/g, '1'))
      expect(known === undefined ? [200, 404] : [200]).toContain(reply.status)
    },
  )

  test('some of them have rows', async () => {
    const lists = reads.filter(
      ({ path }) => !path.includes('{') && reads.some((other) => other.path.startsWith(`${path}/{`)),
    )
    const ids = await Promise.all(lists.map(firstId))
    expect(ids.filter((id) => id !== undefined).length).toBeGreaterThan(5)
  })
})

test('its staff sign in: root, one for catalog and orders, and one who can read everything but write nothing', async () => {
  const [admin, operator, auditor] = [await logIn('admin'), await logIn('operator'), await logIn('auditor')]
  expect(admin.body.user).toMatchObject({ kind: 'staff', is_root: true, groups: [] })
  expect(operator.body.user).toMatchObject({ kind: 'staff', is_root: false, groups: [{ name: '运营' }] })
  expect(auditor.body.user).toMatchObject({ kind: 'staff', is_root: false, groups: [{ name: '审计' }] })
  expect(operator.body.user.permission_codes).toContain('cms.customer.list')
  const codes = auditor.body.user.permission_codes ?? []
  expect(codes).toContain('cms.menu.list')
  expect(codes.filter((code) => !code.endsWith('.list'))).toEqual([])
  const { token } = auditor.body
  expect((await api('GET /cms/menu', { token })).status).toBe(200)
  const body = { type: 'directory', name: 'own', title: '自己的' }
  expect((await api('POST /cms/menu', { token, body })).status).toBe(403)
})

test('a shop without staff gets them, except for names that are taken', async () => {
  const db = await database()
  const names = ['admin', 'operator', 'auditor']
  const identities = await db.select().from(tables.identity).where(inArray(tables.identity.identifier, names))
  const ids = identities.map(({ user_id }) => user_id)
  await db.delete(tables.user).where(inArray(tables.user.id, ids))
  const taken = { type: 100, account: 'operator', secret: 'the own secret of a customer' }
  expect((await api('POST /v1/user', { body: taken })).status).toBe(201)
  expect(await seedDemonstration()).toBe(
    'The demonstration shop already exists; the accounts admin, auditor were added.',
  )
  expect((await logIn('admin')).status).toBe(200)
  expect((await api('POST /v1/token', { body: taken })).body.user.kind).toBe('customer')
  expect(await seedDemonstration()).toBe('The demonstration shop already exists.')
})

test('a new password applies to all accounts of the demonstration, and to no others', async () => {
  const { env } = await import('@/lib/kit/env')
  const variables = env()
  const before = variables.SANDBOX_PASSWORD
  variables.SANDBOX_PASSWORD = 'another-secret-of-ours'
  const db = await database()
  try {
    await expect(refusePublishedPassword(db)).rejects.toThrow('run npm run db:seed')
    expect(await seedDemonstration()).toBe('The demonstration shop already exists; the password was updated.')
    for (const account of ['customer', 'admin', 'auditor']) {
      expect((await logIn(account, 'another-secret-of-ours')).status, account).toBe(200)
      expect((await logIn(account)).status, account).toBe(401)
    }
    expect((await logIn('operator', 'another-secret-of-ours')).status).toBe(401)
    expect(await refusePublishedPassword(db)).toBeUndefined()
  } finally {
    variables.SANDBOX_PASSWORD = before
    await seedDemonstration()
  }
  expect((await logIn('admin')).status).toBe(200)
})

test('without the sandbox its accounts cannot be used, including open sessions', async () => {
  const { env } = await import('@/lib/kit/env')
  const { token } = (await logIn('admin')).body
  const variables = env()
  variables.SANDBOX = false
  try {
    for (const account of ['customer', 'admin']) expect((await logIn(account)).status).toBe(401)
    expect((await api('GET /v1/user', { token })).status).toBe(401)
  } finally {
    variables.SANDBOX = true
  }
  expect((await api('GET /v1/user', { token })).status).toBe(200)
})
