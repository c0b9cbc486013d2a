import { expect, test } from 'vitest'
import { isSameView, queryIn, textOf } from './views'

test('equal states have the same text, regardless of the order of their parameters', () => {
  expect(textOf({ status: 'active', sort: '-id' })).toBe('sort=-id&status=active')
  expect(textOf({ sort: '-id', status: 'active' })).toBe('sort=-id&status=active')
  expect(queryIn(textOf({ q: 'a & b = 茶', tab: 'to_ship' }))).toEqual({ q: 'a & b = 茶', tab: 'to_ship' })
  expect(textOf({})).toBe('')
})

test('a view with its columns in another order is the same, and without one of them another', () => {
  const query = { status: 'active' }
  expect(isSameView({ query, columns: ['a', 'b'] }, { query: { status: 'active' }, columns: ['b', 'a'] })).toBe(true)
  expect(isSameView({ query, columns: ['a', 'b'] }, { query, columns: ['a'] })).toBe(false)
  expect(isSameView({ query, columns: ['a'] }, { query: {}, columns: ['a'] })).toBe(false)
})
