import { expect, test } from 'vitest'
import { z } from 'zod'
import { dicts } from '@/db/base/dicts'
import { LoggedAfterSale } from '@/lib/after_sale/cms-schema'
import { LoggedInvoice } from '@/lib/invoice/cms-schema'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { english } from '@/lib/kit/i18n/messages'
import { LoggedOrder } from '@/lib/order/cms-schema'
import { LoggedStaffOrder } from '@/lib/order/desk/cms-schema'
import { LoggedReport } from '@/lib/order/ship/cms-schema'
import { endpoints } from '@/lib/server/endpoints'
import { LoggedAdjustment } from '@/lib/stock/schema'
import { impliedFields } from './implied'
import { choiceLabel, dictionaryOf } from './labels'

/**
 * Fields that the history of a change does not show, because the database sets or computes them, or the page of the
 * record shows them elsewhere.
 */
const untold = new Set([
  ...['id', 'version', 'created_at', 'updated_at', 'updated_by', 'actions', 'log', 'timeline', 'pinned_notes'],
  ...[
    'uses_count',
    'entry_count',
    'sku_count',
    'lowest_price',
    'member_count',
    'shown_count',
    'broken_count',
    'user_id',
    'customer',
    'orders',
    'ships_with',
    'overlaps',
    'excess',
    'product_names',
    'parcel_with',
    'tracking',
    'untracked',
  ],
  ...['mime', 'width', 'height', 'variants', 'duplicate', 'uploaded_by'],
  ...['last_ip', 'last_used_at', 'lost_codes', 'previous_used_at', 'secret', 'unused'],
  ...['usable', 'problem', 'quota', 'checked_at'],
  ...['lost_types', 'waiting', 'accepted_at', 'failing_since'],
  ...['fingerprint', 'first_at', 'last_at', 'method', 'stack', 'request_ids'],
])

/** A value of a closed list in a record, such as `closed` of `refunds.status`. */
interface Choice {
  owner: string
  key: string
  value: string
}

/** Returns the values of closed lists in the schema of a record and its parts. */
function choicesIn(schema: z.core.$ZodType, owner: string, key = ''): Choice[] {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return choicesIn(schema.unwrap(), owner, key)
  if (schema instanceof z.ZodArray) return choicesIn(schema.element, owner, key)
  if (schema instanceof z.ZodEnum) return schema.options.map((value) => ({ owner, key, value: String(value) }))
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape)
    .filter(([name]) => !untold.has(name) && !impliedFields.has(name) && name !== 'children')
    .flatMap(([name, field]) => choicesIn(field, key || owner, name))
}

test('every value of a closed list in a history has a label', () => {
  const records = [
    // Orders are logged without the report.
    ...recordsOf()
      .filter(({ path }) => !path.startsWith('/cms/order'))
      .map(({ path, output }) => choicesIn(output, path.split('/')[2] ?? '')),
    choicesIn(LoggedOrder, 'order'),
    choicesIn(LoggedReport, 'order'),
    choicesIn(LoggedAfterSale, 'after_sale'),
    choicesIn(LoggedAdjustment, 'product'),
    choicesIn(LoggedInvoice, 'invoice'),
  ].flat()
  const isLabelled = ({ owner, key, value }: Choice) =>
    dicts.some(({ type, entries }) => type === dictionaryOf(owner, key) && Object.hasOwn(entries, value)) ||
    choiceLabel(english.history.values, owner, key, value) !== undefined
  const unlabelled = records.filter((choice) => !isLabelled(choice))
  // Only notices of the shop itself have a kind, which never changes. Types of events are shown as receivers get them.
  const shownAsCodes = ['notice.kind', 'webhook.types']
  expect(unlabelled.filter(({ owner, key }) => !shownAsCodes.includes(`${owner}.${key}`))).toEqual([])
  expect(records.length).toBeGreaterThan(60)
})

/** Returns the names of the displayed fields in the schema of a record and its parts. */
function fieldsIn(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return fieldsIn(schema.unwrap())
  if (schema instanceof z.ZodArray) return fieldsIn(schema.element)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    untold.has(name) ? [] : [name, ...fieldsIn(field).filter((inner) => !impliedFields.has(inner))],
  )
}

/** Returns the schemas of the records that staff change, each with the path of the endpoint. */
function recordsOf(): { path: string; output: z.ZodObject }[] {
  const all: readonly Endpoint[] = endpoints
  return all.flatMap(({ method, path, access, output }) =>
    access.kind === 'permission' &&
    (method === 'PUT' || method === 'POST') &&
    /^\/cms\/\w+(?:\/\{id\})?$/.test(path) &&
    output instanceof z.ZodObject &&
    'id' in output.shape
      ? [{ path, output }]
      : [],
  )
}

test('every field of a record that staff change has a label in its history', () => {
  const fields = new Set(
    [...recordsOf().map(({ output }) => output), LoggedInvoice, LoggedStaffOrder].flatMap(fieldsIn),
  )
  expect([...fields].filter((name) => !untold.has(name) && !(name in english.history.fields)).sort()).toEqual([])
  expect(fields.size).toBeGreaterThan(80)
})
