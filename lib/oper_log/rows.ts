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

const isKey = sql<boolean>`exists (select from api_key k where k.id = ${user_id})`

export const columns = { ...own, user: { id: user_id, username, nickname, is_key: isKey } }

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

/** The log stores both in `params`, which becomes null without other input. */
function withFaults<R extends Row>({ params, ...row }: R) {
  const { invalid_params, ...input } = params ?? {}
  const isEmpty = params === null || (invalid_params !== undefined && Object.keys(input).length === 0)
  return { ...row, params: isEmpty ? null : input, invalid_params: InvalidParams.parse(invalid_params ?? []) }
}

/** Without the fields that this caller may not see. */
export async function shownPage<R extends Row, P>(
  db: Database,
  { items, ...page }: { items: R[] } & P,
  caller: Caller,
) {
  const shown = items.map((row) => withFaults(shownOperation(row, caller, guardedFields)))
  return { ...page, items: await withReferred(db, shown) }
}
