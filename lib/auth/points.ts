import { and, eq } from 'drizzle-orm'
import { auth } from '@/db/schema/auth'
import type { Endpoint, Method } from '@/lib/api/endpoint'
import { adminInterface, interfaceOf } from '@/lib/api/interface'
import { invalid } from '@/lib/api/problem'
import type { Database } from '@/lib/database'

/** A permission and the operations that require it. */
export interface PermissionPoint {
  /** `cms.<resource>.<verb>`. */
  code: string
  /** The resource. */
  module: string
  operations: { method: Method; path: string }[]
}

/**
 * The permissions that these endpoints require, each once: those of `access` in the order of their first use, then those
 * that only `also` names. So an endpoint that looks at many resources does not change the order of their permissions.
 */
export function permissionPoints(endpoints: readonly Endpoint[]): PermissionPoint[] {
  const points = new Map<string, PermissionPoint>()
  const add = (code: string, { method, path }: Endpoint) => {
    const point = points.get(code) ?? { code, module: code.split('.')[1] ?? '', operations: [] }
    point.operations.push({ method, path })
    points.set(code, point)
  }
  for (const endpoint of endpoints) if (endpoint.access.kind === 'permission') add(endpoint.access.code, endpoint)
  for (const endpoint of endpoints) for (const code of endpoint.also ?? []) add(code, endpoint)
  return [...points.values()]
}

/** All permissions. The array of endpoints is imported on use, because it imports every resource. */
export async function declaredPoints(): Promise<PermissionPoint[]> {
  const { endpoints } = await import('@/lib/endpoints')
  return permissionPoints(endpoints)
}

/**
 * Throws a 400 for `permission_code` if there is no such permission. The `current` code is accepted, because built-in
 * menus may name permissions of a later version.
 */
export async function refuseUnknownPoint(
  db: Database,
  code: string | null | undefined,
  current: string | null = null,
): Promise<void> {
  if (code === undefined || code === null || code === current) return
  const known = await db.$count(auth, and(eq(auth.code, code), eq(auth.obsolete, false)))
  if (known === 0) throw invalid('body', 'permission_code', 'not_found', 'There is no such permission.')
}

interface Operation {
  method: Method
  path: string
  summary: string
  /** Null: open to all staff. */
  code: string | null
  /** Further permissions, on which what it answers or accepts depends. */
  also: readonly string[]
  module: string
}

/** Every operation of the interface `/cms`. */
export async function allOperations(): Promise<Operation[]> {
  const { endpoints } = await import('@/lib/endpoints')
  const all: readonly Endpoint[] = endpoints
  return all
    .filter((endpoint) => interfaceOf(endpoint) === adminInterface)
    .map(({ method, path, summary, access, also = [] }) => ({
      method,
      path,
      summary,
      code: access.kind === 'permission' ? access.code : null,
      also,
      module: path.split('/')[2] ?? '',
    }))
}
