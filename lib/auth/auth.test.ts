import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newStaff, unique } from '@/lib/server/testing/factories'
import { declaredAccess, migrateDatabase } from '@/lib/server/update-database'

// The operations.
beforeAll(() => migrateDatabase())

test('every permission is listed with its operations and groups; a permission without endpoints is obsolete', async () => {
  const db = await database()
  const points = declaredAccess().points
  const old = `cms.user.${unique('old')}`
  const rows = [...points, { code: old, module: 'user' }].map(({ code, module }) => ({ code, module }))
  await db.insert(tables.auth).values(rows).onConflictDoNothing()
  const { token, group_id } = await newStaff(['cms.auth.list'])
  const { body } = await api('GET /cms/auth', { token })
  const shown = body.flatMap(({ module, points }) => points.map((point) => ({ ...point, module })))
  expect(
    shown
      .filter(({ obsolete }) => !obsolete)
      .map(({ code }) => code)
      .sort(),
  ).toEqual(points.map(({ code }) => code).sort())
  expect(shown.find(({ code }) => code === 'cms.auth.list')).toMatchObject({
    module: 'auth',
    operations: [{ method: 'GET', path: '/cms/auth' }],
    // Base data has groups, too.
    groups: expect.arrayContaining([expect.objectContaining({ id: group_id })]),
  })
  expect(shown.find(({ code }) => code === old)).toMatchObject({ module: 'user', obsolete: true, operations: [] })
})

test('every operation of the admin is listed with whether the caller may use it', async () => {
  const staff = await newStaff(['cms.group.list'])
  const { body } = await api('GET /cms/auth/url', { token: staff.token })
  const granted = body.filter((operation) => operation.granted)
  expect(granted.every(({ code }) => code === null || code === 'cms.group.list')).toBe(true)
  expect(granted.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining(['GET /cms/group', 'GET /cms/group/{id}', 'GET /cms/auth/url', 'GET /cms/dict']),
  )
  const root = await newStaff([], { is_root: true })
  const all = (await api('GET /cms/auth/url', { token: root.token })).body
  expect(all.every((operation) => operation.granted)).toBe(true)
  expect(all.length).toBe(body.length)
})

test('every declared permission is named by an operation, and can be granted and revoked', async () => {
  const root = await newStaff([], { is_root: true })
  const { body: operations } = await api('GET /cms/auth/url', { token: root.token })
  const named = new Set(operations.flatMap(({ code, also }) => [...(code ? [code] : []), ...also]))
  const declared = declaredAccess().points.map(({ code }) => code)
  expect([...named].sort()).toEqual(declared.toSorted())
  const { token } = root
  const { body: created } = await api('POST /cms/group', { token, body: { name: unique('组'), permission_codes: [] } })
  const params = { id: created.id }
  // Each permission is granted, and later revoked together with half of the others.
  const [odd, even] = [1, 0].map((rest) => declared.filter((_, at) => at % 2 === rest).sort())
  for (const codes of [odd ?? [], even ?? [], odd ?? [], []]) {
    const { version } = (await api('GET /cms/group/{id}', { params, token })).body
    const body = { permission_codes: codes, version }
    expect((await api('PUT /cms/group/{id}', { params, token, body })).status, codes.join()).toBe(200)
    expect((await api('GET /cms/group/{id}', { params, token })).body.permission_codes).toEqual(codes)
  }
})

test('every permission code consists of cms, its module and a verb', async () => {
  for (const { code, module } of declaredAccess().points) expect(code).toBe(`cms.${module}.${code.split('.')[2]}`)
})
