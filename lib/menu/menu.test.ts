import { desc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newStaff, unique } from '@/lib/server/testing/factories'
import { migrateDatabase } from '@/lib/server/update-database'

const codes = ['menu', 'element'].flatMap((module) =>
  ['list', 'create', 'update', 'delete'].map((verb) => `cms.${module}.${verb}`),
)
let editor: Awaited<ReturnType<typeof newStaff>>
let token: string

beforeAll(async () => {
  await migrateDatabase()
})
beforeEach(async () => {
  editor = await newStaff(codes)
  token = editor.token
})

const post = (body: object) => api('POST /cms/menu', { token, body: { name: unique('m-'), title: '菜单', ...body } })
const newDirectory = async (more: object = {}) => (await post({ type: 'directory', ...more })).body
const newPage = async (more: object = {}) => (await post({ type: 'page', path: '/admin/x', ...more })).body
const newElement = async (menu_id: number, more: object = {}) =>
  (await api('POST /cms/element', { token, body: { menu_id, code: unique('e.'), name: '按钮', ...more } })).body
const put = (id: number, body: object) => api('PUT /cms/menu/{id}', { token, params: { id }, body })
const get = async (id: number) => (await api('GET /cms/menu/{id}', { token, params: { id } })).body
const remove = (id: number) => api('DELETE /cms/menu/{id}', { token, params: { id } })
const order = (...items: { id: number; parent_id: number | null; sort_order: number }[]) =>
  api('PUT /cms/menu/order', { token, body: { items } })
const refused = (name: string, code: string) => ({
  status: 400,
  problem: { code: 'invalid_request', invalid_params: [{ in: 'body', name, code }] },
})

/** Finds a node in a tree of any depth. */
function find<Node extends { id: number; children: Node[] }>(nodes: Node[], id: number): Node | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : find(node.children, id)
    if (found) return found
  }
  return undefined
}
const inTree = async (id: number) => find((await api('GET /cms/menu', { token })).body, id)

describe('a menu', () => {
  test('is created, read, changed and deleted', async () => {
    const directory = await newDirectory()
    const created = await post({
      parent_id: directory.id,
      type: 'page',
      path: '/admin/user?status=active',
      permission_code: 'cms.menu.list',
    })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`/cms/menu/${created.body.id}`)
    expect(created.body).toMatchObject({ title_en: '', icon: '', sort_order: 10, hidden: false, version: 1 })
    expect(await get(created.body.id)).toEqual({ ...created.body, menu_count: 0, element_count: 0 })
    expect((await inTree(directory.id))?.children).toEqual([{ ...created.body, children: [] }])

    const changed = await put(created.body.id, { title: '新名', hidden: true, parent_id: null, version: 1 })
    expect(changed.body).toMatchObject({ title: '新名', hidden: true, parent_id: null, version: 2 })
    expect((await inTree(directory.id))?.children).toEqual([])
    expect((await remove(created.body.id)).status).toBe(204)
    expect((await api('GET /cms/menu/{id}', { token, params: { id: created.body.id } })).status).toBe(404)
  })

  test('is by default the last of its siblings', async () => {
    const { id: parent_id } = await newDirectory()
    const given = await newPage({ parent_id, sort_order: 500 })
    const added = await newPage({ parent_id })
    const highest = await newPage({ parent_id, sort_order: 1_000_000 })
    const last = await newPage({ parent_id })
    const { id: below } = await newDirectory()
    expect(last.sort_order).toBe(1_000_000)
    expect((await inTree(parent_id))?.children.map(({ id }) => id)).toEqual(
      [given, added, highest, last].map(({ id }) => id),
    )
    expect((await newPage({ parent_id: below })).sort_order).toBe(10)
  })

  test('has a unique name', async () => {
    const { name } = await newPage()
    expect(await post({ type: 'directory', name })).toMatchObject({
      status: 409,
      problem: { code: 'already_exists', invalid_params: [{ name: 'name' }] },
    })
  })

  test.each(['', 'Upper', 'a b', 'x'.repeat(65), '名'])('refuses the name %j', async (name) => {
    expect((await post({ type: 'directory', name })).problem.invalid_params[0]?.name).toBe('name')
  })

  test.each(['Users', 'users lock', 'javascript:alert(1)'])('refuses the icon %j', async (icon) => {
    expect((await post({ type: 'directory', icon })).problem.invalid_params).toMatchObject([{ name: 'icon' }])
  })

  test('requires a permission that exists, or none', async () => {
    const fault = refused('permission_code', 'not_found')
    expect(await post({ type: 'page', path: '/admin/x', permission_code: 'cms.nothing.list' })).toMatchObject(fault)
    const { id } = await newPage()
    expect(await put(id, { permission_code: 'cms.nothing.list' })).toMatchObject(fault)
    expect((await put(id, { permission_code: 'cms.menu.list' })).status).toBe(200)
    expect((await put(id, { permission_code: null })).body.permission_code).toBeNull()
  })

  test('may keep an obsolete permission, but cannot be set to one', async () => {
    const { id } = await newPage()
    const code = unique('cms.gone.')
    const db = await database()
    await db.insert(tables.auth).values({ code, module: 'gone', obsolete: true })
    expect(await put(id, { permission_code: code })).toMatchObject(refused('permission_code', 'not_found'))
    await db.update(tables.menu).set({ permission_code: code }).where(eq(tables.menu.id, id))
    expect((await put(id, { title: '新名', permission_code: code })).status).toBe(200)
  })

  test('is not changed with an outdated version, and the answer names the author', async () => {
    const { id } = await newPage()
    const other = await newStaff(codes)
    await api('PUT /cms/menu/{id}', { token: other.token, params: { id }, body: { title: '先到', version: 1 } })
    expect(await put(id, { title: '后到', version: 1 })).toMatchObject({
      status: 409,
      problem: { code: 'stale_version', version: 2, updated_by: { id: other.id, username: other.username } },
    })
    expect((await get(id)).title).toBe('先到')
  })

  test.each([{}, { version: 1 }, { children: [] }])('is not changed by %j', async (body) => {
    const { id } = await newPage()
    expect((await put(id, body)).status).toBe(400)
    expect((await get(id)).version).toBe(1)
  })
})

describe('type and path', () => {
  test.each([
    ['page', '/admin/order'],
    ['page', '/admin/order?status=paid&q=%E8%8C%B6'],
    ['link', 'https://pay.weixin.qq.com/'],
    ['link', 'http://localhost:3000/docs#errors'],
  ])('a %s to %s', async (type, path) => expect((await post({ type, path })).status).toBe(201))

  test.each([
    ['page', undefined, 'required'],
    ['page', null, 'required'],
    ['link', undefined, 'required'],
    ['page', '/admin', 'invalid_address'],
    ['page', '/admin/', 'invalid_address'],
    ['page', '/order', 'invalid_address'],
    ['page', 'admin/order', 'invalid_address'],
    ['page', '/admin/../order', 'invalid_address'],
    ['page', '/admin/%2e%2e/order', 'invalid_address'],
    ['page', '/admin/\\..\\..\\order', 'invalid_address'],
    ['page', '//admin/order', 'invalid_address'],
    ['page', '/admin/a b', 'invalid_address'],
    ['page', 'https://example.com/admin/order', 'invalid_address'],
    ['page', 'javascript:alert(1)', 'invalid_address'],
    ['link', 'javascript:alert(1)', 'invalid_address'],
    ['link', 'JAVASCRIPT:alert(1)//https://', 'invalid_address'],
    ['link', 'data:text/html,x', 'invalid_address'],
    ['link', '/admin/order', 'invalid_address'],
    ['link', '//example.com', 'invalid_address'],
    ['link', 'https://', 'invalid_address'],
    ['link', 'https:example.com', 'invalid_address'],
    ['directory', '/admin/order', 'not_allowed'],
  ])('a %s to %s is refused: %s %s', async (type, path, code) => {
    expect(await post({ type, path })).toMatchObject(refused('path', code))
  })

  test('a directory has no permission', async () => {
    const body = { type: 'directory', permission_code: 'cms.menu.list' }
    expect(await post(body)).toMatchObject(refused('permission_code', 'not_allowed'))
  })

  test('are checked against the changed menu', async () => {
    const page = await newPage()
    expect(await put(page.id, { type: 'link' })).toMatchObject(refused('path', 'invalid_address'))
    expect(await put(page.id, { path: 'https://example.com' })).toMatchObject(refused('path', 'invalid_address'))
    expect(await put(page.id, { path: null })).toMatchObject(refused('path', 'required'))
    expect(await put(page.id, { type: 'directory' })).toMatchObject(refused('path', 'not_allowed'))
    expect((await put(page.id, { type: 'link', path: 'https://example.com' })).status).toBe(200)
    expect((await put(page.id, { type: 'directory', path: null })).status).toBe(200)
  })

  test('of a directory with menus and of a page with elements cannot change', async () => {
    const directory = await newDirectory()
    const page = await newPage({ parent_id: directory.id })
    expect(await put(directory.id, { type: 'page', path: '/admin/x' })).toMatchObject(refused('type', 'has_children'))
    await newElement(page.id)
    expect(await put(page.id, { type: 'directory', path: null })).toMatchObject(refused('type', 'has_elements'))
    expect(await get(page.id)).toMatchObject({ type: 'page', version: 1 })
  })
})

describe('a parent', () => {
  test('must exist and be a directory', async () => {
    const page = await newPage()
    const other = await newPage()
    for (const [parent_id, code] of [
      [2_000_000_000, 'not_found'],
      [page.id, 'not_directory'],
    ] as const) {
      const fault = refused('parent_id', code)
      expect(await post({ type: 'directory', parent_id })).toMatchObject(fault)
      expect(await put(other.id, { parent_id })).toMatchObject(fault)
    }
  })

  test('is neither the menu itself nor below it', async () => {
    const a = await newDirectory()
    const b = await newDirectory({ parent_id: a.id })
    const c = await newDirectory({ parent_id: b.id })
    for (const parent_id of [a.id, b.id, c.id]) {
      expect(await put(a.id, { parent_id })).toMatchObject(refused('parent_id', 'cycle'))
    }
    expect((await get(a.id)).parent_id).toBeNull()
  })

  test('is refused if the moved menus would be too deep', async () => {
    let parent_id: number | null = null
    const chain: number[] = []
    for (let level = 1; level <= 5; level++) {
      const { id }: { id: number } = await newDirectory({ parent_id })
      chain.push(id)
      parent_id = id
    }
    expect(await post({ type: 'page', path: '/admin/x', parent_id })).toMatchObject(refused('parent_id', 'too_deep'))
    const above = await newDirectory()
    expect(await put(chain[0] ?? 0, { parent_id: above.id })).toMatchObject(refused('parent_id', 'too_deep'))
    expect((await put(chain[1] ?? 0, { parent_id: above.id })).status).toBe(200)
  })
})

describe('deleting', () => {
  test('a directory with menus or a page with elements is refused, naming the contents', async () => {
    const directory = await newDirectory()
    const page = await newPage({ parent_id: directory.id })
    const element = await newElement(page.id)
    await newElement(page.id)
    const inUse = (detail: string) => ({ status: 409, problem: { code: 'in_use', detail } })
    expect(await remove(directory.id)).toMatchObject(inUse('There is still 1 menu in it.'))
    expect(await remove(page.id)).toMatchObject(inUse('There are still 2 elements in it.'))
    expect((await inTree(directory.id))?.children).toHaveLength(1)
    expect(await get(directory.id)).toMatchObject({ menu_count: 1, element_count: 0 })
    expect(await get(page.id)).toMatchObject({ menu_count: 0, element_count: 2 })
    const listed = (await api('GET /cms/element', { token, query: { menu_id: page.id } })).body
    expect(listed.map(({ id }) => id)).toContain(element.id)
    for (const { id } of listed) await api('DELETE /cms/element/{id}', { token, params: { id } })
    expect((await remove(page.id)).status).toBe(204)
    expect((await remove(directory.id)).status).toBe(204)
  })

  test('a menu that is granted to groups also deletes the grants', async () => {
    const { id } = await newPage()
    const db = await database()
    await db.insert(tables.group_menu).values({ group_id: editor.group_id, menu_id: id })
    expect((await remove(id)).status).toBe(204)
    expect(await db.$count(tables.group_menu, eq(tables.group_menu.menu_id, id))).toBe(0)
  })
})

describe('moving many', () => {
  test('sets the positions of the items, and raises the version of the moved menus', async () => {
    const [first, second] = [await newDirectory(), await newDirectory()]
    const page = await newPage({ parent_id: first.id })
    const reply = await order(
      { id: page.id, parent_id: second.id, sort_order: 3 },
      { id: second.id, parent_id: first.id, sort_order: 7 },
      { id: first.id, parent_id: null, sort_order: first.sort_order },
    )
    expect(reply.status).toBe(200)
    expect(find(reply.body, first.id)).toMatchObject({
      version: 1,
      children: [{ id: second.id, sort_order: 7, version: 2, children: [{ id: page.id, sort_order: 3, version: 2 }] }],
    })
    expect(await put(page.id, { title: '新名', version: 1 })).toMatchObject({
      status: 409,
      problem: { code: 'stale_version', updated_by: { id: editor.id } },
    })
  })

  test('can reverse a branch, which single moves cannot', async () => {
    const a = await newDirectory()
    const b = await newDirectory({ parent_id: a.id })
    const reply = await order(
      { id: a.id, parent_id: b.id, sort_order: 0 },
      { id: b.id, parent_id: null, sort_order: 0 },
    )
    expect(find(reply.body, b.id)).toMatchObject({ parent_id: null, children: [{ id: a.id }] })
  })

  test('is all or nothing, and every invalid item is named', async () => {
    const [a, b] = [await newDirectory(), await newDirectory()]
    const page = await newPage()
    const reply = await order(
      { id: b.id, parent_id: null, sort_order: 9 },
      { id: 2_000_000_000, parent_id: null, sort_order: 0 },
      { id: a.id, parent_id: page.id, sort_order: 0 },
      { id: page.id, parent_id: 2_000_000_001, sort_order: 0 },
    )
    expect(reply).toMatchObject({
      status: 400,
      problem: {
        code: 'invalid_request',
        invalid_params: [
          { name: 'items.1.id', code: 'not_found' },
          { name: 'items.2.parent_id', code: 'not_directory' },
          { name: 'items.3.parent_id', code: 'not_found' },
        ],
      },
    })
    expect(await get(b.id)).toMatchObject(b)
  })

  test('refuses a cycle', async () => {
    const [a, b] = [await newDirectory(), await newDirectory()]
    const reply = await order(
      { id: a.id, parent_id: b.id, sort_order: 0 },
      { id: b.id, parent_id: a.id, sort_order: 0 },
    )
    expect(reply).toMatchObject({
      status: 400,
      problem: {
        invalid_params: [
          { name: 'items.0.parent_id', code: 'cycle' },
          { name: 'items.1.parent_id', code: 'cycle' },
        ],
      },
    })
    expect(await inTree(a.id)).toMatchObject({ parent_id: null, children: [] })
  })

  test('refuses a menu that is listed twice', async () => {
    const { id } = await newPage()
    const item = { id, parent_id: null, sort_order: 1 }
    expect(await order(item, item)).toMatchObject(refused('items.1.id', 'duplicate'))
  })

  test.each([
    [{}, 'items'],
    [{ items: [] }, 'items'],
    [{ items: [{ id: 1, sort_order: 1 }] }, 'items.0.parent_id'],
    [{ items: [{ id: 1, parent_id: null, sort_order: 1.5 }] }, 'items.0.sort_order'],
    [{ items: [{ id: 1, parent_id: null, sort_order: 1, title: 'x' }] }, 'items.0.title'],
  ])('refuses %j', async (body, name) => {
    const reply = await api('PUT /cms/menu/order', { token, body })
    expect(reply.problem.invalid_params).toMatchObject([{ name }])
  })
})

describe('the audit log', () => {
  const rows = async () =>
    (await database())
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.user_id, editor.id))
      .orderBy(desc(tables.oper_log.id))

  test('records the changed fields', async () => {
    const { id } = await newPage()
    await put(id, { title: '新名', path: '/admin/x' })
    expect((await rows())[0]).toMatchObject({
      module: 'menu',
      action: 'update',
      target_type: 'menu',
      target_id: String(id),
      before: { title: '菜单' },
      after: { title: '新名' },
      params: { id, title: '新名', path: '/admin/x' },
    })
    await remove(id)
    expect((await rows())[0]).toMatchObject({ action: 'delete', before: { id, title: '新名' }, after: null })
  })

  test('records only the menus that moved', async () => {
    const [a, b] = [await newDirectory({ sort_order: 0 }), await newDirectory({ sort_order: 0 })]
    await order({ id: a.id, parent_id: null, sort_order: 0 }, { id: b.id, parent_id: a.id, sort_order: 4 })
    expect((await rows())[0]).toMatchObject({
      path: '/cms/menu/order',
      target_type: 'menu',
      target_id: null,
      before: { items: [{ id: b.id, parent_id: null, sort_order: 0 }] },
      after: { items: [{ id: b.id, parent_id: a.id, sort_order: 4 }] },
    })
  })
})

describe('the routes', () => {
  const grant = async (group_id: number, menu_ids: number[], element_ids: number[] = []) => {
    const db = await database()
    if (menu_ids.length > 0)
      await db.insert(tables.group_menu).values(menu_ids.map((menu_id) => ({ group_id, menu_id })))
    if (element_ids.length > 0)
      await db.insert(tables.group_element).values(element_ids.map((element_id) => ({ group_id, element_id })))
  }
  const routes = (viewerToken: string, query: { group_id?: number } = {}) =>
    api('GET /cms/menu/routes', { token: viewerToken, query })

  test('of a user contain the menus that their groups have and their permissions allow, in order', async () => {
    const directory = await newDirectory()
    const empty = await newDirectory()
    const guarded = await newPage({ parent_id: directory.id, permission_code: 'cms.menu.list', sort_order: 2 })
    const free = await newPage({ parent_id: directory.id, hidden: true, sort_order: 1 })
    const closed = await newPage({ parent_id: empty.id, permission_code: 'cms.element.list' })
    const foreign = await newPage()
    const open = await newElement(guarded.id, { permission_code: 'cms.menu.create' })
    const shut = await newElement(guarded.id, { permission_code: 'cms.menu.delete' })
    const unguarded = await newElement(guarded.id)
    const ungranted = await newElement(guarded.id)

    const viewer = await newStaff(['cms.menu.list'])
    const second = await newStaff(['cms.menu.create'])
    const db = await database()
    await db.insert(tables.user_group).values({ user_id: viewer.id, group_id: second.group_id })
    await grant(viewer.group_id, [guarded.id, closed.id, empty.id], [open.id, shut.id])
    await grant(second.group_id, [guarded.id, free.id], [unguarded.id])

    const { body } = await routes(viewer.token)
    expect(body).toEqual([
      {
        ...pick(directory),
        elements: [],
        children: [
          { ...pick(free), hidden: true, elements: [], children: [] },
          { ...pick(guarded), elements: [open.code, unguarded.code], children: [] },
        ],
      },
    ])
    expect(JSON.stringify(body)).not.toContain(ungranted.code)

    const root = await newStaff([], { is_root: true })
    const all = (await routes(root.token)).body
    expect(find(all, foreign.id)).toBeDefined()
    expect(find(all, empty.id)?.children).toHaveLength(1)
    expect(find(all, guarded.id)?.elements).toHaveLength(4)

    // Only the first group: neither the page nor the permission of the second.
    const watcher = await newStaff(['cms.group.list'])
    expect((await routes(watcher.token, { group_id: viewer.group_id })).body).toEqual([
      { ...pick(directory), elements: [], children: [{ ...pick(guarded), elements: [], children: [] }] },
    ])
    // For a group, root sees the menus of the group only.
    expect((await routes(root.token, { group_id: second.group_id })).body).toEqual([
      { ...pick(directory), elements: [], children: [{ ...pick(free), elements: [], children: [] }] },
    ])
  })

  test('of a user without a group are empty', async () => {
    const { token: alone } = await newStaff()
    expect((await routes(alone)).body).toEqual([])
  })

  test('of a group require cms.group.list and an existing group', async () => {
    const { group_id } = await newStaff()
    expect(await routes(token, { group_id })).toMatchObject({
      status: 403,
      problem: { code: 'forbidden', detail: expect.stringContaining('cms.group.list') },
    })
    const { token: allowed } = await newStaff(['cms.group.list'])
    expect((await routes(allowed, { group_id })).body).toEqual([])
    expect(await routes(allowed, { group_id: 2_000_000_000 })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ in: 'query', name: 'group_id', code: 'not_found' }] },
    })
  })

  /** Returns the fields of a menu that `GET /cms/menu/routes` contains. */
  function pick({ created_at: _, updated_at: __, version: ___, ...menu }: Awaited<ReturnType<typeof newPage>>) {
    return menu
  }
})
