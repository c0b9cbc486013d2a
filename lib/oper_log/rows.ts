import { getTableColumns, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Fields, oper_log } from '@/db/schema/log'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import { shownOperation } from '@/lib/kit/api/endpoint/needs'
import { InvalidParam } from '@/lib/kit/api/endpoint/problem-document'
import type { Database } from '@/lib/kit/database'
import { guardedFields } from './guarded'
import { withReferred } from './referred'

const { user_id, username, updated_at, ...own } = getTableColumns(oper_log)
const nickname = sql<string | null>`(select u.nickname from "user" u where u.id = ${user_id})`

/** The selected columns of an operation. */
export const columns = { ...own, user: { id: user_id, username, nickname } }

interface Row {
  module: string
  target_type: string | null
  target_id: string | null
  target_name: string | null
  before: Fields | null
  after: Fields | null
  params: Fields | null
}

const InvalidParams = z.array(InvalidParam).catch([])

/**
 * Separates the faults of a refused request from its input, because the audit log stores both in `params`. `params`
 * becomes null if there was no other input.
 */
function withFaults<R extends Row>({ params, ...row }: R) {
  const { invalid_params, ...input } = params ?? {}
  const isEmpty = params === null || (invalid_params !== undefined && Object.keys(input).length === 0)
  return { ...row, params: isEmpty ? null : input, invalid_params: InvalidParams.parse(invalid_params ?? []) }
}

/**
 * Returns a page of operations without the fields that this caller may not see, and with the names of referenced
 * records.
 */
export async function shownPage<R extends Row, P>(
  db: Database,
  { items, ...page }: { items: R[] } & P,
  caller: Caller,
) {
  const shown = items.map((row) => withFaults(shownOperation(row, caller, guardedFields)))
  return { ...page, items: await withReferred(db, shown) }
}
