import { desc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { migrateDatabase } from '@/lib/database'
import { api } from '@/lib/testing/api'
import { database, newStaff, unique } from '@/lib/testing/factories'

const codes = ['menu', 'element'].flatMap((one) =>
  ['list', 'create', 'update', 'delete'].map((verb) => `cms.${one}.${verb}`),
)
let editor: Awaited<ReturnType<typeof newStaff>>
let token: string
let menu_id: number

beforeAll(async () => {
  await migrateDatabase()
})
beforeEach(async () => {
  editor = await newStaff(codes)
  token = editor.token
  menu_id = await newMenu({ type: 'page', path: '/admin/x' })
})

const newMenu = async (body: object) =>
  (await api('POST /cms/menu', { token, body: { name: unique('m-'), title: '菜单', ...body } })).body.id
const post = (body: object = {}) =>
  api('POST /cms/element', { token, body: { menu_id, code: unique('e.'), name: '按钮', ...body } })
const put = (id: number, body: object) => api('PUT /cms/element/{id}', { token, params: { id }, body })
const refused = (name: string, code: string) => ({
  status: 400,
  problem: { code: 'invalid_request', invalid_params: [{ in: 'body', name, code }] },
})

test('an element is created, read, listed, changed and deleted', async () => {
  const created = await post({ type: 'tab', permission_code: 'cms.element.list' })
  expect(created.status).toBe(201)
  expect(created.headers.get('location')).toBe(`/cms/element/${created.body.id}`)
  expect(created.body).toMatchObject({ menu_id, type: 'tab', permission_code: 'cms.element.list', version: 1 })
  const params = { id: created.body.id }
  expect((await api('GET /cms/element/{id}', { token, params })).body).toEqual(created.body)
  expect((await api('GET /cms/element', { token, query: { menu_id } })).body).toEqual([created.body])
  expect((await api('GET /cms/element', { token })).body.map(({ id }) => id)).toContain(params.id)

  const other = await newMenu({ type: 'page', path: '/admin/y' })
  const changed = await put(params.id, { name: '新名', menu_id: other, permission_code: null, version: 1 })
  expect(changed.body).toMatchObject({ name: '新名', menu_id: other, permission_code: null, version: 2 })
  expect((await api('GET /cms/element', { token, query: { menu_id } })).body).toEqual([])
  expect((await api('DELETE /cms/element/{id}', { token, params })).status).toBe(204)
  expect((await api('GET /cms/element/{id}', { token, params })).status).toBe(404)
})

test('its code is there once', async () => {
  const { code } = (await post()).body
  const { id } = (await post()).body
  const taken = { status: 409, problem: { code: 'already_exists', invalid_params: [{ name: 'code' }] } }
  expect(await post({ code })).toMatchObject(taken)
  expect(await put(id, { code })).toMatchObject(taken)
})

describe('is refused by its field', () => {
  test.each([
    [{ code: 'Has.Capitals' }, 'code', 'invalid_format'],
    [{ code: '' }, 'code', 'too_small'],
    [{ name: '' }, 'name', 'too_small'],
    [{ type: 'row' }, 'type', 'invalid_value'],
    [{ menu_id: 2_000_000_000 }, 'menu_id', 'not_found'],
    [{ permission_code: 'cms.nothing.list' }, 'permission_code', 'not_found'],
    [{ is_root: true }, 'is_root', 'unknown_field'],
  ])('%j', async (body, name, code) => {
    const { id } = (await post()).body
    for (const reply of [await post(body), await put(id, body)]) {
      expect(reply.status).toBe(400)
      expect(reply.problem.invalid_params).toContainEqual(expect.objectContaining({ name, code }))
    }
  })

  test('on anything but a page', async () => {
    const directory = await newMenu({ type: 'directory' })
    const link = await newMenu({ type: 'link', path: 'https://example.com' })
    const { id } = (await post()).body
    for (const menu of [directory, link]) {
      expect(await post({ menu_id: menu })).toMatchObject(refused('menu_id', 'not_page'))
      expect(await put(id, { menu_id: menu })).toMatchObject(refused('menu_id', 'not_page'))
    }
  })
})

test('a stale version is refused and says who was faster', async () => {
  const { id } = (await post()).body
  const other = await newStaff(codes)
  await api('PUT /cms/element/{id}', { token: other.token, params: { id }, body: { name: '先到', version: 1 } })
  expect(await put(id, { name: '后到', version: 1 })).toMatchObject({
    status: 409,
    problem: { code: 'stale_version', version: 2, updated_by: { username: other.username } },
  })
})

test('every write is in the operation log', async () => {
  const { id, code } = (await post()).body
  await put(id, { name: '新名' })
  await api('DELETE /cms/element/{id}', { token, params: { id } })
  const rows = await (await database())
    .select()
    .from(tables.oper_log)
    .where(eq(tables.oper_log.user_id, editor.id))
    .orderBy(desc(tables.oper_log.id))
  expect(rows.slice(0, 3)).toMatchObject([
    { action: 'delete', target_type: 'element', target_id: String(id), before: { code, name: '新名' }, after: null },
    { action: 'update', before: { name: '按钮' }, after: { name: '新名' } },
    { action: 'create', before: null, after: { code, name: '按钮' } },
  ])
})
