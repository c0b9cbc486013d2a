import { asc, eq, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { group } from '@/db/schema/group'
import { countCapped } from '@/lib/api/count'
import { contains } from '@/lib/api/list'
import { officeTotalCap } from '@/lib/api/page'
import { problem } from '@/lib/api/problem'
import type { Database } from '@/lib/database'
import type { GroupQuery } from './schema'

const columns = {
  id: group.id,
  name: group.name,
  description: group.description,
  member_count: sql<number>`(select count(*)::int from user_group ug where ug.group_id = "group".id)`,
  created_at: group.created_at,
  updated_at: group.updated_at,
  version: group.version,
}

/** One page of groups by name. */
export async function listGroupsOf(db: Database, { page, size, q }: z.output<typeof GroupQuery>) {
  const where = q ? or(contains(group.name, q), contains(group.description, q)) : undefined
  const [items, total] = await Promise.all([
    db
      .select(columns)
      .from(group)
      .where(where)
      .orderBy(asc(group.name), asc(group.id))
      .limit(size)
      .offset((page - 1) * size),
    countCapped(db, group, where, officeTotalCap),
  ])
  return { items, page, size, ...total }
}

/** With all that it allows and shows. Throws `not_found`. */
export async function readGroupDetail(db: Database, id: number) {
  const [found] = await db
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
  if (!found) throw problem('not_found', { detail: 'There is no such group.' })
  return found
}
