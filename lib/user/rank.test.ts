import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api, type Reply } from '@/lib/testing/api'
import { database, newStaff, unique } from '@/lib/testing/factories'

/* Every sentence of the rule of rank, broken through each endpoint that could break it. */

const rights = [
  ...['list', 'create', 'update', 'delete', 'password', 'session'].map((verb) => `cms.user.${verb}`),
  ...['list', 'create', 'update', 'delete'].map((verb) => `cms.group.${verb}`),
]
/** Exist in the code, and the actor lacks it. */
const missing = 'cms.config.update'

type Staff = Awaited<ReturnType<typeof newStaff>>

interface Stage {
  /** Holds every right over staff and groups, and nothing else. */
  actor: Staff
  root: Staff
  otherRoot: Staff
  /** Holds what the actor lacks. */
  higher: Staff
  /** Holds some of what the actor holds. */
  lower: Staff
  /** Groups with what the actor lacks, and with what he holds. */
  highGroup: number
  lowGroup: number
}

async function newGroup(codes: string[]): Promise<number> {
  const db = await database()
  const [made] = await db
    .insert(tables.group)
    .values({ name: unique('group-') })
    .returning({ id: tables.group.id })
  if (!made) throw new Error('no group')
  if (codes.length > 0)
    await db.insert(tables.group_permission).values(codes.map((code) => ({ group_id: made.id, code })))
  return made.id
}

const setTheStage = async (): Promise<Stage> => ({
  actor: await newStaff(rights),
  root: await newStaff([], { is_root: true }),
  otherRoot: await newStaff([], { is_root: true }),
  higher: await newStaff(['cms.user.list', missing]),
  lower: await newStaff(['cms.user.list']),
  highGroup: await newGroup([missing]),
  lowGroup: await newGroup(['cms.user.list']),
})

beforeAll(async () => {
  // The points that a group may be given; the migration command writes them.
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

/** What may be done to somebody, by name. */
const acts: Record<string, (token: string, id: number) => Promise<Reply<unknown>>> = {
  'change the profile of': (token, id) => put(token, id, { nickname: '改名' }),
  'change the accounts of': (token, id) => put(token, id, { email: `${unique('e')}@example.com` }),
  disable: (token, id) => put(token, id, { status: 'disabled' }),
  'change the groups of': (token, id) => put(token, id, { group_ids: [] }),
  'set the password of': setSecret,
  'end the sessions of': endAll,
  'end one session of': endOne,
  delete: remove,
}

const broken: [rule: string, how: string, act: (stage: Stage) => Promise<Reply<unknown>>][] = [
  ...Object.entries(acts).flatMap(([what, act]): typeof broken => [
    [
      'holds every code that B holds',
      `${what} somebody who holds more`,
      ({ actor, higher }) => act(actor.token, higher.id),
    ],
    ['only root changes a root', `${what} a root`, ({ actor, root }) => act(actor.token, root.id)],
  ]),
  ['only root changes a root', 'demote a root', ({ actor, root }) => put(actor.token, root.id, { is_root: false })],
  ['only root gives is_root', 'promote somebody', ({ actor, lower }) => put(actor.token, lower.id, { is_root: true })],
  ['only root gives is_root', 'promote himself', ({ actor }) => put(actor.token, actor.id, { is_root: true })],
  ['only root gives is_root', 'create a root', ({ actor }) => create(actor.token, { is_root: true })],
  [
    'a group is created by who holds it',
    'create a group',
    ({ actor }) =>
      api('POST /cms/group', { token: actor.token, body: { name: unique('g'), permission_codes: [missing] } }),
  ],
  [
    'a group is changed by who holds it before',
    'rename',
    ({ actor, highGroup }) => putGroup(actor.token, highGroup, { name: unique('g') }),
  ],
  [
    'a group is changed by who holds it before',
    'empty it',
    ({ actor, highGroup }) => putGroup(actor.token, highGroup, { permission_codes: [] }),
  ],
  [
    'a group is changed by who holds it after',
    'widen it',
    ({ actor, lowGroup }) => putGroup(actor.token, lowGroup, { permission_codes: [missing] }),
  ],
  [
    'a group is changed by who holds it after',
    'widen his own',
    ({ actor }) => putGroup(actor.token, actor.group_id, { permission_codes: [...rights, missing] }),
  ],
  [
    'a group is deleted by who holds it',
    'delete',
    ({ actor, highGroup }) => api('DELETE /cms/group/{id}', { token: actor.token, params: { id: highGroup } }),
  ],
  [
    'a group is given by who holds it',
    'to somebody',
    ({ actor, lower, highGroup }) => put(actor.token, lower.id, { group_ids: [lower.group_id, highGroup] }),
  ],
  [
    'a group is given by who holds it',
    'to somebody new',
    ({ actor, highGroup }) => create(actor.token, { group_ids: [highGroup] }),
  ],
  ['nobody changes his own groups', 'take one', ({ actor }) => put(actor.token, actor.id, { group_ids: [] })],
  [
    'nobody changes his own groups',
    'add one',
    ({ actor, lowGroup }) => put(actor.token, actor.id, { group_ids: [actor.group_id, lowGroup] }),
  ],
  [
    'nobody changes his own groups',
    'not even root',
    ({ root, lowGroup }) => put(root.token, root.id, { group_ids: [root.group_id, lowGroup] }),
  ],
  ['nobody changes his own status', 'disable', ({ actor }) => put(actor.token, actor.id, { status: 'disabled' })],
  ['nobody changes his own status', 'not even root', ({ root }) => put(root.token, root.id, { status: 'disabled' })],
  ['nobody changes his own is_root', 'demote', ({ root }) => put(root.token, root.id, { is_root: false })],
  ['nobody deletes himself', 'delete', ({ actor }) => remove(actor.token, actor.id)],
  ['nobody deletes himself', 'not even root', ({ root }) => remove(root.token, root.id)],
  [
    'nobody acts on himself through administration',
    'set the password',
    ({ actor }) => setSecret(actor.token, actor.id),
  ],
]

describe('refused', () => {
  test.each(broken)('%s: %s', async (_, __, act) => {
    const stage = await setTheStage()
    const before = await snapshot(stage)
    const reply = await act(stage)
    expect(reply).toMatchObject({ status: 403, problem: { code: 'forbidden' } })
    expect(reply.problem.detail).toMatch(/himself|You do not hold|Only root/)
    expect(await snapshot(stage)).toEqual(before)
    const db = await database()
    const kept = await db
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.request_id, reply.headers.get('x-request-id') ?? ''))
    expect(kept).toMatchObject([{ status: 403, code: 'forbidden', success: false, before: null, after: null }])
  })

  test('taking a group that allows more, which also means its member holds more', async () => {
    const { actor, lower, highGroup } = await setTheStage()
    const db = await database()
    await db.insert(tables.user_group).values({ user_id: lower.id, group_id: highGroup })
    expect((await put(actor.token, lower.id, { group_ids: [lower.group_id] })).status).toBe(403)
  })
})

/** All that the acts above could have changed. */
async function snapshot(stage: Stage) {
  const db = await database()
  const ids = [stage.actor, stage.root, stage.otherRoot, stage.higher, stage.lower].map(({ id }) => id)
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
    [stage.highGroup, stage.lowGroup, stage.actor.group_id].map(async (id) => [
      await db.select().from(tables.group).where(eq(tables.group.id, id)),
      await db.select().from(tables.group_permission).where(eq(tables.group_permission.group_id, id)),
    ]),
  )
  return { users, groups, staff: await db.$count(tables.user), all: await db.$count(tables.group) }
}

describe('allowed', () => {
  test.each(Object.entries(acts))('%s somebody who holds no more', async (_, act) => {
    const { actor, lower } = await setTheStage()
    expect((await act(actor.token, lower.id)).status).toBeLessThan(300)
  })

  test.each(Object.entries(acts))('root may %s another root', async (_, act) => {
    const { root, otherRoot } = await setTheStage()
    expect((await act(root.token, otherRoot.id)).status).toBeLessThan(300)
  })

  test('one’s own profile, and a form that sends one’s own groups and status unchanged', async () => {
    const { actor } = await setTheStage()
    const body = { nickname: '我', status: 'active', is_root: false, group_ids: [actor.group_id] }
    expect(await put(actor.token, actor.id, body)).toMatchObject({ status: 200, body: { nickname: '我' } })
  })

  test('giving and taking a group that one holds oneself', async () => {
    const { actor, lower, lowGroup } = await setTheStage()
    const given = await put(actor.token, lower.id, { group_ids: [lower.group_id, lowGroup] })
    expect(given.body.groups.map(({ id }) => id).sort()).toEqual([lower.group_id, lowGroup].sort())
    expect((await put(actor.token, lower.id, { group_ids: [] })).body.groups).toEqual([])
  })
})

describe('what acts on the next request', () => {
  const asks = (token: string) => api('GET /cms/user', { token })

  test('disabling, and its sessions do not come back with enabling', async () => {
    const { root, actor } = await setTheStage()
    expect((await asks(actor.token)).status).toBe(200)
    await put(root.token, actor.id, { status: 'disabled' })
    expect((await asks(actor.token)).status).toBe(401)
    await put(root.token, actor.id, { status: 'active' })
    expect((await asks(actor.token)).status).toBe(401)
  })

  test('deleting', async () => {
    const { root, actor } = await setTheStage()
    expect((await remove(root.token, actor.id)).status).toBe(204)
    expect((await asks(actor.token)).status).toBe(401)
    expect((await api('GET /cms/user/{id}', { token: root.token, params: { id: actor.id } })).status).toBe(404)
    // His name is free again.
    expect((await create(root.token, { username: actor.username })).status).toBe(201)
  })

  test('a password set by somebody else, which must be changed first', async () => {
    const { root, actor } = await setTheStage()
    await setSecret(root.token, actor.id)
    expect((await asks(actor.token)).status).toBe(401)
    const login = await api('POST /v1/token', { body: { type: 100, account: actor.username, secret } })
    expect(login.status).toBe(200)
    expect(await asks(login.body.token)).toMatchObject({ status: 403, problem: { code: 'secret_expired' } })
    const changed = { old_secret: secret, new_secret: 'my very own secret' }
    expect((await api('PUT /v1/user/password', { token: login.body.token, body: changed })).status).toBe(204)
    expect((await asks(login.body.token)).status).toBe(200)
  })

  test('groups taken and given, and what a group allows', async () => {
    const { root, lower, lowGroup } = await setTheStage()
    await put(root.token, lower.id, { group_ids: [] })
    expect((await asks(lower.token)).status).toBe(403)
    await put(root.token, lower.id, { group_ids: [lowGroup] })
    expect((await asks(lower.token)).status).toBe(200)
    await putGroup(root.token, lowGroup, { permission_codes: [] })
    expect((await asks(lower.token)).status).toBe(403)
  })

  test('the end of all sessions, and of one', async () => {
    const { root, lower, actor } = await setTheStage()
    await endAll(root.token, lower.id)
    expect((await asks(lower.token)).status).toBe(401)
    await endOne(root.token, actor.id)
    expect((await asks(actor.token)).status).toBe(401)
    const gone = await api('DELETE /cms/user/{id}/session/{sid}', {
      token: root.token,
      params: { id: actor.id, sid: 2_000_000_000 },
    })
    expect(gone.status).toBe(404)
  })
})

test('customers are nobody here: by the id of one every act answers 404', async () => {
  const { root } = await setTheStage()
  const db = await database()
  const [customer] = await db.insert(tables.user).values({ kind: 'customer' }).returning({ id: tables.user.id })
  for (const act of Object.values(acts)) expect((await act(root.token, customer?.id ?? 0)).status).toBe(404)
  expect(
    await db.$count(tables.user, and(eq(tables.user.id, customer?.id ?? 0), eq(tables.user.status, 'active'))),
  ).toBe(1)
})
