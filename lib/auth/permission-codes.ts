import { and, asc, eq } from 'drizzle-orm'
import type { BaseOperation } from '@/db/base/permission-codes'
import { auth, operation } from '@/db/schema/auth'
import { type Endpoint, furtherPermissions, type Method } from '@/lib/kit/api/endpoint/endpoint'
import { adminInterface, interfaceOf } from '@/lib/kit/api/endpoint/interface'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'

export interface PermissionCode {
  /** `cms.<resource>.<verb>`. */
  code: string
  module: string
  operations: { method: Method; path: string }[]
}

/**
 * First the required permissions in the sequence of first use, then those that are only additional (`also`): so
 * additional permissions of other modules do not change the sequence.
 */
export function permissionCodes(
  operations: readonly Pick<BaseOperation, 'method' | 'path' | 'code' | 'also'>[],
): PermissionCode[] {
  const permissions = new Map<string, PermissionCode>()
  const add = (code: string, { method, path }: Pick<BaseOperation, 'method' | 'path'>) => {
    const permission = permissions.get(code) ?? { code, module: code.split('.')[1] ?? '', operations: [] }
    permission.operations.push({ method, path })
    permissions.set(code, permission)
  }
  for (const operation of operations) if (operation.code) add(operation.code, operation)
  for (const operation of operations) for (const code of operation.also) add(code, operation)
  return [...permissions.values()]
}

/** Throws a 400. `current`, the stored code, is accepted: built-in menus may name permissions of a later version. */
export async function refuseUnknownPermission(
  db: Database,
  code: string | null | undefined,
  current: string | null = null,
): Promise<void> {
  if (code === undefined || code === null || code === current) return
  const known = await db.$count(auth, and(eq(auth.code, code), eq(auth.obsolete, false)))
  if (known === 0) throw invalid('body', 'permission_code', 'not_found', 'There is no such permission.')
}

/** As the migration command stores them. */
export const adminOperations = (endpoints: readonly Endpoint[]): BaseOperation[] =>
  endpoints
    .filter((endpoint) => interfaceOf(endpoint) === adminInterface)
    .map((endpoint, index) => ({
      method: endpoint.method,
      path: endpoint.path,
      summary: endpoint.summary,
      code: endpoint.access.kind === 'permission' ? endpoint.access.code : null,
      also: furtherPermissions(endpoint),
      sort_order: index,
    }))

/** In the order of declaration. */
export const storedOperations = (db: Database) => db.select().from(operation).orderBy(asc(operation.sort_order))
