import { listEndpoints } from '@/lib/auth/cms'
import { needsOf } from '@/lib/auth/needs'
import { inMenuOrder } from '@/lib/auth/order'
import { listElements } from '@/lib/element/cms'
import { listMenus } from '@/lib/menu/cms'
import { readSelf } from '@/lib/server/next/admin'
import { withElementNames } from '@/lib/server/next/base-names'
import { call, undefinedIfForbidden } from '@/lib/server/next/call'
import type { GrantOptions } from './grants'

/** `menus` and `elements` are undefined for users who may not read them. */
export async function readGrantOptions(): Promise<GrantOptions> {
  const [self, operations, menus, elements] = await Promise.all([
    readSelf(),
    call(listEndpoints),
    undefinedIfForbidden(call(listMenus)),
    undefinedIfForbidden(call(listElements)),
  ])
  const codes = inMenuOrder(operations.flatMap(({ code, also }) => [...(code ? [code] : []), ...also]))
  return {
    codes,
    needs: needsOf(codes),
    grantable: self.is_root ? 'all' : (self.permission_codes ?? []),
    menus,
    // Elements are shown within the tree of menus.
    elements: menus && elements && (await withElementNames(elements)),
  }
}
