import { expect, test } from 'vitest'
import { api } from '@/lib/server/testing/api'
import { newStaff } from '@/lib/server/testing/factories'

const code = 'cms.user.update'
const read = async (id: number) => {
  const { token } = await newStaff(['cms.user.list'])
  const { body } = await api('GET /cms/user/{id}', { token, params: { id } })
  return { status: body.status, groups: body.groups.map(({ id }) => id).sort((a, b) => a - b) }
}

test('several staff members are disabled, which ends their sessions, and enabled again; the actor and higher ranks are refused', async () => {
  const actor = await newStaff([code])
  const [first, second, root] = [await newStaff(), await newStaff(), await newStaff([], { is_root: true })]
  const ids = [first.id, actor.id, root.id, second.id, 2_000_000_000]
  const disabled = await api('POST /cms/user/bulk', { token: actor.token, body: { ids, action: 'disable' } })
  expect(disabled.body.results).toMatchObject([
    { id: first.id, ok: true },
    { id: actor.id, ok: false, problem: { code: 'forbidden' } },
    { id: root.id, ok: false, problem: { code: 'forbidden' } },
    { id: second.id, ok: true },
    { id: 2_000_000_000, ok: false, problem: { code: 'not_found' } },
  ])
  expect((await api('GET /v1/user', { token: first.token })).status).toBe(401)
  expect((await api('GET /v1/user', { token: root.token })).status).toBe(200)
  expect((await read(second.id)).status).toBe('disabled')
  await api('POST /cms/user/bulk', { token: actor.token, body: { ids, action: 'enable' } })
  expect((await read(second.id)).status).toBe('active')
})

test('several staff members join a group and leave another, and keep their other groups', async () => {
  const root = await newStaff([], { is_root: true })
  const [one, other, group] = [await newStaff(), await newStaff(), (await newStaff()).group_id]
  const body = { ids: [one.id, other.id], action: 'groups' as const, add: [group], remove: [one.group_id] }
  const { body: answer } = await api('POST /cms/user/bulk', { token: root.token, body })
  expect(answer.results.every(({ ok }) => ok)).toBe(true)
  expect((await read(one.id)).groups).toEqual([group])
  expect((await read(other.id)).groups).toEqual([other.group_id, group].sort((a, b) => a - b))
})

test('a group with permissions that the actor lacks is refused for each staff member', async () => {
  const actor = await newStaff([code])
  const [one, { group_id }] = [await newStaff(), await newStaff(['cms.config.update'])]
  const body = { ids: [one.id], action: 'groups' as const, add: [group_id] }
  const { body: answer } = await api('POST /cms/user/bulk', { token: actor.token, body })
  expect(answer.results).toMatchObject([{ ok: false, problem: { code: 'forbidden' } }])
  expect((await read(one.id)).groups).toEqual([one.group_id])
})
