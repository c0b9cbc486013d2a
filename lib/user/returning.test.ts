import { beforeAll, describe, expect, test } from 'vitest'
import { loginCode, phoneCode } from '@/lib/platform/sandbox/control'
import { api } from '@/lib/server/testing/api'
import { addressInput, newProduct, newStaff, setParameters, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

/*
 * A mini-program user whose account was merged, moved or closed signs in again. Nothing that each person gets once is
 * given twice.
 */

const from = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const sources = import.meta.glob<string>(['/lib/**/*.ts', '!/lib/**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

let staff: string
let sku_id: number
const promotions = { registration: 0, first: 0, once: 0, reduction: 0, deal: 0 }

beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 100_000, 'limit.registrations_per_hour': 10_000 })
  const needed = ['cms.promotion.create', 'cms.promotion.over', 'cms.order.list', 'cms.order.ship']
  staff = (await newStaff(needed)).token
  const { sku } = await newProduct({ skus: [{ price: 9_900, stock: 1_000 }] })
  sku_id = sku.id
  const create = async (terms: object) => {
    const body = {
      name: unique('p'),
      label: 'p',
      gives: 'reduction',
      exclusive: false,
      starts_at: from(-1),
      ends_at: from(1),
      ...terms,
    }
    const reply = await api('POST /cms/promotion', { token: staff, body })
    expect(reply.status, reply.text).toBe(201)
    return reply.body.id
  }
  const tiers = [{ from_amount: 1_000, off_amount: 100 }]
  Object.assign(promotions, {
    registration: await create({ tiers, coupon_source: 'registration', per_customer: 1 }),
    first: await create({ tiers, coupon_source: 'customer', per_customer: 1, audience: 'first_order' }),
    once: await create({ tiers, coupon_source: 'customer', per_customer: 1 }),
    reduction: await create({ tiers, per_customer: 1 }),
    deal: await create({ gives: 'deal', per_customer: 1, skus: [{ sku_id, price: 5_000, quota: null }] }),
  })
})

const newPhone = () => `137${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

async function registered() {
  const body = { type: 100, account: unique('u'), secret: 'a good long secret' }
  return (await api('POST /v1/user', { body, ip: unique('ip') })).body.token
}

const codeOf = async (openid: string) => (await loginCode({ openid })).code
const join = async (token: string, openid: string) =>
  api('PUT /v1/user/mini_program', {
    token,
    body: { code: await codeOf(openid), merge: true },
    ip: unique('ip'),
  })
const claim = async (token: string, phone: string) =>
  api('POST /v1/user/mobile', { token, body: { code: (await phoneCode({ phone })).code, merge: true } })
const signIn = async (openid: string): Promise<string> =>
  (await api('POST /v1/token', { body: { type: 200, account: await codeOf(openid) }, ip: unique('ip') })).body.token

async function close({ token, openid }: Pick<Served, 'token' | 'openid'>) {
  const body = { code: await codeOf(openid) }
  expect((await api('DELETE /v1/user', { token, body, ip: unique('ip') })).status).toBe(204)
}

const take = (token: string, promotion_id: number) => api('POST /v1/coupon', { token, body: { promotion_id } })

/** Everything that a customer would get now: coupons that can be used or taken, and what an order would have off. */
async function benefitsOf(token: string): Promise<number[]> {
  const { body } = await api('GET /v1/coupon', { token, query: { state: 'usable' } })
  const usable = body.items.map(({ promotion }) => promotion.id)
  const takes = await Promise.all(
    [promotions.first, promotions.once].map(async (id) => ((await take(token, id)).status === 201 ? [id] : [])),
  )
  const shown = await api('POST /v1/order/preview', { token, body: { items: [{ sku_id, count: 1 }] } })
  expect(shown.status, shown.text).toBe(200)
  const applied = shown.body.discounts.filter(({ coupon_id }) => coupon_id === null)
  return [...usable, ...takes.flat(), ...applied.map(({ promotion_id }) => promotion_id)].sort((a, b) => a - b)
}

/** A mini-program user with a phone number who has got and used everything. */
async function served() {
  const payer = await play.newPayer()
  const phone = newPhone()
  expect((await claim(payer.token, phone)).status).toBe(200)
  expect(await benefitsOf(payer.token)).toEqual(Object.values(promotions).sort((a, b) => a - b))
  const { body: coupons } = await api('GET /v1/coupon', { token: payer.token })
  // The coupon for a first order is used by the first one.
  const isFirst = ({ promotion }: (typeof coupons.items)[number]) => promotion.id === promotions.first
  for (const { id } of coupons.items.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))) {
    const body = { items: [{ sku_id, count: 1 }], coupon_id: id }
    const { total_amount } = (await api('POST /v1/order/preview', { token: payer.token, body })).body
    const order = await api('POST /v1/order', { token: payer.token, body: { ...body, expected_amount: total_amount } })
    expect(order.status, order.text).toBe(201)
    await play.payOrder(payer, order.body.id)
    await play.deliver()
    expect((await play.ship(order.body.id, staff)).status).toBe(200)
  }
  expect(await benefitsOf(payer.token)).toEqual([])
  return { ...payer, phone }
}

type Served = Awaited<ReturnType<typeof served>>

/** Each way in which a mini-program user, a coupon, an order or an address leaves an account. */
const ways: Record<string, (person: Served) => Promise<void>> = {
  'another mini-program user asks to absorb them': async ({ openid }) => {
    expect((await join((await play.newPayer()).token, openid)).status).toBe(409)
  },
  'they ask to absorb another mini-program user': async ({ token }) => {
    expect((await join(token, (await play.newPayer()).openid)).status).toBe(409)
  },
  'an account without a mini-program user absorbs them': async ({ openid }) => {
    expect((await join(await registered(), openid)).status).toBe(200)
  },
  'another mini-program user takes their phone number': async ({ phone }) => {
    expect((await claim((await play.newPayer()).token, phone)).status).toBe(200)
  },
  'an account without a mini-program user absorbs them by their phone number': async ({ phone }) => {
    expect((await claim(await registered(), phone)).status).toBe(200)
  },
  'they absorb an account by its phone number': async ({ token }) => {
    const phone = newPhone()
    expect((await claim(await registered(), phone)).status).toBe(200)
    expect((await claim(token, phone)).status).toBe(200)
  },
  'they close their account': close,
  'they close their account twice': async (person) => {
    await close(person)
    await close({ ...person, token: await signIn(person.openid) })
  },
  'they close their account, and join one without a mini-program user': async (person) => {
    await close(person)
    expect((await join(await registered(), person.openid)).status).toBe(200)
  },
  'they close the account that has absorbed them': async (person) => {
    const token = await registered()
    expect((await join(token, person.openid)).status).toBe(200)
    await close({ ...person, token })
  },
  'they close their account, and an account without a mini-program user absorbs the next one': async (person) => {
    await close(person)
    await signIn(person.openid)
    expect((await join(await registered(), person.openid)).status).toBe(200)
  },
}

test.each(Object.entries(ways))('get nothing again after %s', async (_, leave) => {
  const person = await served()
  await leave(person)
  const token = await signIn(person.openid)
  await api('POST /v1/address', { token, body: addressInput })
  expect(await benefitsOf(token)).toEqual([])
})

describe('an unpaid order of an account without a mini-program user', () => {
  /** Places an order with the deal and the reduction, in a new account. */
  async function ordered() {
    const phone = newPhone()
    const body = { type: 102, account: phone, secret: 'a good long secret' }
    const { token } = (await api('POST /v1/user', { body, ip: unique('ip') })).body
    await api('POST /v1/address', { token, body: addressInput })
    const order = await api('POST /v1/order', { token, body: { items: [{ sku_id, count: 1 }] } })
    expect(order.body.discounts.map(({ promotion_id }) => promotion_id)).toEqual([
      promotions.deal,
      promotions.reduction,
    ])
    const cancel = () => api('POST /v1/order/{id}/cancel', { token, params: { id: order.body.id } })
    return { token, phone, cancel }
  }
  const inUse = { status: 409, problem: { code: 'in_use' } }

  test('keeps the account apart from a person who has had its promotions', async () => {
    const [person, { token, cancel }] = [await served(), await ordered()]
    expect(await join(token, person.openid)).toMatchObject(inUse)
    expect(await claim(token, person.phone)).toMatchObject(inUse)
    await cancel()
    expect((await join(token, person.openid)).status).toBe(200)
  })

  test('is not absorbed by its phone number either', async () => {
    const [person, { phone, cancel }] = [await served(), await ordered()]
    expect(await claim(person.token, phone)).toMatchObject(inUse)
    await cancel()
    expect((await claim(person.token, phone)).status).toBe(200)
  })

  test('keeps the account apart from a person who has had its promotions in a closed account', async () => {
    const [person, { token, cancel }] = [await served(), await ordered()]
    await close(person)
    expect(await join(token, person.openid)).toMatchObject(inUse)
    await cancel()
    expect((await join(token, person.openid)).status).toBe(200)
  })

  test('can be paid by a person who has not had them', async () => {
    const { token } = await ordered()
    expect((await join(token, unique('o'))).status).toBe(200)
  })
})

test('a way of each kind that removes an identity is above', () => {
  const removing = Object.entries(sources).flatMap(([file, text]) =>
    /delete\(identity\)|delete from identity/.test(text) ? [file.replace('/lib/', '')] : [],
  )
  // Staff have no coupons and no orders.
  expect(removing.sort()).toEqual(['user/account-rules.ts', 'user/identity.ts', 'user/merge.ts', 'user/staff.ts'])
})
