import { listEndpoints } from '@/lib/auth/cms'
import { needsOf } from '@/lib/auth/needs'
import { inMenuOrder } from '@/lib/auth/order'
import { listElements } from '@/lib/element/cms'
import { listMenus } from '@/lib/menu/cms'
import { readSelf } from '@/lib/server/next/admin'
import { withElementNames } from '@/lib/server/next/base-names'
import { call, undefinedIfForbidden } from '@/lib/server/next/call'
import type { GrantOptions } from './grants'

/** Of permissions only, those for which `isOffered` is true. */
export async function readPermissionOptions(isOffered: (code: string) => boolean): Promise<GrantOptions> {
  const [self, operations] = await Promise.all([readSelf(), call(listEndpoints)])
  const codes = inMenuOrder(operations.flatMap(({ code, also }) => [...(code ? [code] : []), ...also]))
  const offered = codes.filter(isOffered)
  return {
    codes: offered,
    needs: needsOf(offered),
    grantable: self.is_root ? 'all' : (self.permission_codes ?? []),
    menus: undefined,
    elements: undefined,
  }
}

/** `menus` and `elements` are undefined for users who may not read them. */
export async function readGrantOptions(): Promise<GrantOptions> {
  const [permissions, menus, elements] = await Promise.all([
    readPermissionOptions(() => true),
    undefinedIfForbidden(call(listMenus)),
    undefinedIfForbidden(call(listElements)),
  ])
  // Elements are shown within the tree of menus.
  return { ...permissions, menus, elements: menus && elements && (await withElementNames(elements)) }
}
