import { type SQL, sql } from 'drizzle-orm'
import { banner, banner_item } from '@/db/schema/banner'
import { category } from '@/db/schema/category'
import { product } from '@/db/schema/product'
import { user } from '@/db/schema/user'
import { type Caller, holds } from '@/lib/kit/api/endpoint/caller'
import type { PermissionCode } from '@/lib/kit/api/endpoint/endpoint'
import { found } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { isConnected } from '@/lib/platform/wechat/credentials'
import { type ChecklistKey, checklistKeys } from './schema'

interface Item {
  /** To see and do the task. */
  code: PermissionCode
  /** Of the task, or of its explanation. */
  href: string
  /** An SQL condition, or a result that needs no query. */
  done: (settings: Settings) => SQL | boolean
}

const items: Record<ChecklistKey, Item> = {
  category: {
    code: 'cms.category.create',
    href: '/admin/category',
    done: () => sql`exists (select from ${category})`,
  },
  product: {
    code: 'cms.product.create',
    href: '/admin/product/new',
    done: () => sql`exists (select from ${product} where status = 'on_sale' and deleted_at is null)`,
  },
  banner: {
    code: 'cms.banner.create',
    href: '/admin/banner',
    done: () => sql`exists (
      select from ${banner} b join ${banner_item} i on i.banner_id = b.id where b.status = 'enabled' and i.enabled)`,
  },
  return_address: {
    code: 'cms.config.update',
    href: '/admin/config#after_sale.return_address',
    done: (settings) => settings['after_sale.return_address'] !== '',
  },
  colleague: {
    code: 'cms.user.create',
    href: '/admin/user',
    // Without SANDBOX, demonstration users cannot sign in.
    done: () => sql`exists (
      select from ${user} where kind = 'staff' and status = 'active' and deleted_at is null
        and (not sandbox or ${env().SANDBOX}::boolean) offset 1)`,
  },
  wechat: { code: 'cms.config.update', href: '/docs/guide#wechat', done: isConnected },
}

export const checklistPermissions = [...new Set(Object.values(items).map(({ code }) => code))]

/** Only tasks that the caller may do. One statement. */
export async function readChecklist(db: Database, caller: Caller, settings: Settings) {
  const own = checklistKeys.filter((key) => holds(caller, items[key].code))
  if (own.length === 0) return []
  const conditions = own.map((key) => [key, sql<boolean>`(${items[key].done(settings)})::boolean`] as const)
  const [row] = await db.select(Object.fromEntries(conditions)).from(sql`(values (1)) one`)
  const done = found(row, 'checklist')
  return own.map((key) => ({ key, done: done[key] ?? false, href: items[key].href }))
}
