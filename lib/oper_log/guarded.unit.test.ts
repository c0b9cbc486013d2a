import { expect, test } from 'vitest'
import { guardedNames } from '@/lib/kit/api/endpoint/needs'
import { endpoints } from '@/lib/server/endpoints'
import { guardedFields } from './guarded'

test('the audit log hides every field that the schemas of an endpoint guard', () => {
  expect(guardedFields).toEqual(guardedNames(endpoints))
})
