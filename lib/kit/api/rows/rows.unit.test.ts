import { expect, test } from 'vitest'
import { z } from 'zod'
import { dict } from '@/db/schema/dict'
import { Dict, DictChanges, DictInput } from '@/lib/dict/schema'
import type { Database } from '@/lib/kit/database'
import { endpoint, permission } from '../endpoint/endpoint'
import { idParams } from '../endpoint/fields'
import { resourceOf } from './resource'
import { found, insertRow, noSuch, updateRow } from './rows'

test('a missing record is a 404 that names its type', () => {
  expect(found(0, 'order')).toBe(0)
  expect(() => found(undefined, 'order')).toThrow(noSuch('order'))
  expect(noSuch('staff member')).toMatchObject({ status: 404, message: 'There is no such staff member.' })
})

const entries = resourceOf(dict, { as: Dict })
const write = { summary: '', path: '/cms/test', access: permission('cms.test.update') } as const

const Misspelled = DictInput.extend({ lable: z.string() })

/**
 * Functions that are compiled, but never called. They check that unknown, missing and automatically written columns do
 * not compile.
 */
void [
  (db: Database) => insertRow(db, dict, { type: 'a', label: 'a', value: 'a' }),
  // @ts-expect-error the value is required
  (db: Database) => insertRow(db, dict, { type: 'a', label: 'a' }),
  // @ts-expect-error no such column
  (db: Database, body: { lable: string }) => insertRow(db, dict, { type: 'a', label: 'a', value: 'a', ...body }),
  // @ts-expect-error no such column
  (db: Database, body: { lable: string }) => updateRow(db, dict, 1, { ...body }),
  // @ts-expect-error the version is incremented automatically
  (db: Database, body: { version: number }) => updateRow(db, dict, 1, body),
  endpoint({ ...write, method: 'POST', body: DictInput, output: Dict, handle: entries.create }),
  endpoint({ ...write, method: 'PUT', params: idParams, body: DictChanges, output: Dict, handle: entries.update }),
  // @ts-expect-error the label is required
  endpoint({ ...write, method: 'POST', body: DictInput.omit({ label: true }), output: Dict, handle: entries.create }),
  // @ts-expect-error no such column
  endpoint({ ...write, method: 'POST', body: Misspelled, output: Dict, handle: entries.create }),
]
