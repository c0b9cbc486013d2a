import { asc, sql } from 'drizzle-orm'
import { z } from 'zod'
import { auth } from '@/db/schema/auth'
import { holds } from '@/lib/api/caller'
import { endpoint, permission, staff } from '@/lib/api/endpoint'
import type { Database } from '@/lib/database'
import { english } from '@/lib/i18n/messages'
import { namesIn, permissionNames } from './names'
import { allOperations, declaredPoints } from './points'
import { EndpointAccess, PointsOfModule } from './schema'

export const listPermissionPoints = endpoint({
  method: 'GET',
  path: '/cms/auth',
  summary: 'Permission points',
  description: 'By module: what each guards, and which groups hold it. The code makes them, so they are only read.',
  access: permission('cms.auth.list'),
  output: z.array(PointsOfModule),
  example: {
    output: [
      {
        module: 'customer',
        name: 'Customers',
        points: [
          {
            code: 'cms.customer.list',
            name: 'Customers: View',
            operations: [
              { method: 'GET', path: '/cms/customer' },
              { method: 'GET', path: '/cms/customer/{id}' },
            ],
            groups: [{ id: 1, name: '运营' }],
            obsolete: false,
          },
        ],
      },
    ],
  },
  async handle({ db }) {
    const names = permissionNames(namesIn(english))
    const [declared, stored] = await Promise.all([declaredPoints(), storedPoints(db)])
    const places = new Map(declared.map(({ code }, at) => [code, at]))
    const modules = new Map<string, z.input<typeof PointsOfModule>['points']>()
    // In the order of the code; what it knows no more comes last.
    const place = (code: string) => places.get(code) ?? places.size
    for (const { code, module, groups } of stored.sort((a, b) => place(a.code) - place(b.code))) {
      const points = modules.get(module) ?? []
      const known = declared[place(code)]
      points.push({ code, name: names.point(code), operations: known?.operations ?? [], groups, obsolete: !known })
      modules.set(module, points)
    }
    return [...modules].map(([module, points]) => ({ module, name: names.module(module), points }))
  },
})

const storedPoints = (db: Database) =>
  db
    .select({
      code: auth.code,
      module: auth.module,
      groups: sql<{ id: number; name: string }[]>`coalesce((
        select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name)
        from group_permission gp join "group" g on g.id = gp.group_id where gp.code = "auth"."code"), '[]')`,
    })
    .from(auth)
    .orderBy(asc(auth.code))

export const listEndpoints = endpoint({
  method: 'GET',
  path: '/cms/auth/url',
  summary: 'Addresses of the admin, and which of them the caller may use',
  access: staff,
  output: z.array(EndpointAccess),
  example: {
    output: [
      {
        method: 'GET',
        path: '/cms/customer',
        code: 'cms.customer.list',
        module: 'customer',
        name: 'Customers',
        granted: true,
      },
    ],
  },
  handle: async ({ caller }) =>
    (await allOperations()).map(({ method, path, summary, code, module }) => ({
      method,
      path,
      code,
      module,
      name: summary,
      granted: code === null || holds(caller, code),
    })),
})
