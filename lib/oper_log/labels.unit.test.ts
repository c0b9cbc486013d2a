import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { english } from '@/lib/kit/i18n/messages'
import { endpoints } from '@/lib/server/endpoints'
import { impliedFields } from './implied'

/** Fields that are no part of a change: set by the database, computed, or listed besides the record. */
const untold = new Set([
  ...['id', 'version', 'created_at', 'updated_at', 'updated_by', 'actions', 'log', 'timeline', 'pinned_notes'],
  ...['uses_count', 'entry_count', 'member_count', 'shown_count', 'broken_count', 'user_id', 'customer', 'orders'],
  ...['mime', 'width', 'height', 'variants', 'duplicate', 'uploaded_by'],
  ...['fingerprint', 'first_at', 'last_at', 'method', 'stack', 'request_ids'],
])

/** The displayed fields of a record and its parts. */
function fieldsIn(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return fieldsIn(schema.unwrap())
  if (schema instanceof z.ZodArray) return fieldsIn(schema.element)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    untold.has(name) ? [] : [name, ...fieldsIn(field).filter((inner) => !impliedFields.has(inner))],
  )
}

test('every field of a record that staff change has a label in its history', () => {
  const all: readonly Endpoint[] = endpoints
  const records = all.filter(
    ({ method, path, access }) =>
      access.kind === 'permission' && (method === 'PUT' || method === 'POST') && /^\/cms\/\w+(?:\/\{id\})?$/.test(path),
  )
  const fields = new Set(
    records.flatMap(({ output }) => (output instanceof z.ZodObject && 'id' in output.shape ? fieldsIn(output) : [])),
  )
  expect([...fields].filter((name) => !untold.has(name) && !(name in english.history.fields)).sort()).toEqual([])
  expect(fields.size).toBeGreaterThan(80)
})
