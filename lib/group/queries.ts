import { eq, sql } from 'drizzle-orm'
import { group } from '@/db/schema/group'
import { matchesSearch, pageList } from '@/lib/kit/api/rows/list'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { GroupQuery } from './schema'

const columns = {
  id: group.id,
  name: group.name,
  description: group.description,
  member_count: sql<number>`(select count(*)::int from user_group ug where ug.group_id = "group".id)`,
  created_at: group.created_at,
  updated_at: group.updated_at,
  version: group.version,
}

/** By default by name. */
export const list = pageList('groups', {
  table: group,
  query: GroupQuery,
  columns,
  filters: { q: matchesSearch(group.name, group.description) },
})

/** Throws `not_found`. */
export async function readGroupDetail(db: Database, id: number) {
  const [row] = await db
    .select({
      ...columns,
      permission_codes: sql<
        string[]
      >`array(select code from group_permission gp where gp.group_id = "group".id order by code)`,
      menu_ids: sql<number[]>`array(select menu_id from group_menu gm where gm.group_id = "group".id order by menu_id)`,
      element_ids: sql<
        number[]
      >`array(select element_id from group_element ge where ge.group_id = "group".id order by element_id)`,
    })
    .from(group)
    .where(eq(group.id, id))
  return found(row, 'group')
}
