import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newStaff, setParameters, unique } from '@/lib/server/testing/factories'

const codes = ['menu', 'element'].flatMap((module) =>
  ['create', 'update', 'delete'].map((verb) => `cms.${module}.${verb}`),
)
let editors: Awaited<ReturnType<typeof newStaff>>[]
beforeAll(async () => {
  await setParameters({ 'limit.writes_per_minute': 1_000_000 })
  editors = await Promise.all(Array.from({ length: 20 }, () => newStaff(codes)))
})

const tokenAt = (at: number) => editors[at % editors.length]?.token ?? ''
const post = async (body: object) =>
  (await api('POST /cms/menu', { token: tokenAt(0), body: { name: unique('m-'), title: '菜单', ...body } })).body
const newDirectory = () => post({ type: 'directory' })
const put = (at: number, id: number, body: object) =>
  api('PUT /cms/menu/{id}', { token: tokenAt(at), params: { id }, body })
const order = (at: number, id: number, parent_id: number | null) =>
  api('PUT /cms/menu/order', { token: tokenAt(at), body: { items: [{ id, parent_id, sort_order: at }] } })

/** Returns the ids of menus whose ancestors form a cycle. */
async function menusInCycles(): Promise<number[]> {
  const rows = await (await database())
    .select({ id: tables.menu.id, parent_id: tables.menu.parent_id })
    .from(tables.menu)
  const parentOf = new Map(rows.map((row) => [row.id, row.parent_id]))
  const reachesTop = (id: number, steps = 0): boolean => {
    const parent = parentOf.get(id) ?? null
    return parent === null || (steps < rows.length && reachesTop(parent, steps + 1))
  }
  return rows.filter(({ id }) => !reachesTop(id)).map(({ id }) => id)
}

test('one of twenty concurrent edits of one version succeeds, and the others get its author', async () => {
  const { id } = await newDirectory()
  const replies = await Promise.all(editors.map((_, at) => put(at, id, { title: `第 ${at} 个`, version: 1 })))
  const winner = replies.findIndex((reply) => reply.status === 200)
  const others = replies.filter((_, at) => at !== winner)
  expect(others).toHaveLength(19)
  for (const reply of others) {
    expect(reply).toMatchObject({
      status: 409,
      problem: { code: 'stale_version', version: 2, updated_by: { id: editors[winner]?.id } },
    })
  }
})

test('a menu that is moved concurrently ends in one of the requested positions', async () => {
  const { id } = await newDirectory()
  const parents = await Promise.all(editors.map(newDirectory))
  const replies = await Promise.all(
    parents.map((parent, at) => (at % 2 === 0 ? put(at, id, { parent_id: parent.id }) : order(at, id, parent.id))),
  )
  expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200))
  const [menu] = await (await database()).select().from(tables.menu).where(eq(tables.menu.id, id))
  expect(parents.map((parent) => parent.id)).toContain(menu?.parent_id)
  expect(menu?.version).toBe(1 + parents.length)
})

test('two menus that are concurrently moved below each other never form a cycle', async () => {
  const pairs = await Promise.all(Array.from({ length: 20 }, () => Promise.all([newDirectory(), newDirectory()])))
  const replies = await Promise.all(
    pairs.flatMap(([a, b], at) => [
      put(at, a.id, { parent_id: b.id }),
      at % 2 === 0 ? put(at + 1, b.id, { parent_id: a.id }) : order(at + 1, b.id, a.id),
    ]),
  )
  expect(await menusInCycles()).toEqual([])
  for (let at = 0; at < replies.length; at += 2) {
    const statuses = [replies[at]?.status, replies[at + 1]?.status]
    expect(statuses.toSorted()).toEqual([200, 400])
  }
  const refused = replies.filter((reply) => reply.status === 400).map((reply) => reply.problem.invalid_params[0]?.code)
  expect(new Set(refused)).toEqual(new Set(['cycle']))
})

test('one of several concurrent moves that would form a cycle is refused', async () => {
  const ring = await Promise.all(Array.from({ length: 4 }, newDirectory))
  const replies = await Promise.all(
    ring.map(({ id }, at) => put(at, id, { parent_id: ring[(at + 1) % ring.length]?.id })),
  )
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 200, 200, 400])
  expect(await menusInCycles()).toEqual([])
})

test('adding an element to a page while it is deleted or becomes a directory: one of the two is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const page = await post({ type: 'page', path: '/admin/x' })
    const isDeleted = round % 2 === 0
    const [element, menu] = await Promise.all([
      api('POST /cms/element', { token: tokenAt(0), body: { menu_id: page.id, code: unique('e.'), name: '按钮' } }),
      isDeleted
        ? api('DELETE /cms/menu/{id}', { token: tokenAt(1), params: { id: page.id } })
        : put(1, page.id, { type: 'directory', path: null }),
    ])
    const outcomes = [element.status, menu.status]
    const expected = isDeleted
      ? [
          [201, 409],
          [400, 204],
        ]
      : [
          [201, 400],
          [400, 200],
        ]
    expect(expected).toContainEqual(outcomes)
  }
})

test('no unexpected errors were logged', async () => {
  expect(await (await database()).select().from(tables.error_log)).toEqual([])
})
