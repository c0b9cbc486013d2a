// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { addRecent, readRecents } from './recents'

beforeEach(() => localStorage.clear())

test('stores the last eight different entries of each user, latest first', () => {
  for (let at = 1; at <= 10; at += 1)
    addRecent(1, { path: `/admin/order/${at}`, label: `${at}`, source: '/admin/order' })
  addRecent(1, { path: '/admin/order/5', label: '5', source: '/admin/order' })
  addRecent(2, { path: '/admin/user' })
  expect(readRecents(1).map(({ label }) => label)).toEqual(['5', '10', '9', '8', '7', '6', '4', '3'])
  expect(readRecents(2)).toEqual([{ path: '/admin/user' }])
})

test('unreadable stored values are ignored', () => {
  for (const stored of ['not JSON', '7', '[7, {"path": 3}, null]']) {
    localStorage.setItem('recent/1', stored)
    expect(readRecents(1)).toEqual([])
  }
})
