import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import * as tables from '@/db/tables'
import { hashOf } from '@/lib/kit/api/endpoint/caller'
import { api, send } from '@/lib/server/testing/api'
import { database, newCustomer, newStaff, resetParameter, setParameters, unique } from '@/lib/server/testing/factories'
import { hashingQueue, hashSecret } from './secret'

const secret = 'a good long secret'

async function registered(type: 100 | 101 | 102 = 100, account = unique('u')) {
  const { body } = await api('POST /v1/user', { body: { type, account, secret }, ip: unique('ip') })
  return { account, token: body.token, id: body.user.id }
}

const login = (account: string, given = secret, type = 100, ip = '198.51.100.1') =>
  api('POST /v1/token', { body: { account, secret: given, type }, ip })

describe('signing in', () => {
  test('returns a working token and the user', async () => {
    const { account, id } = await registered()
    const { status, body } = await login(account.toUpperCase())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 30 * 86_400,
      user: { id, username: account, kind: 'customer' },
    })
    expect(body.token).toMatch(/^[\w-]{43}$/)
    expect((await api('GET /v1/user', { token: body.token })).body.id).toBe(id)
  })

  test.each([
    [101, 'Somebody@Example.COM', 'somebody@example.com'],
    [102, '+8613800001111', '13800001111'],
    [102, '0086 138 0000 1112', '13800001112'],
    [102, '86-138-0000-1113', '13800001113'],
    [102, '\u202d138\u00a00000\u00a01114\u202c', '13800001114'],
    [102, '+4915112345678', '+4915112345678'],
  ] as const)('by type %i works in any notation of the account', async (type, typed, stored) => {
    await registered(type, typed)
    const { body } = await login(stored, secret, type)
    expect([body.user.email, body.user.mobile]).toContain(stored)
    expect((await login(typed, secret, type)).status).toBe(200)
  })

  test('the token is stored as its hash only', async () => {
    const { token } = await registered()
    const db = await database()
    expect(await db.$count(tables.session, eq(tables.session.token_hash, hashOf(token)))).toBe(1)
    expect(JSON.stringify(await db.select().from(tables.session))).not.toContain(token)
  })

  test('unknown account, wrong secret and disabled user get the same response', async () => {
    const [known, disabled] = [await registered(), await registered()]
    await (await database()).update(tables.user).set({ status: 'disabled' }).where(eq(tables.user.id, disabled.id))
    const replies = [
      await login('nobody-here'),
      await login(known.account, 'wrong secret'),
      await login(disabled.account),
      await login('not an account at all'),
    ]
    for (const reply of replies) expect(reply.status).toBe(401)
    const texts = replies.map((reply) => JSON.stringify({ ...reply.problem, request_id: '' }))
    expect(new Set(texts).size).toBe(1)
  })

  test('a password is verified for an unknown account, too, so that it takes the same time', async () => {
    const { account } = await registered()
    const stored: { [key: symbol]: unknown } = globalThis
    const key = Symbol.for('mini-shop.dummy-secret')
    // Verifying an invalid hash fails, which shows that it was verified.
    stored[key] = Promise.resolve('no hash')
    onTestFinished(() => {
      delete stored[key]
    })
    expect((await login('nobody-there', 'wrong secret')).status).toBe(500)
    expect((await login(account, 'wrong secret')).status).toBe(401)
  })

  test.each([null, ''])('no password matches the hash %j', async (secret_hash) => {
    const user = await newCustomer({ secret_hash })
    const account = unique('u')
    await (await database()).insert(tables.identity).values({ user_id: user.id, type: 100, identifier: account })
    for (const given of ['', 'x', secret]) expect((await login(account, given)).status).toBe(401)
  })

  test('an account is found by its own type only', async () => {
    const { account } = await registered()
    expect((await login(account, secret, 101)).status).toBe(401)
    expect((await login(account, secret, 102)).status).toBe(401)
    expect((await send('POST', '/v1/token', { body: { account, secret, type: 103 } })).status).toBe(400)
  })
})

describe('the lock', () => {
  test('starts after five failures from one IP, also for the right secret, with Retry-After', async () => {
    const { account, token } = await registered()
    for (let at = 0; at < 5; at++) expect((await login(account, 'wrong')).status).toBe(401)
    const locked = await login(account)
    expect(locked).toMatchObject({ status: 429, problem: { code: 'account_locked' } })
    const wait = Number(locked.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(600)
    // Other IPs and open sessions are not affected.
    expect((await login(account, secret, 100, '198.51.100.2')).status).toBe(200)
    expect((await api('GET /v1/user', { token })).status).toBe(200)
    // Further attempts from the locked IP do not charge the account.
    for (let at = 0; at < 60; at++) await login(account, 'wrong')
    expect((await login(account, secret, 100, '198.51.100.3')).status).toBe(200)
  })

  test('a success clears the counter of the pair and is not charged', async () => {
    const { account } = await registered()
    for (let round = 0; round < 4; round++) {
      for (let at = 0; at < 4; at++) await login(account, 'wrong', 100, '198.51.100.10')
      expect((await login(account, secret, 100, '198.51.100.10')).status).toBe(200)
    }
  })

  test('an unknown account is locked in the same way', async () => {
    const account = unique('unknown')
    for (let at = 0; at < 5; at++) expect((await login(account, 'wrong', 100, '198.51.100.20')).status).toBe(401)
    expect((await login(account, 'wrong', 100, '198.51.100.20')).status).toBe(429)
  })

  test('an IP that tries many accounts is locked', async () => {
    await setParameters({ 'limit.login_address': 10 })
    const ip = '198.51.100.30'
    for (let at = 0; at < 10; at++) expect((await login(unique('unknown'), 'wrong', 100, ip)).status).toBe(401)
    expect((await login(unique('unknown'), 'wrong', 100, ip)).status).toBe(429)
    await resetParameter('limit.login_address')
  })

  test('an account with failures from many IPs is locked for new sign-ins', async () => {
    await setParameters({ 'limit.login_account': 10 })
    const { account, token } = await registered()
    for (let at = 0; at < 10; at++) expect((await login(account, 'wrong', 100, `192.0.2.${at}`)).status).toBe(401)
    expect((await login(account, secret, 100, '192.0.2.99')).status).toBe(429)
    expect((await api('GET /v1/user', { token })).status).toBe(200)
    await resetParameter('limit.login_account')
  })

  describe('of an account that strangers try', () => {
    const strangers = async (account: string, count: number) => {
      for (let at = 0; at < count; at++) await login(account, 'wrong', 100, unique('ip'))
    }
    const db = database
    const strangersMay = 10
    beforeAll(() => setParameters({ 'limit.login_account': strangersMay }))
    afterAll(() => resetParameter('limit.login_account'))

    test.each([
      ['an IPv4 address', '192.0.2.201', '192.0.2.201'],
      ['another address of its /48', '2001:db8:1:1::1', '2001:db8:1:2::7'],
    ])('does not apply to %s from which it signed in', async (_, before, after) => {
      const { account } = await registered()
      expect((await login(account, secret, 100, before)).status).toBe(200)
      await strangers(account, strangersMay + 1)
      expect((await login(account, secret, 100, '192.0.2.202')).status).toBe(429)
      expect((await login(account, secret, 100, '2001:db8:2:1::1')).status).toBe(429)
      expect((await login(account, secret, 100, after)).status).toBe(200)
      // The counter of the known place, not that of the account.
      for (let at = 0; at < 5; at++) expect((await login(account, 'wrong', 100, after)).status).toBe(401)
      expect((await login(account, secret, 100, after)).status).toBe(429)
    })

    test('applies at a network of its last sign-in 30 days ago, and at one where another account signed in', async () => {
      const [mine, other] = [await registered(), await registered()]
      const ip = '192.0.2.203'
      await login(mine.account, secret, 100, ip)
      await strangers(other.account, strangersMay + 1)
      expect((await login(other.account, secret, 100, ip)).status).toBe(429)
      await (await db())
        .update(tables.known_network)
        .set({ last_login_at: sql`now() - interval '30 days'` })
        .where(eq(tables.known_network.user_id, mine.id))
      await strangers(mine.account, strangersMay + 1)
      expect((await login(mine.account, secret, 100, ip)).status).toBe(429)
    })

    test('is not filled by failures at a known address', async () => {
      const { account } = await registered()
      const known = Array.from({ length: 4 }, (_, at) => `192.0.2.${210 + at}`)
      for (const ip of known) await login(account, secret, 100, ip)
      for (const ip of known) for (let at = 0; at < 5; at++) await login(account, 'wrong', 100, ip)
      expect((await login(account, secret, 100, '192.0.2.220')).status).toBe(200)
    })

    test('an unknown peer never becomes a known network', async () => {
      const { account } = await registered()
      expect((await login(account, secret, 100, 'unknown')).status).toBe(200)
      await strangers(account, strangersMay + 1)
      expect((await login(account, secret, 100, 'unknown')).status).toBe(429)
    })
  })

  test('ends after its time', async () => {
    const account = unique('unknown')
    for (let at = 0; at < 6; at++) await login(account, 'wrong', 100, '198.51.100.40')
    await (await database()).update(tables.rate_limit).set({ expires_at: sql`now() - interval '1 second'` })
    expect((await login(account, 'wrong', 100, '198.51.100.40')).status).toBe(401)
  })
})

describe('the limit of sign-ins', () => {
  test('counts successes of one account from any IP', async () => {
    await setParameters({ 'limit.sign_ins': 3 })
    const { account } = await registered()
    for (let at = 0; at < 3; at++) expect((await login(account, secret, 100, unique('ip'))).status).toBe(200)
    const refused = await login(account, secret, 100, unique('ip'))
    expect(refused).toMatchObject({ status: 429, problem: { code: 'too_many_requests' } })
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(590)
    expect(wait).toBeLessThanOrEqual(600)
    await resetParameter('limit.sign_ins')
  })

  test('does not count failures', async () => {
    await setParameters({ 'limit.sign_ins': 3 })
    const { account } = await registered()
    for (let at = 0; at < 4; at++) expect((await login(account, 'wrong', 100, unique('ip'))).status).toBe(401)
    expect((await login(account, secret, 100, unique('ip'))).status).toBe(200)
    await resetParameter('limit.sign_ins')
  })

  test('does not apply to the accounts of the demonstration, but applies to other customers of a sandbox', async () => {
    await setParameters({ 'limit.sign_ins': 1, 'session.most': 1 })
    const db = await database()
    const secret_hash = await hashSecret(secret)
    const statuses = async (account: string) => {
      const replies = [await login(account, secret, 100, unique('ip')), await login(account, secret, 100, unique('ip'))]
      return replies.map(({ status }) => status)
    }
    const user = await newCustomer({ secret_hash, sandbox: true })
    await db.insert(tables.identity).values({ user_id: user.id, type: 100, identifier: 'customer' })
    expect(await statuses('customer')).toEqual([200, 200])
    expect((await api('GET /v1/user', { token: user.token })).status).toBe(200)
    await db
      .update(tables.identity)
      .set({ identifier: 'not-customer' })
      .where(eq(tables.identity.identifier, 'customer'))
    expect(await statuses('not-customer')).toEqual([200, 429])
    expect((await api('GET /v1/user', { token: user.token })).status).toBe(401)
    for (const key of ['limit.sign_ins', 'session.most'] as const) await resetParameter(key)
  })
})

test('a user has a limited number of sessions: the oldest end', async () => {
  await setParameters({ 'session.most': 3 })
  const { account, token, id } = await registered()
  const tokens = [token]
  for (let at = 0; at < 3; at++) tokens.push((await login(account)).body.token)
  const open = []
  for (const one of tokens) open.push((await api('GET /v1/user', { token: one })).status)
  expect(open).toEqual([401, 200, 200, 200])
  const other = await newCustomer()
  expect(other.id).not.toBe(id)
  expect((await api('GET /v1/user', { token: other.token })).status).toBe(200)
  await resetParameter('session.most')
})

test('a full queue of passwords answers 503 with Retry-After and charges nothing', async () => {
  const { account } = await registered()
  const queue = hashingQueue()
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const waiting = Array.from({ length: queue.capacity }, () => queue.run(() => gate))
  for (let at = 0; at < 6; at++) {
    const refused = await login(account, 'wrong', 100, '198.51.100.50')
    expect(refused).toMatchObject({ status: 503, problem: { code: 'unavailable' } })
    expect(refused.headers.get('retry-after')).toMatch(/^[123]$/)
  }
  open()
  await Promise.all(waiting)
  expect((await login(account, secret, 100, '198.51.100.50')).status).toBe(200)
})

describe('the sign-in log', () => {
  test('has a row for every attempt, without the typed text of an unknown account', async () => {
    const { account, id } = await registered()
    await login(account)
    await login(account, 'wrong')
    await login('MyP4ssw0rd-typed-here')
    const rows = await (await database()).select().from(tables.login_log)
    const mine = rows.filter((row) => row.user_id === id)
    expect(mine.map((row) => [row.success, row.reason])).toEqual([
      [true, null],
      [true, null],
      [false, 'wrong_secret'],
    ])
    expect(rows.find((row) => row.reason === 'unknown_account')).toMatchObject({ user_id: null })
    const everything = JSON.stringify([rows, await (await database()).select().from(tables.rate_limit)])
    expect(everything.toLowerCase()).not.toContain('myp4ssw0rd-typed-here')
    expect(everything).not.toContain(secret)
  })
})

describe('a token', () => {
  test('is accepted in its two older forms', async () => {
    const { token, id } = await registered()
    const forms: Record<string, string>[] = [
      { token },
      { authorization: `Basic ${btoa(`${token}:`)}` },
      { authorization: `Basic ${btoa(`${token}:anything:else`)}` },
      { authorization: `bearer ${token}`, token },
      { authorization: `Bearer ${token}`, token: '' },
    ]
    for (const headers of forms) {
      const reply = await send<{ id: number }>('GET', '/v1/user', { headers })
      expect(reply.body).toMatchObject({ id })
    }
  })

  test('ends with DELETE /v1/token', async () => {
    const { token } = await registered()
    expect((await api('DELETE /v1/token', { token })).status).toBe(204)
    expect((await api('GET /v1/token', { token })).status).toBe(401)
  })

  test('ends when it expires, and when its user is disabled or deleted', async () => {
    const db = await database()
    const [expired, disabled, deleted] = [await newCustomer(), await newCustomer(), await newCustomer()]
    await db.update(tables.session).set({ expires_at: sql`now()` }).where(eq(tables.session.user_id, expired.id))
    await db.update(tables.user).set({ status: 'disabled' }).where(eq(tables.user.id, disabled.id))
    await db.update(tables.user).set({ deleted_at: sql`now()` }).where(eq(tables.user.id, deleted.id))
    for (const { token } of [expired, disabled, deleted])
      expect((await api('GET /v1/user', { token })).status).toBe(401)
  })

  test('is extended while it is used: at most every five minutes, never beyond its maximum', async () => {
    const db = await database()
    const { id, token } = await newCustomer()
    const own = eq(tables.session.user_id, id)
    const life = async () => {
      await api('GET /v1/user', { token })
      const [row] = await db.select().from(tables.session).where(own)
      if (!row) throw new Error('no session')
      return row
    }
    const first = await life()
    expect(await life()).toEqual(first)
    await db
      .update(tables.session)
      .set({ last_seen_at: sql`now() - interval '6 minutes'`, expires_at: sql`now() + interval '1 hour'` })
      .where(own)
    const moved = await life()
    expect(moved.expires_at.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000)
    expect(moved.last_seen_at.getTime()).toBeGreaterThan(Date.now() - 60_000)
    await db
      .update(tables.session)
      .set({ last_seen_at: sql`now() - interval '6 minutes'`, created_at: sql`now() - interval '179 days'` })
      .where(own)
    const capped = await life()
    expect(capped.expires_at.getTime()).toBeLessThan(Date.now() + 86_400_000 + 60_000)
  })

  test('of staff expires sooner, and the user has permission codes', async () => {
    const staff = await newStaff(['cms.banner.list', 'cms.banner.create'])
    const { body } = await api('GET /v1/user', { token: staff.token })
    expect(body).toMatchObject({
      kind: 'staff',
      is_root: false,
      permission_codes: ['cms.banner.create', 'cms.banner.list'],
      groups: [{ id: staff.group_id }],
    })
    const session = await api('GET /v1/token', { token: staff.token })
    expect(new Date(session.body.expires_at).getTime()).toBeLessThan(Date.now() + 12 * 3_600_000 + 60_000)
  })

  test('of a customer shows no fields of staff', async () => {
    const { body } = await api('GET /v1/user', { token: (await newCustomer()).token })
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['is_root']))
    expect(JSON.stringify(body)).not.toContain('hash')
  })
})

test('concurrent sign-ins to one account all succeed', async () => {
  const { account } = await registered()
  const replies = await Promise.all(Array.from({ length: 4 }, () => login(account)))
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200])
})

test('hashes are argon2id, each with its own salt', async () => {
  const [a, b] = [await hashSecret('same'), await hashSecret('same')]
  expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(a).not.toBe(b)
})
