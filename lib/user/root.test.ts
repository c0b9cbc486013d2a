import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newCustomer, newStaff, unique } from '@/lib/server/testing/factories'
import { makeRoot } from './root'

const login = (account: string, secret: string) =>
  api('POST /v1/token', { body: { type: 100, account, secret }, ip: unique('ip') })

async function rowOf(username: string) {
  const [row] = await (await database())
    .select({ user: tables.user })
    .from(tables.user)
    .innerJoin(tables.identity, eq(tables.identity.user_id, tables.user.id))
    .where(eq(tables.identity.identifier, username))
  return row?.user
}

describe('makeRoot', () => {
  test('creates a root user, who has all permissions after changing the password', async () => {
    const name = unique('root-')
    const { username, secret, is_new } = await makeRoot(` ${name.toUpperCase()} `)
    expect({ username, is_new }).toEqual({ username: name, is_new: true })
    expect(secret).toMatch(/^[\w-]{20}$/)
    const { body } = await login(name, secret)
    expect(body.user).toMatchObject({ kind: 'staff', is_root: true, username: name })
    const { token } = body
    expect((await api('GET /cms/dict_type', { token })).problem.code).toBe('secret_expired')
    const change = { old_secret: secret, new_secret: 'a password of my own' }
    expect((await api('PUT /v1/user/password', { token, body: change })).status).toBe(204)
    expect((await api('GET /cms/dict_type', { token })).status).toBe(200)
    expect((await login(name, secret)).status).toBe(401)
  })

  test('restores access of a user: active, root, with a new password, all sessions ended', async () => {
    const staff = await newStaff([], { sandbox: true, nickname: '阿青' })
    await (await database()).update(tables.user).set({ status: 'disabled' }).where(eq(tables.user.id, staff.id))
    const { secret, is_new } = await makeRoot(staff.username)
    expect(is_new).toBe(false)
    expect(await rowOf(staff.username)).toMatchObject({
      id: staff.id,
      nickname: '阿青',
      status: 'active',
      is_root: true,
      sandbox: false,
      must_change_secret: true,
      version: 2,
    })
    expect((await api('GET /v1/user', { token: staff.token })).status).toBe(401)
    expect((await login(staff.username, secret)).body.user.id).toBe(staff.id)
    const again = await makeRoot(staff.username)
    expect((await login(staff.username, secret)).status).toBe(401)
    expect((await login(staff.username, again.secret)).status).toBe(200)
  })

  test('refuses the user name of a customer and does not change the customer', async () => {
    const { id, token } = await newCustomer()
    const name = unique('customer-')
    await (await database()).insert(tables.identity).values({ user_id: id, type: 100, identifier: name })
    await expect(makeRoot(name)).rejects.toThrow(`${name} is a customer: choose another name.`)
    expect(await rowOf(name)).toMatchObject({ kind: 'customer', is_root: false, secret_hash: null })
    expect((await api('GET /v1/user', { token })).status).toBe(200)
  })

  test.each(['', 'ab', '1root', 'root@example.com', '13800001234', 'a name', 'x'.repeat(33)])(
    'refuses %j',
    async (name) => {
      await expect(makeRoot(name)).rejects.toThrow('is not a user name. A user name begins with a letter')
    },
  )
})
