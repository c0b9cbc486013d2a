import { and, asc, eq } from 'drizzle-orm'
import type { BaseOperation } from '@/db/base/permission-codes'
import { auth, operation } from '@/db/schema/auth'
import { type Endpoint, furtherPermissions, type Method } from '@/lib/kit/api/endpoint/endpoint'
import { adminInterface, interfaceOf } from '@/lib/kit/api/endpoint/interface'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'

/** A permission and the operations that require it. */
export interface PermissionCode {
  /** `cms.<resource>.<verb>`. */
  code: string
  /** The resource part of the code. */
  module: string
  operations: { method: Method; path: string }[]
}

/**
 * Returns the permissions of these operations, each once: first the permissions that operations require, in the
 * sequence of first use, then the permissions that are only additional permissions (`also`). So an operation with
 * additional permissions of other modules does not change the sequence.
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

/**
 * Throws a 400 for `permission_code` if no current permission has this `code`. `current`, the stored code of the
 * record, is always accepted, because built-in menus may name permissions of a later version.
 */
export async function refuseUnknownPermission(
  db: Database,
  code: string | null | undefined,
  current: string | null = null,
): Promise<void> {
  if (code === undefined || code === null || code === current) return
  const known = await db.$count(auth, and(eq(auth.code, code), eq(auth.obsolete, false)))
  if (known === 0) throw invalid('body', 'permission_code', 'not_found', 'There is no such permission.')
}

/**
 * Returns the operations of the interface `/cms` among these endpoints, in the form in which the migration command
 * stores operations.
 */
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

/** Every operation of the admin, in the order of declaration. */
export const storedOperations = (db: Database) => db.select().from(operation).orderBy(asc(operation.sort_order))
