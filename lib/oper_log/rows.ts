import { getTableColumns, sql } from 'drizzle-orm'
import { oper_log } from '@/db/schema/log'
import type { Caller } from '@/lib/api/caller'
import { shownOperation } from '@/lib/api/needs'
import { guardedFields } from './guarded'

const { user_id, username, updated_at, ...own } = getTableColumns(oper_log)
const nickname = sql<string | null>`(select u.nickname from "user" u where u.id = ${user_id})`

/** What is selected of an operation. */
export const columns = { ...own, user: { id: user_id, username, nickname } }

interface Rows {
  items: { module: string; before: unknown; after: unknown; params: unknown }[]
}

/** A page of operations without the fields that the caller may not see. */
export const withoutGuarded = <P extends Rows>(page: P, caller: Caller): P => ({
  ...page,
  items: page.items.map((row) => shownOperation(row, caller, guardedFields)),
})
