import { expect, test } from 'vitest'
import { changedFields } from './changed-fields'

test('an update lists only the fields that differ', () => {
  expect(changedFields({ name: 'a', items: [1], version: 1 }, { name: 'b', items: [1], version: 2 })).toEqual([
    { key: 'name', before: 'a', after: 'b' },
  ])
})

test('a creation or deletion lists all fields that are not empty', () => {
  expect(changedFields(null, { id: 7, name: 'a', remark: '', hidden: false })).toEqual([
    { key: 'name', before: undefined, after: 'a' },
    { key: 'hidden', before: undefined, after: false },
  ])
  expect(changedFields({ name: 'a', path: null }, null)).toEqual([{ key: 'name', before: 'a', after: undefined }])
  expect(changedFields(null, null)).toEqual([])
})
