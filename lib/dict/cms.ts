import { and, asc, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { dict, dict_type } from '@/db/schema/dict'
import { endpoint, permission, staff } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import { found, getRow, lockRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { historyOf } from '@/lib/oper_log/history'
import { listCarriers } from '@/lib/platform/wechat/carriers'
import { miniProgram } from '@/lib/platform/wechat/credentials'
import * as example from './example'
import { AddedCarriers, Dict, DictChanges, DictInput, DictQuery, maxSortOrder, maxUses } from './schema'
import { usesOf } from './uses'

const entries = resourceOf(dict, { as: Dict })

export const listCmsDict = endpoint({
  method: 'GET',
  path: '/cms/dict',
  summary: 'List dictionary entries',
  description:
    'Sorted by type and sort_order. All staff can read them, because every page takes its labels and tags from here.',
  access: staff,
  query: DictQuery,
  output: z.array(Dict),
  example: { query: { type: 'order_status' }, output: [example.dict] },
  handle: ({ db, query: { type, status } }) =>
    db
      .select()
      .from(dict)
      .where(and(type ? eq(dict.type, type) : undefined, status ? eq(dict.status, status) : undefined))
      .orderBy(asc(dict.type), asc(dict.sort_order), asc(dict.id)),
})

export const getCmsDict = endpoint({
  ...entries.reading(staff, example.dict),
  path: '/cms/dict/{id}',
  summary: 'Get a dictionary entry',
  description: 'Disabled entries too; clients show them where they are already used.',
})

export const listDictHistory = historyOf('dict', 'a dictionary entry', 'cms.dict_type.list')

export const createDict = endpoint({
  method: 'POST',
  path: '/cms/dict',
  summary: 'Create a dictionary entry',
  description: 'A new default replaces the old one of its dictionary.',
  access: permission('cms.dict.create'),
  body: DictInput,
  output: Dict,
  status: 201,
  location: ({ id }) => `/cms/dict/${id}`,
  problems: ['already_exists'],
  example: { body: { type: 'order_status', label: '待付款', value: 'unpaid' }, output: example.dict },
  async handle(context) {
    const { db, body } = context
    await lockType(db, body.type)
    if (body.is_default) await clearDefault(db, body.type, 0)
    const sort_order = body.sort_order ?? (await placeAfterAll(db, body.type))
    return entries.create({ ...context, body: { ...body, sort_order } })
  },
})

export const updateDict = endpoint({
  method: 'PUT',
  path: '/cms/dict/{id}',
  summary: 'Change a dictionary entry',
  description:
    'Changes the fields given. A new default replaces the old one of its dictionary. The value stays while records hold it.',
  access: permission('cms.dict.update'),
  params: idParams,
  body: DictChanges,
  output: Dict,
  problems: ['already_exists', 'stale_version', 'in_use'],
  example: { params: { id: '9' }, body: { tag_style: 'warning', version: 1 }, output: example.dict },
  async handle(context) {
    const { db, params, body } = context
    const type = await lockTypeOf(db, params.id)
    if (body.is_default) await clearDefault(db, type, params.id)
    if (body.value !== undefined) {
      const before = await lockRow(db, dict, params.id, { mode: 'update' })
      if (body.value !== before.value) await requireUnused(db, before)
    }
    return entries.update(context)
  },
})

export const deleteDict = endpoint({
  method: 'DELETE',
  path: '/cms/dict/{id}',
  summary: 'Delete a dictionary entry',
  description:
    'Refused while records hold its value: disable it instead, so that it can no longer be chosen and records keep its name.',
  access: permission('cms.dict.delete'),
  params: idParams,
  problems: ['in_use'],
  example: { params: { id: '9' } },
  async handle(context) {
    const { db, params } = context
    await lockTypeOf(db, params.id)
    await requireUnused(db, await lockRow(db, dict, params.id, { mode: 'update' }))
    return entries.delete(context)
  },
})

export const addCarriers = endpoint({
  method: 'POST',
  path: '/cms/dict/add_carriers',
  summary: 'Add the carriers of WeChat',
  description:
    'Asks WeChat for the carriers that it knows and adds those that the dictionary `carrier` lacks, disabled: enable the ones that the shop works with. Entries that are there stay as they are.',
  access: permission('cms.dict.create'),
  output: AddedCarriers,
  problems: ['provider_error', 'not_found'],
  example: { output: { added: 21, unknown: ['LOCAL'] } },
  prepare: async () => listCarriers(await miniProgram()),
  async handle({ db, prepared, recorder }) {
    const [type] = await db
      .select({ id: dict_type.id, name: dict_type.name })
      .from(dict_type)
      .where(eq(dict_type.type, 'carrier'))
      .for('no key update')
    const { id, name } = found(type, 'dictionary of carriers')
    const there = await db
      .select({ value: dict.value, sort_order: dict.sort_order })
      .from(dict)
      .where(eq(dict.type, 'carrier'))
    const values = new Set(there.map(({ value }) => value))
    const last = lastOf(there)
    const names = new Map(prepared.map(({ delivery_id, delivery_name }) => [delivery_id, delivery_name]))
    const added = [...names]
      .filter(([value]) => !values.has(value))
      .map(([value, label], at) => ({
        type: 'carrier',
        value,
        label,
        sort_order: Math.min(last + 10 * (at + 1), maxSortOrder),
        status: 'disabled' as const,
      }))
    if (added.length > 0) await db.insert(dict).values(added)
    recorder.audit({
      target: ['dict_type', id],
      as: CarriersAudit,
      after: { name, added: added.map(({ value }) => value) },
    })
    return { added: added.length, unknown: [...values].filter((value) => !names.has(value)) }
  },
})

const CarriersAudit = z.object({ added: z.array(z.string()) })

/** Concurrent requests cannot each set a default. Throws a 400 if the type does not exist. */
async function lockType(db: Database, type: string): Promise<void> {
  const [found] = await db
    .select({ id: dict_type.id })
    .from(dict_type)
    .where(eq(dict_type.type, type))
    .for('no key update')
  if (!found) throw invalid('body', 'type', 'not_found', 'There is no such dictionary type.')
}

/** Throws `in_use` with the number of records. */
async function requireUnused(db: Database, entry: { type: string; value: string }): Promise<void> {
  const total = await usesOf(db, entry)
  if (total === 0) return
  const number = total >= maxUses ? `at least ${maxUses}` : String(total)
  throw problem('in_use', { detail: `Records with this value: ${number}. Disable it instead.`, members: { total } })
}

/** Always before its entries, to prevent deadlocks. */
async function lockTypeOf(db: Database, id: number): Promise<string> {
  const { type } = await getRow(db, dict, id)
  await lockType(db, type)
  return type
}

const clearDefault = (db: Database, type: string, exceptId: number) =>
  db
    .update(dict)
    .set({ is_default: false })
    .where(and(eq(dict.type, type), eq(dict.is_default, true), ne(dict.id, exceptId)))

/** 0: none. */
const lastOf = (entries: readonly { sort_order: number }[]) =>
  Math.max(0, ...entries.map(({ sort_order }) => sort_order))

/** The type is locked. Of equal positions, the newest entry is the last. */
async function placeAfterAll(db: Database, type: string): Promise<number> {
  const there = await db.select({ sort_order: dict.sort_order }).from(dict).where(eq(dict.type, type))
  return Math.min(lastOf(there) + 10, maxSortOrder)
}
