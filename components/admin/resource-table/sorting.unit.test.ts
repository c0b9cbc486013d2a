import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import type { Column } from './declaration'
import { comparableOf, comparerOf, isComparable } from './sorting'

interface Notice {
  id: number
  title: string | null
  type: number
  menu_id: number
  image_url: string | null
  is_pinned: boolean
  starts_at: string
  groups: { name: string }[]
  operations: { path: string }[]
}

const notice: Notice = {
  id: 7,
  title: 'Sale',
  type: 2,
  menu_id: 3,
  image_url: '/files/sale.png',
  is_pinned: true,
  starts_at: '2026-11-20T00:00:00.000Z',
  groups: [{ name: 'Editors' }, { name: 'Admins' }],
  operations: [{ path: '/cms/notice' }],
}

const labelOf = (dictionary: string, value: string) => `${dictionary} ${value}`
const columns: [Column<Notice>, unknown][] = [
  [{ key: 'title', label: '' }, 'Sale'],
  [{ key: 'id', label: '', kind: 'number' }, 7],
  // Dictionaries are keyed by strings, also for a numeric field.
  [{ key: 'type', label: '', kind: 'tag', dictionary: 'notice_type' }, 'notice_type 2'],
  [{ key: 'menu_id', label: '', kind: 'text', render: () => 'Products' }, 'Products'],
  [{ key: 'title', label: '', kind: 'text', render: () => createElement('b') }, 'Sale'],
  [{ key: 'is_pinned', label: '', kind: 'boolean' }, 1],
  [{ key: 'starts_at', label: '', kind: 'time' }, Date.UTC(2026, 10, 20)],
  [{ key: 'groups', label: '', kind: 'names' }, 'Editors'],
]

describe('the sort value of a row', () => {
  test.each(columns)('%o', (column, expected) => {
    expect(isComparable(column)).toBe(true)
    expect(comparableOf(column, notice, labelOf)).toBe(expected)
  })

  test.each<[Column<Notice>, Partial<Notice>]>([
    [{ key: 'title', label: '' }, { title: null }],
    [{ key: 'title', label: '' }, { title: '' }],
    [{ key: 'groups', label: '', kind: 'names' }, { groups: [] }],
  ])('is undefined for an empty cell: %o', (column, change) => {
    expect(comparableOf(column, { ...notice, ...change }, labelOf)).toBeUndefined()
  })

  test.each<Column<Notice>>([
    { key: 'image_url', label: '', kind: 'image', alt: 'title' },
    { key: 'operations', label: '', render: () => null },
  ])('is not available for %o', (column) => {
    expect(isComparable(column)).toBe(false)
  })
})

test('numbers are compared by size, strings by the locale of the page', () => {
  expect([10, 9, 100].toSorted(comparerOf('en'))).toEqual([9, 10, 100])
  expect(['a10', 'z', 'B', 'a2', 'ä1'].toSorted(comparerOf('en'))).toEqual(['ä1', 'a2', 'a10', 'B', 'z'])
  expect(['张', '李', '阿'].toSorted(comparerOf('zh-CN'))).toEqual(['阿', '李', '张'])
})

test('the type of a column accepts only kinds that fit its field', () => {
  const refused: Column<Notice>[] = [
    // @ts-expect-error: a tag needs a dictionary
    { key: 'type', label: '', kind: 'tag' },
    // @ts-expect-error: a number cannot be an image
    { key: 'type', label: '', kind: 'image' },
    // @ts-expect-error: a boolean cannot be text
    { key: 'is_pinned', label: '' },
    // @ts-expect-error: objects have no kind and need `render`
    { key: 'operations', label: '' },
    // @ts-expect-error: there is no such field
    { key: 'image_url', label: '', kind: 'image', alt: 'name' },
  ]
  expect(refused).toHaveLength(5)
})
