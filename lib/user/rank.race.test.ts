import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newStaff, setParameters, unique } from '@/lib/server/testing/factories'

beforeAll(() => setParameters({ 'limit.writes_per_minute': 100_000 }))

const put = (token: string, id: number, body: object) => api('PUT /cms/user/{id}', { token, params: { id }, body })
const statuses = (replies: { status: number }[]) => replies.map((reply) => reply.status).sort()
const activeRoots = async (ids: number[]) =>
  (await database()).$count(
    tables.user,
    and(inArray(tables.user.id, ids), eq(tables.user.is_root, true), eq(tables.user.status, 'active')),
  )

const actions = {
  demote: (token: string, id: number) => put(token, id, { is_root: false }),
  disable: (token: string, id: number) => put(token, id, { status: 'disabled' }),
  delete: (token: string, id: number) => api('DELETE /cms/user/{id}', { token, params: { id } }),
}

test.each(Object.entries(actions))('when two roots %s each other, one remains', async (_, act) => {
  for (let round = 0; round < 8; round++) {
    const [a, b] = [await newStaff([], { is_root: true }), await newStaff([], { is_root: true })]
    const replies = await Promise.all([act(a.token, b.id), act(b.token, a.id)])
    const [won, lost] = statuses(replies)
    expect(won).toBeLessThan(300)
    expect([401, 403, 404]).toContain(lost)
    expect(await activeRoots([a.id, b.id])).toBe(1)
  }
})

test('when roots in a ring each demote the next, at least one remains, and no request deadlocks', async () => {
  for (let round = 0; round < 5; round++) {
    const roots = await Promise.all(Array.from({ length: 5 }, () => newStaff([], { is_root: true })))
    const replies = await Promise.all(
      roots.map(({ token }, index) => actions.demote(token, roots[(index + 1) % roots.length]?.id ?? 0)),
    )
    for (const { status } of replies) expect([200, 403]).toContain(status)
    expect(await activeRoots(roots.map(({ id }) => id))).toBeGreaterThanOrEqual(1)
  }
})

test('concurrent grants and revocations leave the complete result of one of them', async () => {
  const codes = Array.from({ length: 40 }, () => `cms.test.${unique('v')}`)
  const db = await database()
  await db.insert(tables.auth).values(codes.map((code) => ({ code, module: 'test' })))
  const root = await newStaff([], { is_root: true })
  const group = await newStaff(codes.slice(0, 20))
  const set = (permission_codes: string[]) =>
    api('PUT /cms/group/{id}', { token: root.token, params: { id: group.group_id }, body: { permission_codes } })
  for (let round = 0; round < 10; round++) {
    const replies = await Promise.all([set(codes), set([]), set(codes.slice(0, 20)), set(codes)])
    expect(statuses(replies)).toEqual([200, 200, 200, 200])
    const count = await db.$count(tables.group_permission, eq(tables.group_permission.group_id, group.group_id))
    expect([0, 20, 40]).toContain(count)
  }
})

test('when a group is assigned and deleted concurrently, exactly one of the two succeeds', async () => {
  const root = await newStaff([], { is_root: true })
  for (let round = 0; round < 10; round++) {
    const [user, group] = [await newStaff(), await newStaff()]
    await put(root.token, group.id, { group_ids: [] })
    const [assigned, deleted] = await Promise.all([
      put(root.token, user.id, { group_ids: [group.group_id] }),
      api('DELETE /cms/group/{id}', { token: root.token, params: { id: group.group_id } }),
    ])
    expect([
      [200, 409],
      [400, 204],
    ]).toContainEqual([assigned.status, deleted.status])
  }
})

test('one of twenty edits with the same version succeeds, and the others get its author', async () => {
  const root = await newStaff([], { is_root: true })
  const { group_id } = await newStaff()
  const editors = await Promise.all(Array.from({ length: 20 }, () => newStaff(['cms.group.update'])))
  const replies = await Promise.all(
    editors.map(({ token }, index) =>
      api('PUT /cms/group/{id}', { token, params: { id: group_id }, body: { description: `${index}`, version: 1 } }),
    ),
  )
  expect(statuses(replies)).toEqual([200, ...Array(19).fill(409)])
  const winner = editors[replies.findIndex(({ status }) => status === 200)]
  for (const reply of replies.filter(({ status }) => status === 409)) {
    expect(reply.problem).toMatchObject({
      code: 'stale_version',
      version: 2,
      updated_by: { id: winner?.id, username: winner?.username },
    })
  }
  const current = await api('GET /cms/group/{id}', { token: root.token, params: { id: group_id } })
  expect(current.body).toMatchObject({ version: 2, description: String(winner && editors.indexOf(winner)) })
})

test('an e-mail that is set for several users concurrently is stored for one of them', async () => {
  const root = await newStaff([], { is_root: true })
  for (let round = 0; round < 5; round++) {
    const users = [await newStaff(), await newStaff(), await newStaff()]
    const email = `${unique('e')}@example.com`
    const replies = await Promise.all(users.map(({ id }) => put(root.token, id, { email })))
    expect(statuses(replies)).toEqual([200, 409, 409])
    for (const { status, problem } of replies) {
      if (status === 409) expect(problem.invalid_params).toMatchObject([{ name: 'email' }])
    }
  }
})
