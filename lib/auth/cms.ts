import { asc, sql } from 'drizzle-orm'
import { z } from 'zod'
import { auth } from '@/db/schema/auth'
import { holds } from '@/lib/kit/api/endpoint/caller'
import { endpoint, permission, staff } from '@/lib/kit/api/endpoint/endpoint'
import type { Database } from '@/lib/kit/database'
import { english } from '@/lib/kit/i18n/messages'
import { namesIn, permissionNames } from './names'
import { inMenuOrder } from './order'
import { permissionCodes, storedOperations } from './permission-codes'
import { EndpointAccess, PointsOfModule } from './schema'

export const listPermissions = endpoint({
  method: 'GET',
  path: '/cms/auth',
  summary: 'List permissions',
  description:
    'Grouped by module, with the operations that require each permission and the groups that have it. Permissions are defined in code, so they are read-only.',
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
    const [operations, stored] = await Promise.all([storedOperations(db), storedPermissions(db)])
    const permissions = new Map(permissionCodes(operations).map((permission) => [permission.code, permission]))
    const declared = inMenuOrder(permissions.keys()).flatMap((code) => permissions.get(code) ?? [])
    const indexes = new Map(declared.map(({ code }, index) => [code, index]))
    const modules = new Map<string, z.input<typeof PointsOfModule>['points']>()
    // In the order of the sidebar; obsolete ones come last.
    const indexOf = (code: string) => indexes.get(code) ?? indexes.size
    for (const { code, module, groups } of stored.sort((a, b) => indexOf(a.code) - indexOf(b.code))) {
      const shown = modules.get(module) ?? []
      const permission = declared[indexOf(code)]
      shown.push({
        code,
        name: names.permission(code),
        operations: permission?.operations ?? [],
        groups,
        obsolete: !permission,
      })
      modules.set(module, shown)
    }
    return [...modules].map(([module, points]) => ({ module, name: names.module(module), points }))
  },
})

const storedPermissions = (db: Database) =>
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
  summary: 'List the operations of the admin, and which of them you may use',
  description: 'Every operation of this interface with the permission it requires, and whether the caller has it.',
  access: staff,
  output: z.array(EndpointAccess),
  example: {
    output: [
      {
        method: 'GET',
        path: '/cms/customer',
        code: 'cms.customer.list',
        also: [],
        module: 'customer',
        name: 'Customers',
        granted: true,
      },
    ],
  },
  handle: async ({ db, caller }) =>
    (await storedOperations(db)).map(({ method, path, summary, code, also }) => ({
      method,
      path,
      code,
      also,
      module: path.split('/')[2] ?? '',
      name: summary,
      granted: code === null || holds(caller, code),
    })),
})
