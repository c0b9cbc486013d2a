import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { seedShop } from '@/db/seed/write'
import { connection } from '@/lib/database'
import { seedDemonstration } from '@/lib/demonstration'
import { api } from '@/lib/testing/api'
import { database, ledgerFaults } from '@/lib/testing/factories'

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

test('a seeding that fails at its end leaves nothing', async () => {
  const { transaction } = await connection()
  const cut = transaction(async (tx) => {
    expect(await seedShop(tx, { secret_hash: 'x', openid: 'o', now: new Date() })).toBe('written')
    throw new Error('power cut')
  })
  await expect(cut).rejects.toThrow('power cut')
  expect(await counts()).toMatchObject({ products: 0, tops: 0, ledger: 0, users: 0 })
})

test('the demonstration shop is written once, and its books are in order', async () => {
  expect(await seedDemonstration()).toContain('was written')
  const first = await counts()
  expect(first).toMatchObject({ tops: 3, subs: 8, themes: 3, banners: 2, states: 6, users: 1 })
  expect(first?.products).toBeGreaterThanOrEqual(40)
  expect(await seedDemonstration()).toContain('was there already')
  expect(await counts()).toEqual(first)
  expect(await ledgerFaults()).toEqual([])
})

test('its customer logs in with the password of the environment and sees orders in all states', async () => {
  const login = await api('POST /v1/token', { body: { type: 100, account: 'customer', secret: 'mini-shop-demo' } })
  expect(login.status).toBe(200)
  const { body } = await api('GET /v1/order', { token: login.body.token, query: { size: 100 } })
  expect(new Set(body.items.map((one) => one.status))).toEqual(
    new Set(['unpaid', 'paid', 'shipped', 'completed', 'cancelled', 'refunded']),
  )
  for (const order of body.items) {
    const detail = await api('GET /v1/order/{id}', { token: login.body.token, params: { id: order.id } })
    expect(detail.body.log.at(-1)?.to_status).toBe(order.status)
    expect(detail.body.log.map((one) => one.created_at)).toEqual(
      detail.body.log.map((one) => one.created_at).toSorted(),
    )
  }
})

test('where the sandbox is off its accounts are closed, open sessions included', async () => {
  const { env } = await import('@/lib/env')
  const login = () => api('POST /v1/token', { body: { type: 100, account: 'customer', secret: 'mini-shop-demo' } })
  const { token } = (await login()).body
  const variables = env()
  variables.SANDBOX = false
  try {
    expect((await login()).status).toBe(401)
    expect((await api('GET /v1/user', { token })).status).toBe(401)
  } finally {
    variables.SANDBOX = true
  }
  expect((await api('GET /v1/user', { token })).status).toBe(200)
})
