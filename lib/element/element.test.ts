import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { insertRow } from '@/lib/kit/api/rows/rows'
import { api } from '@/lib/server/testing/api'
import { crudContract } from '@/lib/server/testing/crud-contract'
import { database, newStaff, unique } from '@/lib/server/testing/factories'
import { migrateDatabase } from '@/lib/server/update-database'

const codes = ['menu', 'element'].flatMap((module) =>
  ['list', 'create', 'update', 'delete'].map((verb) => `cms.${module}.${verb}`),
)
let token: string
let menu_id: number

beforeAll(async () => {
  await migrateDatabase()
})
beforeEach(async () => {
  token = (await newStaff(codes)).token
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

crudContract('/cms/element', {
  async body() {
    const page = { type: 'page' as const, name: unique('m-'), title: '页', path: '/admin/x' }
    const { id } = await insertRow(await database(), tables.menu, page)
    return { menu_id: id, code: unique('e.'), name: '按钮', type: 'tab', permission_code: 'cms.element.list' }
  },
  change: { name: '新名', permission_code: null },
  unique: 'code',
})

test('elements are listed by page and can be moved to another page', async () => {
  const { body } = await post()
  const list = async () => (await api('GET /cms/element', { token, query: { menu_id } })).body
  expect(await list()).toEqual([body])
  const other = await newMenu({ type: 'page', path: '/admin/y' })
  expect((await put(body.id, { menu_id: other })).body).toMatchObject({ menu_id: other, name: '按钮' })
  expect(await list()).toEqual([])
})

describe('an element is refused at the invalid field', () => {
  test.each([
    [{ code: 'Has.Capitals' }, 'code', 'invalid_format'],
    [{ code: '' }, 'code', 'too_small'],
    [{ name: '' }, 'name', 'too_small'],
    [{ type: 'row' }, 'type', 'invalid_value'],
    [{ menu_id: 2_000_000_000 }, 'menu_id', 'not_found'],
    [{ permission_code: 'cms.nothing.list' }, 'permission_code', 'not_found'],
  ])('%j', async (body, name, code) => {
    const { id } = (await post()).body
    for (const reply of [await post(body), await put(id, body)]) {
      expect(reply.status).toBe(400)
      expect(reply.problem.invalid_params).toContainEqual(expect.objectContaining({ name, code }))
    }
  })

  test('if its menu is not a page', async () => {
    const directory = await newMenu({ type: 'directory' })
    const link = await newMenu({ type: 'link', path: 'https://example.com' })
    const { id } = (await post()).body
    for (const menu of [directory, link]) {
      expect(await post({ menu_id: menu })).toMatchObject(refused('menu_id', 'not_page'))
      expect(await put(id, { menu_id: menu })).toMatchObject(refused('menu_id', 'not_page'))
    }
  })
})
