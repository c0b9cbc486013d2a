import { asc, eq, sql } from 'drizzle-orm'
import { statement } from '@/db/connection/statement'
import { group } from '@/db/schema/group'
import { element, menu } from '@/db/schema/menu'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { type Branch, treeOf } from '@/lib/kit/api/rows/tree'
import type { Database } from '@/lib/kit/database'
import { type MenuRow, visibleRoutes } from './visibility'

export type Menu = typeof menu.$inferSelect

/** Regardless of the users that can see them. */
export async function readMenus(db: Database): Promise<Branch<Menu>[]> {
  return treeOf(await db.select().from(menu).orderBy(asc(menu.sort_order), asc(menu.id)))
}

/** `menu_count`: only directly below. */
export const countContents = async (db: Database, id: number) => ({
  menu_count: await db.$count(menu, eq(menu.parent_id, id)),
  element_count: await db.$count(element, eq(element.menu_id, id)),
})

/** `granted`: by the groups of `user_id`, or by `group_id`. */
const menusGranted = statement('menus_held', (db) => {
  // Exactly one of the two is given.
  const groups = sql`(
    select ug.group_id from user_group ug where ug.user_id = ${sql.placeholder('user_id')}::int
    union all select ${sql.placeholder('group_id')}::int)`
  return db
    .select({
      id: menu.id,
      parent_id: menu.parent_id,
      type: menu.type,
      name: menu.name,
      title: menu.title,
      title_en: menu.title_en,
      path: menu.path,
      icon: menu.icon,
      sort_order: menu.sort_order,
      hidden: menu.hidden,
      permission_code: menu.permission_code,
      granted: sql<boolean>`exists (select 1 from group_menu gm where gm.menu_id = "menu"."id" and gm.group_id in ${groups})`,
      elements: sql<MenuRow['elements']>`coalesce((
        select json_agg(json_build_object('code', e.code, 'permission_code', e.permission_code, 'granted', exists (
          select 1 from group_element ge where ge.element_id = e.id and ge.group_id in ${groups})) order by e.id)
        from element e where e.menu_id = "menu"."id"), '[]')`,
    })
    .from(menu)
    .orderBy(menu.sort_order, menu.id)
})

/** One query. */
export const routesOf = async (db: Database, caller: Caller) =>
  visibleRoutes(await menusGranted(db, { user_id: caller.user_id, group_id: null }), caller)

/** For a user in this group only. Throws a 400 if the group does not exist. */
export async function routesOfGroup(db: Database, group_id: number) {
  const [found] = await db
    .select({
      permission_codes: sql<string[]>`array(select gp.code from group_permission gp where gp.group_id = "group"."id")`,
    })
    .from(group)
    .where(eq(group.id, group_id))
  if (!found) throw invalid('query', 'group_id', 'not_found', 'There is no such group.')
  return visibleRoutes(await menusGranted(db, { user_id: null, group_id }), { is_root: false, ...found })
}
