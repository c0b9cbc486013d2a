import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api, type Reply } from '@/lib/server/testing/api'
import { database, newStaff, unique } from '@/lib/server/testing/factories'

/* Every rule of rank.ts, violated through each endpoint that could violate it. */

const rights = [
  ...['list', 'create', 'update', 'delete', 'password', 'session'].map((verb) => `cms.user.${verb}`),
  ...['list', 'create', 'update', 'delete'].map((verb) => `cms.group.${verb}`),
]
/** A permission that exists and that the actor of the tests lacks. */
const missing = 'cms.config.update'

type Staff = Awaited<ReturnType<typeof newStaff>>

interface Fixture {
  /** The staff member who acts. Holds every permission for staff and groups, and no other permissions. */
  actor: Staff
  root: Staff
  otherRoot: Staff
  /** A staff member with a permission that the actor lacks. */
  higher: Staff
  /** A staff member with some of the actor's permissions. */
  lower: Staff
  /**
   * The ids of two groups: `highGroup` has a permission that the actor lacks, `lowGroup` has a permission that the
   * actor holds.
   */
  highGroup: number
  lowGroup: number
}

async function newGroup(codes: string[]): Promise<number> {
  const db = await database()
  const [created] = await db
    .insert(tables.group)
    .values({ name: unique('group-') })
    .returning({ id: tables.group.id })
  if (!created) throw new Error('no group')
  if (codes.length > 0)
    await db.insert(tables.group_permission).values(codes.map((code) => ({ group_id: created.id, code })))
  return created.id
}

const newFixture = async (): Promise<Fixture> => ({
  actor: await newStaff(rights),
  root: await newStaff([], { is_root: true }),
  otherRoot: await newStaff([], { is_root: true }),
  higher: await newStaff(['cms.user.list', missing]),
  lower: await newStaff(['cms.user.list']),
  highGroup: await newGroup([missing]),
  lowGroup: await newGroup(['cms.user.list']),
})

beforeAll(async () => {
  // The permissions that a group can be granted, written by the migration command.
  const db = await database()
  await db
    .insert(tables.auth)
    .values([...rights, missing].map((code) => ({ code, module: code.split('.')[1] ?? '' })))
    .onConflictDoNothing()
})

const secret = 'another good secret'
const put = (token: string, id: number, body: object) => api('PUT /cms/user/{id}', { token, params: { id }, body })
const create = (token: string, more: object) =>
  api('POST /cms/user', { token, body: { username: unique('new-'), secret, nickname: '新人', group_ids: [], ...more } })
const remove = (token: string, id: number) => api('DELETE /cms/user/{id}', { token, params: { id } })
const setSecret = (token: string, id: number) =>
  api('PUT /cms/user/{id}/password', { token, params: { id }, body: { secret } })
const endAll = (token: string, id: number) => api('DELETE /cms/user/{id}/session', { token, params: { id } })
const endOne = async (token: string, id: number) => {
  const [open] = await (await database())
    .select({ sid: tables.session.id })
    .from(tables.session)
    .where(eq(tables.session.user_id, id))
  return api('DELETE /cms/user/{id}/session/{sid}', { token, params: { id, sid: open?.sid ?? 1 } })
}
const putGroup = (token: string, id: number, body: object) =>
  api('PUT /cms/group/{id}', { token, params: { id }, body })

/** The actions on a staff member, by name. */
const actions: Record<string, (token: string, id: number) => Promise<Reply<unknown>>> = {
  'change the profile of': (token, id) => put(token, id, { nickname: '改名' }),
  'change the accounts of': (token, id) => put(token, id, { email: `${unique('e')}@example.com` }),
  disable: (token, id) => put(token, id, { status: 'disabled' }),
  'change the groups of': (token, id) => put(token, id, { group_ids: [] }),
  'set the password of': setSecret,
  'end the sessions of': endAll,
  'end one session of': endOne,
  delete: remove,
}

const violations: [rule: string, action: string, act: (fixture: Fixture) => Promise<Reply<unknown>>][] = [
  ...Object.entries(actions).flatMap(([action, act]): typeof violations => [
    [
      'the actor must hold every permission of the target',
      `${action} a user who holds more`,
      ({ actor, higher }) => act(actor.token, higher.id),
    ],
    ['only root changes a root', `${action} a root`, ({ actor, root }) => act(actor.token, root.id)],
  ]),
  ['only root changes a root', 'demote a root', ({ actor, root }) => put(actor.token, root.id, { is_root: false })],
  ['only root sets is_root', 'promote a user', ({ actor, lower }) => put(actor.token, lower.id, { is_root: true })],
  ['only root sets is_root', 'promote oneself', ({ actor }) => put(actor.token, actor.id, { is_root: true })],
  ['only root sets is_root', 'create a root', ({ actor }) => create(actor.token, { is_root: true })],
  [
    'creating a group requires its permissions',
    'create a group',
    ({ actor }) =>
      api('POST /cms/group', { token: actor.token, body: { name: unique('g'), permission_codes: [missing] } }),
  ],
  [
    'changing a group requires its permissions before',
    'rename',
    ({ actor, highGroup }) => putGroup(actor.token, highGroup, { name: unique('g') }),
  ],
  [
    'changing a group requires its permissions before',
    'remove its permissions',
    ({ actor, highGroup }) => putGroup(actor.token, highGroup, { permission_codes: [] }),
  ],
  [
    'changing a group requires its permissions after',
    'add a permission',
    ({ actor, lowGroup }) => putGroup(actor.token, lowGroup, { permission_codes: [missing] }),
  ],
  [
    'changing a group requires its permissions after',
    'add a permission to one’s own group',
    ({ actor }) => putGroup(actor.token, actor.group_id, { permission_codes: [...rights, missing] }),
  ],
  [
    'deleting a group requires its permissions',
    'delete',
    ({ actor, highGroup }) => api('DELETE /cms/group/{id}', { token: actor.token, params: { id: highGroup } }),
  ],
  [
    'assigning a group requires its permissions',
    'to a user',
    ({ actor, lower, highGroup }) => put(actor.token, lower.id, { group_ids: [lower.group_id, highGroup] }),
  ],
  [
    'assigning a group requires its permissions',
    'to a new user',
    ({ actor, highGroup }) => create(actor.token, { group_ids: [highGroup] }),
  ],
  ['nobody changes their own groups', 'remove one', ({ actor }) => put(actor.token, actor.id, { group_ids: [] })],
  [
    'nobody changes their own groups',
    'add one',
    ({ actor, lowGroup }) => put(actor.token, actor.id, { group_ids: [actor.group_id, lowGroup] }),
  ],
  [
    'nobody changes their own groups',
    'not even root',
    ({ root, lowGroup }) => put(root.token, root.id, { group_ids: [root.group_id, lowGroup] }),
  ],
  ['nobody changes their own status', 'disable', ({ actor }) => put(actor.token, actor.id, { status: 'disabled' })],
  ['nobody changes their own status', 'not even root', ({ root }) => put(root.token, root.id, { status: 'disabled' })],
  ['nobody changes their own is_root', 'demote', ({ root }) => put(root.token, root.id, { is_root: false })],
  ['nobody deletes themselves', 'delete', ({ actor }) => remove(actor.token, actor.id)],
  ['nobody deletes themselves', 'not even root', ({ root }) => remove(root.token, root.id)],
  [
    'one’s own password is not reset through the admin',
    'set the password',
    ({ actor }) => setSecret(actor.token, actor.id),
  ],
]

describe('refused', () => {
  test.each(violations)('%s: %s', async (_, __, act) => {
    const fixture = await newFixture()
    const before = await snapshot(fixture)
    const reply = await act(fixture)
    expect(reply).toMatchObject({ status: 403, problem: { code: 'forbidden' } })
    expect(reply.problem.detail).toMatch(/your own account|You do not hold|Only root/)
    expect(await snapshot(fixture)).toEqual(before)
    const db = await database()
    const rows = await db
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.request_id, reply.headers.get('x-request-id') ?? ''))
    expect(rows).toMatchObject([{ status: 403, code: 'forbidden', success: false, before: null, after: null }])
  })

  test('removing a group with more permissions than the actor has', async () => {
    const { actor, lower, highGroup } = await newFixture()
    const db = await database()
    await db.insert(tables.user_group).values({ user_id: lower.id, group_id: highGroup })
    expect((await put(actor.token, lower.id, { group_ids: [lower.group_id] })).status).toBe(403)
  })
})

/** Returns all rows that {@link actions} could have changed. */
async function snapshot(fixture: Fixture) {
  const db = await database()
  const ids = [fixture.actor, fixture.root, fixture.otherRoot, fixture.higher, fixture.lower].map(({ id }) => id)
  const users = await Promise.all(
    ids.map(async (id) => [
      await db.select().from(tables.user).where(eq(tables.user.id, id)),
      await db.select().from(tables.user_group).where(eq(tables.user_group.user_id, id)),
      await db.select().from(tables.identity).where(eq(tables.identity.user_id, id)),
      await db
        .select({ revoked_at: tables.session.revoked_at })
        .from(tables.session)
        .where(eq(tables.session.user_id, id)),
    ]),
  )
  const groups = await Promise.all(
    [fixture.highGroup, fixture.lowGroup, fixture.actor.group_id].map(async (id) => [
      await db.select().from(tables.group).where(eq(tables.group.id, id)),
      await db.select().from(tables.group_permission).where(eq(tables.group_permission.group_id, id)),
    ]),
  )
  return { users, groups, staff: await db.$count(tables.user), all: await db.$count(tables.group) }
}

describe('allowed', () => {
  test.each(Object.entries(actions))('%s a user who holds no other permissions', async (_, act) => {
    const { actor, lower } = await newFixture()
    expect((await act(actor.token, lower.id)).status).toBeLessThan(300)
  })

  test.each(Object.entries(actions))('root may %s another root', async (_, act) => {
    const { root, otherRoot } = await newFixture()
    expect((await act(root.token, otherRoot.id)).status).toBeLessThan(300)
  })

  test('changing one’s own profile, with the groups and status unchanged', async () => {
    const { actor } = await newFixture()
    const body = { nickname: '我', status: 'active', is_root: false, group_ids: [actor.group_id] }
    expect(await put(actor.token, actor.id, body)).toMatchObject({ status: 200, body: { nickname: '我' } })
  })

  test('assigning and removing a group whose permissions the actor holds', async () => {
    const { actor, lower, lowGroup } = await newFixture()
    const reply = await put(actor.token, lower.id, { group_ids: [lower.group_id, lowGroup] })
    expect(reply.body.groups.map(({ id }) => id).sort()).toEqual([lower.group_id, lowGroup].sort())
    expect((await put(actor.token, lower.id, { group_ids: [] })).body.groups).toEqual([])
  })
})

describe('takes effect on the next request:', () => {
  const listUsers = (token: string) => api('GET /cms/user', { token })

  test('disabling a user; enabling them does not restore their sessions', async () => {
    const { root, actor } = await newFixture()
    expect((await listUsers(actor.token)).status).toBe(200)
    await put(root.token, actor.id, { status: 'disabled' })
    expect((await listUsers(actor.token)).status).toBe(401)
    await put(root.token, actor.id, { status: 'active' })
    expect((await listUsers(actor.token)).status).toBe(401)
  })

  test('deleting a user', async () => {
    const { root, actor } = await newFixture()
    expect((await remove(root.token, actor.id)).status).toBe(204)
    expect((await listUsers(actor.token)).status).toBe(401)
    expect((await api('GET /cms/user/{id}', { token: root.token, params: { id: actor.id } })).status).toBe(404)
    // The user name is free again.
    expect((await create(root.token, { username: actor.username })).status).toBe(201)
  })

  test('a password set by an administrator, which must be changed first', async () => {
    const { root, actor } = await newFixture()
    await setSecret(root.token, actor.id)
    expect((await listUsers(actor.token)).status).toBe(401)
    const login = await api('POST /v1/token', { body: { type: 100, account: actor.username, secret } })
    expect(login.status).toBe(200)
    expect(await listUsers(login.body.token)).toMatchObject({ status: 403, problem: { code: 'secret_expired' } })
    const change = { old_secret: secret, new_secret: 'my very own secret' }
    expect((await api('PUT /v1/user/password', { token: login.body.token, body: change })).status).toBe(204)
    expect((await listUsers(login.body.token)).status).toBe(200)
  })

  test('removing and assigning groups, and changing the permissions of a group', async () => {
    const { root, lower, lowGroup } = await newFixture()
    await put(root.token, lower.id, { group_ids: [] })
    expect((await listUsers(lower.token)).status).toBe(403)
    await put(root.token, lower.id, { group_ids: [lowGroup] })
    expect((await listUsers(lower.token)).status).toBe(200)
    await putGroup(root.token, lowGroup, { permission_codes: [] })
    expect((await listUsers(lower.token)).status).toBe(403)
  })

  test('ending all sessions, and ending one', async () => {
    const { root, lower, actor } = await newFixture()
    await endAll(root.token, lower.id)
    expect((await listUsers(lower.token)).status).toBe(401)
    await endOne(root.token, actor.id)
    expect((await listUsers(actor.token)).status).toBe(401)
    const missingSession = await api('DELETE /cms/user/{id}/session/{sid}', {
      token: root.token,
      params: { id: actor.id, sid: 2_000_000_000 },
    })
    expect(missingSession.status).toBe(404)
  })
})

test('every action on the id of a customer is answered with 404', async () => {
  const { root } = await newFixture()
  const db = await database()
  const [customer] = await db.insert(tables.user).values({ kind: 'customer' }).returning({ id: tables.user.id })
  for (const act of Object.values(actions)) expect((await act(root.token, customer?.id ?? 0)).status).toBe(404)
  expect(
    await db.$count(tables.user, and(eq(tables.user.id, customer?.id ?? 0), eq(tables.user.status, 'active'))),
  ).toBe(1)
})

test('readers of a staff member see the permissions that they lack, and a refusal names them', async () => {
  const { actor, higher, lower } = await newFixture()
  const read = async (id: number) => (await api('GET /cms/user/{id}', { token: actor.token, params: { id } })).body
  expect((await read(higher.id)).beyond_codes).toEqual([missing])
  expect((await read(lower.id)).beyond_codes).toEqual([])
  const refused = await api('DELETE /cms/user/{id}', { token: actor.token, params: { id: higher.id } })
  expect(refused).toMatchObject({ status: 403, problem: { code: 'forbidden', permission: missing } })
})
