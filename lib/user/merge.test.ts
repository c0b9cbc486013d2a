import { eq, getTableName, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { allTables } from '@/db/constraints'
import * as tables from '@/db/tables'
import { loginCode, phoneCode } from '@/lib/platform/sandbox/control'
import { api, send } from '@/lib/server/testing/api'
import { addressInput, database, newCustomer, newProduct, newStaff, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { accountRules } from './account-rules'

beforeEach(() => play.usePlatform())

const secret = 'a good long secret'
const newPhone = () => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** Registers a customer by name, e-mail or phone. Returns the id, the token and the account. */
async function registered(type: number, account: string) {
  const { body } = await api('POST /v1/user', { body: { type, account, secret }, ip: unique('ip') })
  return { id: body.user.id, token: body.token, account }
}

const join = async (token: string, openid: string, merge?: boolean) =>
  api('PUT /v1/user/mini_program', {
    token,
    body: { code: (await loginCode({ openid })).code, merge },
    ip: unique('ip'),
  })
const claim = async (token: string, phone: string, merge?: boolean) =>
  api('POST /v1/user/mobile', { token, body: { code: (await phoneCode({ phone })).code, merge } })
const login = (type: number, account: string) =>
  api('POST /v1/token', { body: { type, account, secret: type === 200 ? '' : secret }, ip: unique('ip') })
const loginByCode = async (openid: string) => login(200, (await loginCode({ openid })).code)

const taken = { status: 409, problem: { code: 'already_exists', invalid_params: [{ in: 'body', name: 'code' }] } }

test.each(['\u0000', 'a\u0000b', 'a\u0007b', '\ud800', 'a\u202eb'])(
  'the code %j is refused before it is sent on',
  async (code) => {
    const { token } = await registered(100, unique('code-'))
    const answers = await Promise.all([
      api('PUT /v1/user/mini_program', { token, body: { code }, ip: unique('ip') }),
      api('DELETE /v1/user', { token, body: { code }, ip: unique('ip') }),
      api('POST /v1/user/mobile', { token, body: { code } }),
      api('PUT /v1/user/password', { token, body: { code, new_secret: secret }, ip: unique('ip') }),
    ])
    for (const { status, problem } of answers)
      expect([status, problem.invalid_params[0]]).toMatchObject([400, { name: 'code', code: 'invalid_characters' }])
    const signIn = await api('POST /v1/token', { body: { type: 200, account: code, secret: '' }, ip: unique('ip') })
    expect([signIn.status, signIn.problem.invalid_params[0]?.name]).toEqual([400, 'account'])
  },
)

test('every table with a user_id has rules for merged accounts and for closed accounts', () => {
  const withUser = allTables().filter((table) => 'user_id' in table)
  expect(Object.keys(accountRules).sort(), 'accountRules in lib/user/account-rules.ts').toEqual(
    withUser.map(getTableName).sort(),
  )
})

describe('the mini-program user', () => {
  test('is joined to an account that was registered by name, which can then pay', async () => {
    const { id, token } = await registered(100, unique('u'))
    const openid = unique('o')
    await api('POST /v1/address', { token, body: addressInput })
    const { sku } = await newProduct()
    const order = await api('POST /v1/order', { token, body: { items: [{ sku_id: sku.id, count: 1 }] } })
    const pay = () => api('POST /v1/pay/pre_order', { token, body: { order_id: order.body.id } })
    const missing = await pay()
    expect(missing).toMatchObject({ status: 409, problem: { code: 'payer_missing' } })
    expect(missing.problem.detail).toContain('PUT /v1/user/mini_program')
    expect(await join(token, openid)).toMatchObject({ status: 200, body: { id, dropped: [] } })
    expect((await join(token, openid)).status).toBe(200)
    expect((await pay()).status).toBe(200)
    expect((await loginByCode(openid)).body.user.id).toBe(id)
  })

  test('gives the unpaid orders of an account without a mini-program user the usual time', async () => {
    const [{ token }, other] = [await registered(100, unique('u')), await registered(100, unique('u'))]
    const { sku } = await newProduct()
    const placeAt = async (by: string) => {
      await api('POST /v1/address', { token: by, body: addressInput })
      const { body } = await api('POST /v1/order', { token: by, body: { items: [{ sku_id: sku.id, count: 1 }] } })
      return body.id
    }
    const read = async (id: number) => {
      const [row] = await (await database()).select().from(tables.order).where(eq(tables.order.id, id))
      return { ...row, minutes: (Number(row?.expires_at) - Number(row?.created_at)) / 60_000 }
    }
    const [first, late, others] = [await placeAt(token), await placeAt(token), await placeAt(other.token)] as const
    const db = await database()
    // A customer outside of the sandbox, from which real customers cannot be joined.
    const { order } = tables
    const short = sql`${order.created_at} + interval '5 minutes'`
    await db
      .update(order)
      .set({ expires_at: short, next_try_at: short })
      .where(inArray(order.id, [first, others]))
    await db.update(order).set({ expires_at: sql`now() - interval '1 second'` }).where(eq(order.id, late))
    expect((await read(first)).minutes).toBe(5)

    const openid = unique('o')
    expect((await join(token, openid)).status).toBe(200)
    const extended = await read(first)
    expect([extended.minutes, extended.next_try_at]).toEqual([30, extended.expires_at])
    // Expired orders stay expired.
    expect((await read(late)).minutes).toBeLessThan(5)
    expect((await read(others)).minutes).toBe(5)
    // A phone number alone is no proof; the merged account's mini-program user is.
    const phone = newPhone()
    expect((await claim(token, phone)).status).toBe(200)
    expect((await claim(other.token, newPhone())).status).toBe(200)
    expect((await read(others)).minutes).toBe(5)
    expect((await claim(other.token, phone, true)).status).toBe(200)
    expect((await read(others)).minutes).toBe(30)
  })

  test('of another customer is 409; with merge, all their data moves and their account ends', async () => {
    const { id, token, account } = await registered(100, unique('u'))
    await api('POST /v1/address', { token, body: addressInput })
    const payer = await play.newPayer()
    const order = await play.paidOrder(payer)
    await send('PUT', '/v1/user', { token: payer.token, body: { nickname: '小满', gender: 'female' } })
    await claim(payer.token, newPhone())
    expect(await join(token, payer.openid)).toMatchObject(taken)
    const merged = await join(token, payer.openid, true)
    expect(merged).toMatchObject({ status: 200, body: { id, username: account, nickname: '小满', dropped: [] } })
    expect(merged.body.mobile_verified).toBe(true)
    expect((await api('GET /v1/user', { token: payer.token })).status).toBe(401)
    expect((await api('GET /v1/order/{id}', { token, params: { id: order.id } })).status).toBe(200)
    const { body: addresses } = await api('GET /v1/address', { token })
    expect(addresses.map((one) => one.is_default)).toEqual([true, false])
    expect((await loginByCode(payer.openid)).body.user.id).toBe(id)
    expect((await login(100, account)).body.user).toMatchObject({ id, has_password: true })
    const [tombstone] = await (await database()).select().from(tables.user).where(eq(tables.user.id, payer.id))
    expect(tombstone).toMatchObject({ merged_into: id, nickname: '', deleted_at: expect.any(Date) })
  })

  test('of another customer brings the lines of their cart', async () => {
    const [mine, theirs] = [await registered(100, unique('u')), await play.newPayer()]
    const { skus } = await newProduct({ skus: Array.from({ length: 102 }, () => ({})) })
    const [both, most, ...others] = skus.map(({ id }) => id)
    const put = (token: string, lines: [number | undefined, number][]) =>
      api('PUT /v1/cart', { token, body: { items: lines.map(([sku_id, count]) => ({ sku_id, count })) } })
    await put(mine.token, [
      [both, 2],
      [most, 600],
      [others[0], 1],
    ])
    await put(theirs.token, [[both, 3], [most, 600], ...others.slice(1, 99).map((id): [number, number] => [id, 1])])
    expect((await join(mine.token, theirs.openid, true)).status).toBe(200)
    const { body } = await api('GET /v1/cart', { token: mine.token })
    // One line too many: the oldest was removed.
    expect(body).toHaveLength(100)
    const countOf = (id: number | undefined) => body.find(({ sku_id }) => sku_id === id)?.count
    expect([countOf(both), countOf(most), countOf(others[0])]).toEqual([5, 999, undefined])
    expect(await (await database()).$count(tables.cart_item, eq(tables.cart_item.user_id, theirs.id))).toBe(0)
  })

  test('of another customer brings the responses to their Idempotency-Keys, except under a key that the caller has used', async () => {
    const [mine, theirs] = [await registered(100, unique('u')), await play.newPayer()]
    const response = (user_id: number, key: string, body: string) => {
      return { user_id, method: 'POST', path: '/v1/order', key, body_hash: '', status: 201, body }
    }
    const db = await database()
    await db
      .insert(tables.idempotency)
      .values([
        response(mine.id, 'both', 'mine'),
        response(theirs.id, 'both', 'theirs'),
        response(theirs.id, 'one', 'theirs'),
      ])
    expect((await join(mine.token, theirs.openid, true)).status).toBe(200)
    const rows = await db
      .select()
      .from(tables.idempotency)
      .where(inArray(tables.idempotency.user_id, [mine.id, theirs.id]))
    expect(rows.map(({ user_id, key, body }) => [user_id, key, body]).sort()).toEqual([
      [mine.id, 'both', 'mine'],
      [mine.id, 'one', 'theirs'],
    ])
  })

  test('of another customer is refused if the caller has one, also with merge', async () => {
    const [mine, theirs] = [await play.newPayer(), await play.newPayer()]
    for (const merge of [false, true]) {
      expect(await join(mine.token, theirs.openid, merge)).toMatchObject(taken)
      expect(await join(mine.token, unique('o'), merge)).toMatchObject(taken)
    }
    expect((await loginByCode(mine.openid)).body.user.id).toBe(mine.id)
    expect((await loginByCode(theirs.openid)).body.user.id).toBe(theirs.id)
  })

  test('of another customer brings their other sign-ins; one that the caller has too is dropped, and returned masked', async () => {
    const [stays, goes] = [await registered(100, unique('u')), await play.newPayer()]
    await (await database()).insert(tables.identity).values({ user_id: goes.id, type: 100, identifier: unique('zz') })
    const { body } = await join(stays.token, goes.openid, true)
    expect(body.dropped).toEqual([{ type: 100, identifier: 'zz***' }])
    expect((await loginByCode(goes.openid)).body.user.id).toBe(stays.id)
  })

  test('is not merged while either account has a payment under way', async () => {
    const inUse = { status: 409, problem: { code: 'in_use' } }
    const [payer, phone] = [await play.newPayer(), newPhone()]
    await play.preOrder(payer, (await play.placeOrder(payer)).id)
    expect(await join((await registered(100, unique('u'))).token, payer.openid, true)).toMatchObject(inUse)
    await registered(102, phone)
    expect(await claim(payer.token, phone, true)).toMatchObject(inUse)
    expect((await api('GET /v1/user', { token: payer.token })).status).toBe(200)
  })

  test('of a disabled customer, of staff, or with a refused code is not joined', async () => {
    const { token } = await registered(100, unique('u'))
    const payer = await play.newPayer()
    const db = await database()
    await db.update(tables.user).set({ status: 'disabled' }).where(eq(tables.user.id, payer.id))
    expect(await join(token, payer.openid, true)).toMatchObject(taken)
    const staff = await newStaff([], { sandbox: true })
    const openid = unique('o')
    await db.insert(tables.identity).values({ user_id: staff.id, type: 200, identifier: openid })
    expect(await join(token, openid, true)).toMatchObject(taken)
    const invented = await api('PUT /v1/user/mini_program', { token, body: { code: 'invented' }, ip: unique('ip') })
    expect(invented).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'code', code: 'wrong' }] } })
    expect((await join((await newCustomer()).token, unique('o'))).status).toBe(403)
  })

  test('is merged together with the accounts that were merged before', async () => {
    const [first, second] = [await play.newPayer(), await registered(100, unique('u'))]
    const third = await registered(101, `${unique('third')}@example.com`)
    await join(second.token, first.openid, true)
    await join(third.token, first.openid, true)
    const rows = await (await database()).select().from(tables.user).where(eq(tables.user.merged_into, third.id))
    expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual([first.id, second.id])
  })
})

describe('the phone number of another customer', () => {
  test('with a password is 409, and merged on request', async () => {
    const phone = newPhone()
    const owner = await registered(102, phone)
    const payer = await play.newPayer()
    expect(await claim(payer.token, phone)).toMatchObject(taken)
    expect((await login(102, phone)).status).toBe(200)
    expect(await claim(payer.token, phone, true)).toMatchObject({
      status: 200,
      body: { id: payer.id, mobile: phone, mobile_verified: true, has_password: false, dropped: [] },
    })
    expect((await api('GET /v1/user', { token: owner.token })).status).toBe(401)
  })

  test('with orders is 409', async () => {
    const owner = await play.newPayer()
    const phone = newPhone()
    await (await database()).insert(tables.identity).values({ user_id: owner.id, type: 102, identifier: phone })
    await play.placeOrder(owner)
    expect(await claim((await play.newPayer()).token, phone)).toMatchObject(taken)
  })

  test('with a mini-program user too is moved on request, and their account keeps the rest', async () => {
    const [former, mine] = [await play.newPayer(), await play.newPayer()]
    const phone = newPhone()
    expect((await claim(former.token, phone)).status).toBe(200)
    const order = await play.paidOrder(former)
    // An open payment does not prevent it.
    await play.preOrder(former, (await play.placeOrder(former)).id)
    const refused = await claim(mine.token, phone)
    expect(refused).toMatchObject(taken)
    expect(refused.problem.detail).toContain('Send merge: true to move it here')
    expect((await api('GET /v1/user', { token: former.token })).body.mobile).toBe(phone)
    const moved = await claim(mine.token, phone, true)
    expect(moved).toMatchObject({
      status: 200,
      body: { id: mine.id, mobile: phone, mobile_verified: true, dropped: [] },
    })
    expect(await api('GET /v1/user', { token: former.token })).toMatchObject({
      status: 200,
      body: { id: former.id, mobile: null },
    })
    expect((await api('GET /v1/order/{id}', { token: former.token, params: { id: order.id } })).status).toBe(200)
    expect((await api('GET /v1/order/{id}', { token: mine.token, params: { id: order.id } })).status).toBe(404)
    expect((await loginByCode(former.openid)).body.user.id).toBe(former.id)
  })

  test('of a disabled customer is not moved', async () => {
    const [former, mine] = [await play.newPayer(), await play.newPayer()]
    const phone = newPhone()
    await claim(former.token, phone)
    await (await database()).update(tables.user).set({ status: 'disabled' }).where(eq(tables.user.id, former.id))
    expect(await claim(mine.token, phone, true)).toMatchObject(taken)
  })

  test("replaces the caller's number, which is returned as dropped", async () => {
    const payer = await play.newPayer()
    await claim(payer.token, '13811119991')
    const phone = newPhone()
    await registered(102, phone)
    const { body } = await claim(payer.token, phone, true)
    expect(body).toMatchObject({ mobile: phone, dropped: [{ type: 102, identifier: '13***' }] })
  })
})
