import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { formerDirectories, formerPlaces } from '@/db/base/former'
import { directories, topPages } from '@/db/base/menus'
import { writeBase } from '@/db/base/write'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { declaredAccess, migrateDatabase } from '@/lib/server/update-database'
import { api } from './testing/api'
import { database, newStaff } from './testing/factories'

const { points, operations } = declaredAccess()

/** Writes the base data of a later version with these additional permissions. */
async function upgrade(...codes: string[]): Promise<void> {
  const { transaction } = await connection()
  const added = codes.map((code) => ({ code, module: code.split('.')[1] ?? '' }))
  await transaction((tx) => writeBase(tx, { points: [...points, ...added], operations }))
}

const baseTables = [
  tables.auth,
  tables.menu,
  tables.element,
  tables.dict_type,
  tables.dict,
  tables.group,
  tables.group_permission,
  tables.group_menu,
  tables.group_element,
  tables.base_entry,
]
const snapshot = async () => {
  const db = await database()
  return Promise.all(baseTables.map((table) => db.select().from(table)))
}

const groupNamed = async (name: string) => {
  const [found] = await (await database()).select().from(tables.group).where(eq(tables.group.name, name))
  if (!found) throw new Error(`no group ${name}`)
  return found
}
const codesOf = async (name: string) => {
  const { id } = await groupNamed(name)
  const rows = await (await database())
    .select({ code: tables.group_permission.code })
    .from(tables.group_permission)
    .where(eq(tables.group_permission.group_id, id))
  return rows.map(({ code }) => code).sort()
}
const menuNamed = async (name: string) =>
  (await (await database()).select().from(tables.menu).where(eq(tables.menu.name, name)))[0]

beforeAll(async () => {
  // Created by an administrator before base data existed.
  const db = await database()
  await db.insert(tables.dict_type).values({ type: 'gender', name: '我们的性别' })
  await db.insert(tables.dict).values({ type: 'gender', value: 'male', label: '先生', is_default: true })
  await migrateDatabase()
})

describe('a fresh installation', () => {
  test('has every permission of the endpoints', async () => {
    const rows = await (await database()).select().from(tables.auth)
    expect(rows.map(({ code }) => code).sort()).toEqual(points.map(({ code }) => code).sort())
    expect(rows.find(({ code }) => code === 'cms.dict_type.list')).toMatchObject({
      module: 'dict_type',
      obsolete: false,
    })
  })

  test('has menus in both languages, pages below /admin/, directories without a path', async () => {
    const rows = await (await database()).select().from(tables.menu)
    expect(rows.length).toBeGreaterThan(15)
    for (const { name, type, title, title_en, icon, path } of rows) {
      expect(title, name).toMatch(/^(?:API )?\p{Script=Han}+$/u)
      expect(title_en, name).toMatch(/^(?:API|[A-Z])[a-z -]+$/)
      expect(icon, name).toMatch(/^[a-z0-9-]+$/)
      expect(path, name).toBe(type === 'directory' ? null : `/admin/${name}`)
    }
  })

  test('has elements that are named after their permission', async () => {
    const rows = await (await database()).select().from(tables.element)
    for (const { code, permission_code } of rows) {
      expect(code).toMatch(/^[a-z_]+\.[a-z]+$/)
      const [, resource, verb] = permission_code?.split('.') ?? []
      if (verb === 'list') expect(code, code).toMatch(/\.(export|group)$/)
      // Parts of a resource, such as the folders of files, have separate permissions.
      else expect(code).toMatch(new RegExp(`^${resource}(_[a-z]+)?\\.${verb}$`))
    }
  })

  test('shows all menus to root', async () => {
    const { token } = await newStaff([], { is_root: true })
    const { body } = await api('GET /cms/menu/routes', { token })
    const inOrder = (menus: readonly { name: string; sort_order: number }[]) =>
      menus.toSorted((a, b) => a.sort_order - b.sort_order).map(({ name }) => name)
    expect(body.map(({ name }) => name)).toEqual(inOrder([...topPages, ...directories]))
    for (const { name, pages } of directories) {
      const directory = body.find((route) => route.name === name)
      expect(directory?.children.map((page) => page.name)).toEqual(inOrder(pages))
    }
    const developer = body.at(-1)
    expect(developer?.name).toBe('developer')
    expect(developer?.children[0]?.elements).toContain('dict_type.create')
    expect(await menuNamed('navigation')).toBeUndefined()
  })

  test('has dictionaries with entries in both languages', async () => {
    const db = await database()
    const rows = await db.select().from(tables.dict).orderBy(tables.dict.sort_order)
    const valuesOf = (type: string) => rows.filter((row) => row.type === type).map(({ value }) => value)
    expect(valuesOf('order_status')).toEqual(['unpaid', 'paid', 'shipped', 'completed', 'cancelled', 'refunded'])
    expect(valuesOf('article_type')).toEqual(['1', '2', '3'])
    expect(valuesOf('yes_no')).toEqual(['true', 'false'])
    for (const { type, value, label, label_en } of rows.filter(({ label }) => label !== '先生')) {
      expect(label, `${type} ${value}`).toMatch(/\p{Script=Han}/u)
      expect(label_en, `${type} ${value}`).toMatch(/[a-z]/)
    }
  })

  test('does not change existing rows with the same code', async () => {
    const db = await database()
    expect(await db.select().from(tables.dict_type).where(eq(tables.dict_type.type, 'gender'))).toMatchObject([
      { name: '我们的性别' },
    ])
    const genders = await db.select().from(tables.dict).where(eq(tables.dict.type, 'gender'))
    expect(genders.map(({ value, label, is_default }) => [value, label, is_default]).sort()).toEqual([
      ['female', '女', false],
      ['male', '先生', true],
      ['unknown', '未知', false],
    ])
  })

  test('has auditors who read everything and write nothing', async () => {
    expect(await codesOf('审计')).toEqual(
      points
        .map(({ code }) => code)
        .filter((code) => code.endsWith('.list'))
        .sort(),
    )
    const { id } = await groupNamed('审计')
    const { token } = await newStaff(['cms.group.list'])
    const { body } = await api('GET /cms/menu/routes', { token, query: { group_id: id } })
    const developer = body.find(({ name }) => name === 'developer')
    expect(developer?.children.map(({ name, elements }) => [name, elements])).toEqual([
      ['dict', []],
      ['menu', []],
      ['element', []],
      ['routes', ['routes.group']],
      ['auth', []],
    ])
  })
})

test('a second run changes nothing', async () => {
  const before = await snapshot()
  await migrateDatabase()
  expect(await snapshot()).toEqual(before)
})

test('rows that an administrator renamed, changed, revoked or deleted are not restored', async () => {
  const db = await database()
  await db.update(tables.menu).set({ name: 'own_dict', title: '词典' }).where(eq(tables.menu.name, 'dict'))
  await db.update(tables.menu).set({ parent_id: null, hidden: true }).where(eq(tables.menu.name, 'menu'))
  await db.delete(tables.element).where(eq(tables.element.code, 'user.delete'))
  await db.delete(tables.dict).where(eq(tables.dict.type, 'yes_no'))
  await db.delete(tables.dict_type).where(eq(tables.dict_type.type, 'yes_no'))
  await db.update(tables.dict).set({ label: '大公告' }).where(sql`type = 'notice_type' and value = '2'`)
  await db.delete(tables.dict).where(sql`type = 'notice_type' and value = '1'`)
  const auditor = await groupNamed('审计')
  await db.delete(tables.group_permission).where(sql`group_id = ${auditor.id} and code = 'cms.menu.list'`)
  await db.delete(tables.group_menu).where(eq(tables.group_menu.group_id, auditor.id))
  await db.delete(tables.group).where(eq(tables.group.name, '运营'))
  const before = await snapshot()
  await upgrade()
  expect(await snapshot()).toEqual(before)
  expect(await menuNamed('dict')).toBeUndefined()
})

describe('a text whose default changed', () => {
  const titlesOf = async (name: string) => {
    const row = await menuNamed(name)
    return row && [row.title, row.title_en, row.version]
  }
  const labelOf = async (value: string) =>
    (
      await (
        await database()
      )
        .select({ label_en: tables.dict.label_en })
        .from(tables.dict)
        .where(sql`type = 'after_sale_status' and value = ${value}`)
    )[0]?.label_en
  /** Simulates an installation of an earlier version, which has not recorded the texts of its base data. */
  const forget = async () => (await database()).delete(tables.base_entry).where(sql`key like 'text:%'`)

  test('is updated if it is still the former default; text from staff is kept', async () => {
    const db = await database()
    await forget()
    await db.update(tables.menu).set({ title: '路由预览', title_en: 'Routes' }).where(eq(tables.menu.name, 'routes'))
    await db.update(tables.menu).set({ title_en: 'Our knobs' }).where(eq(tables.menu.name, 'config'))
    await db
      .update(tables.dict)
      .set({ label_en: 'To be decided' })
      .where(sql`type = 'after_sale_status' and value = 'requested'`)
    await db
      .update(tables.dict)
      .set({ label_en: 'On the road' })
      .where(sql`type = 'after_sale_status' and value = 'returning'`)
    const [, , before] = (await titlesOf('routes')) ?? []
    const untouched = await titlesOf('config')
    await upgrade()
    expect(await titlesOf('routes')).toEqual(['导航预览', 'Navigation preview', Number(before) + 2])
    expect(await titlesOf('config')).toEqual(untouched)
    expect(await labelOf('requested')).toBe('Needs review')
    expect(await labelOf('returning')).toBe('On the road')
  })

  test('is updated once: staff who write the former default again keep it', async () => {
    const db = await database()
    await db.update(tables.menu).set({ title_en: 'Routes' }).where(eq(tables.menu.name, 'routes'))
    await upgrade()
    expect((await titlesOf('routes'))?.[1]).toBe('Routes')
  })
})

describe('a page whose default place changed', () => {
  const { menu, base_entry } = tables
  /**
   * Writes the menus in the state of an earlier version: pages that have been moved since at their former places, and
   * the former directories.
   */
  async function writeFormer(): Promise<void> {
    const db = await database()
    await db.delete(base_entry).where(sql`key like 'place:%' or key like 'removed:%' or key = 'menu:developer'`)
    await db.insert(menu).values(formerDirectories.map((values) => ({ ...values, type: 'directory' as const })))
    const rows = await db.select({ id: menu.id, name: menu.name }).from(menu).where(eq(menu.type, 'directory'))
    const idOf = new Map(rows.map(({ id, name }) => [name, id]))
    for (const [name, { directory, sort_order }] of Object.entries(formerPlaces))
      await db
        .update(menu)
        .set({ parent_id: idOf.get(directory) ?? null, sort_order, version: 1 })
        .where(eq(menu.name, name))
    await db.delete(menu).where(eq(menu.name, 'developer'))
  }
  const placesOf = async (...names: string[]) => {
    const db = await database()
    const rows = await db.select().from(menu).where(inArray(menu.name, names))
    const parents = new Map((await db.select().from(menu)).map(({ id, name }) => [id, name]))
    return Object.fromEntries(
      rows.map(({ name, parent_id, sort_order, version }) => [
        name,
        [parent_id === null ? null : parents.get(parent_id), sort_order, version],
      ]),
    )
  }
  /** Restores the names that earlier tests in this file have changed. */
  const restoreNames = async () =>
    (await database()).update(menu).set({ name: 'dict', hidden: false }).where(eq(menu.name, 'own_dict'))

  test('is moved once, and the former directory is deleted', async () => {
    const db = await database()
    await restoreNames()
    await writeFormer()
    const auditor = await groupNamed('审计')
    const dict = await menuNamed('dict')
    await db
      .insert(tables.group_menu)
      .values({ group_id: auditor.id, menu_id: dict?.id ?? 0 })
      .onConflictDoNothing()
    await upgrade()
    expect(await placesOf(...Object.keys(formerPlaces))).toEqual({
      dict: ['developer', 10, 2],
      menu: ['developer', 20, 2],
      element: ['developer', 30, 2],
      routes: ['developer', 40, 2],
      auth: ['developer', 50, 2],
      config: [null, 800, 2],
      promotion: ['marketing', 10, 2],
      coupon: ['marketing', 20, 2],
      freight_template: ['sale', 40, 2],
      store: ['sale', 50, 2],
    })
    expect((await placesOf('developer')).developer?.slice(0, 2)).toEqual([null, 1000])
    expect(await placesOf('navigation', 'system')).toEqual({})
    const { token } = await newStaff(['cms.group.list'])
    const { body } = await api('GET /cms/menu/routes', { token, query: { group_id: auditor.id } })
    expect(body.find(({ name }) => name === 'developer')?.children.map(({ name }) => name)).toEqual(['dict'])

    // An administrator moves a page back.
    const access = await menuNamed('access')
    await db.update(menu).set({ parent_id: access?.id, sort_order: 30 }).where(eq(menu.name, 'auth'))
    const before = await snapshot()
    await upgrade()
    expect(await snapshot()).toEqual(before)
  })

  test('stays where an administrator moved it, and a changed or used directory stays too', async () => {
    const db = await database()
    await writeFormer()
    const sale = await menuNamed('sale')
    // To another directory, to another position, and to the top level.
    await db.update(menu).set({ parent_id: sale?.id, sort_order: 25 }).where(eq(menu.name, 'dict'))
    await db.update(menu).set({ sort_order: 5 }).where(eq(menu.name, 'element'))
    await db.update(menu).set({ parent_id: null }).where(eq(menu.name, 'auth'))
    await db.update(menu).set({ title_en: 'Our system' }).where(eq(menu.name, 'system'))
    await upgrade()
    expect(await placesOf(...Object.keys(formerPlaces))).toEqual({
      dict: ['sale', 25, 1],
      menu: ['developer', 20, 2],
      element: ['navigation', 5, 1],
      routes: ['developer', 40, 2],
      auth: [null, 30, 1],
      config: [null, 800, 2],
      promotion: ['marketing', 10, 2],
      coupon: ['marketing', 20, 2],
      freight_template: ['sale', 40, 2],
      store: ['sale', 50, 2],
    })
    expect(Object.keys(await placesOf('navigation', 'system')).sort()).toEqual(['navigation', 'system'])
    await db
      .update(menu)
      .set({ parent_id: null })
      .where(inArray(menu.name, Object.keys(formerPlaces)))
    await db.delete(menu).where(inArray(menu.name, ['navigation', 'system']))
  })

  test('stays at the top level if an administrator deleted its former directory', async () => {
    const db = await database()
    await writeFormer()
    await db
      .update(menu)
      .set({ parent_id: null })
      .where(inArray(menu.name, ['menu', 'routes', 'element']))
    await db.delete(menu).where(eq(menu.name, 'navigation'))
    await upgrade()
    expect(await placesOf('menu', 'navigation')).toEqual({ menu: [null, 10, 1] })
  })
})

describe('a permission of a later version', () => {
  test('is granted to the auditor, whose version is incremented', async () => {
    const { version } = await groupNamed('审计')
    await upgrade('cms.wish.list', 'cms.wish.create')
    const codes = await codesOf('审计')
    expect(codes).toContain('cms.wish.list')
    expect(codes).not.toContain('cms.wish.create')
    // Revoked before, and not granted again.
    expect(codes).not.toContain('cms.menu.list')
    expect((await groupNamed('审计')).version).toBe(version + 1)
  })

  test('is granted to a group that has its name of an earlier version, which is renewed once', async () => {
    const db = await database()
    await db.update(tables.group).set({ name: 'auditor' }).where(eq(tables.group.name, '审计'))
    await db.delete(tables.base_entry).where(sql`key like 'group_name:%'`)
    // A group of the shop has the current name. It is granted nothing.
    await db.insert(tables.group).values({ name: '审计', description: '' })
    await upgrade('cms.parcel.list')
    expect(await codesOf('审计')).toEqual([])
    expect(await codesOf('auditor')).toContain('cms.parcel.list')
    await db.delete(tables.group).where(eq(tables.group.name, '审计'))
    await upgrade('cms.parcel.list', 'cms.voucher.list')
    expect(await codesOf('审计')).toEqual(expect.arrayContaining(['cms.parcel.list', 'cms.voucher.list']))
    // Staff give it the former name again: it counts as renamed.
    await db.update(tables.group).set({ name: 'auditor' }).where(eq(tables.group.name, '审计'))
    await upgrade('cms.survey.list')
    expect(await codesOf('auditor')).not.toContain('cms.survey.list')
    await db.update(tables.group).set({ name: '审计' }).where(eq(tables.group.name, 'auditor'))
  })

  test('is not granted to a renamed group, and a deleted group is not created again', async () => {
    const db = await database()
    await db.update(tables.group).set({ name: '审计组' }).where(eq(tables.group.name, '审计'))
    await upgrade('cms.wish.list', 'cms.gift.list', 'cms.order.list')
    expect(await codesOf('审计组')).not.toContain('cms.gift.list')
    const names = (await db.select({ name: tables.group.name }).from(tables.group)).map(({ name }) => name)
    expect(names).not.toContain('审计')
    expect(names).not.toContain('运营')
    await db.update(tables.group).set({ name: '审计' }).where(eq(tables.group.name, '审计组'))
  })

  test('that no longer exists is marked obsolete and keeps its grants, until it is declared again', async () => {
    const db = await database()
    const stateOf = async () =>
      (await db.select().from(tables.auth).where(eq(tables.auth.code, 'cms.wish.list')))[0]?.obsolete
    await upgrade('cms.wish.list')
    await upgrade()
    expect(await stateOf()).toBe(true)
    expect(await codesOf('审计')).toContain('cms.wish.list')
    await upgrade('cms.wish.list')
    expect(await stateOf()).toBe(false)
  })
})

test('permissions are unique by code, with all their operations', () => {
  expect(new Set(points.map(({ code }) => code)).size).toBe(points.length)
  expect(points.find(({ code }) => code === 'cms.menu.update')).toEqual({
    code: 'cms.menu.update',
    module: 'menu',
    operations: expect.arrayContaining([
      { method: 'PUT', path: '/cms/menu/{id}' },
      { method: 'PUT', path: '/cms/menu/order' },
    ]),
  })
})
