import { expect, test } from 'vitest'
import { changedFields } from './changed-fields'

test('of a change only what differs', () => {
  expect(changedFields({ name: 'a', items: [1], version: 1 }, { name: 'b', items: [1], version: 2 })).toEqual([
    { key: 'name', before: 'a', after: 'b' },
  ])
})

test('of what was made or deleted all that says something', () => {
  expect(changedFields(null, { id: 7, name: 'a', remark: '', hidden: false })).toEqual([
    { key: 'name', before: undefined, after: 'a' },
    { key: 'hidden', before: undefined, after: false },
  ])
  expect(changedFields({ name: 'a', path: null }, null)).toEqual([{ key: 'name', before: 'a', after: undefined }])
  expect(changedFields(null, null)).toEqual([])
})
