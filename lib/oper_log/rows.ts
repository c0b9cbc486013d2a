import { getTableColumns, sql } from 'drizzle-orm'
import { oper_log } from '@/db/schema/log'
import type { Caller } from '@/lib/api/caller'
import { type GuardedNames, guardedNames, shownOperation } from '@/lib/api/needs'

const { user_id, username, updated_at, ...own } = getTableColumns(oper_log)
const nickname = sql<string | null>`(select u.nickname from "user" u where u.id = ${user_id})`

/** What is selected of an operation. */
export const columns = { ...own, user: { id: user_id, username, nickname } }

interface Rows {
  items: { module: string; before: unknown; after: unknown; params: unknown }[]
}

/** A page of operations without the fields that the caller may not see. */
export async function withoutGuarded<P extends Rows>(page: P, caller: Caller): Promise<P> {
  const names = await declaredGuards()
  if (names.size === 0) return page
  return { ...page, items: page.items.map((row) => shownOperation(row, caller, names)) }
}

/** The array of endpoints is imported on use, because it imports every resource. */
async function declaredGuards(): Promise<GuardedNames> {
  const { endpoints } = await import('@/lib/endpoints')
  return guardedNames(endpoints)
}
