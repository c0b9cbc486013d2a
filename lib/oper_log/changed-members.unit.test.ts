import { expect, test } from 'vitest'
import { changedMembers } from './changed-members'

test('records are compared by their ids, regardless of their order', () => {
  const [a, b, c] = [
    { id: 1, price: 1 },
    { id: 2, price: 2 },
    { id: 3, price: 3 },
  ]
  expect(changedMembers([a, b], [c, { ...a, price: 9 }])).toEqual({
    added: [c],
    removed: [b],
    changed: [{ place: 2, before: a, after: { ...a, price: 9 } }],
  })
  expect(changedMembers([a, b], [b, a])).toEqual({ added: [], removed: [], changed: [] })
})

test('records without ids: equal records are left out, and the others are compared in order', () => {
  const [origin, material] = [
    { name: 'Origin', detail: 'Yunnan' },
    { name: 'Material', detail: 'cotton' },
  ]
  const linen = { ...material, detail: 'linen' }
  expect(changedMembers([material], [origin, material])).toEqual({ added: [origin], removed: [], changed: [] })
  expect(changedMembers([origin, material], [material])).toEqual({ added: [], removed: [origin], changed: [] })
  expect(changedMembers([origin, material], [origin, linen])).toEqual({
    added: [],
    removed: [],
    changed: [{ place: 2, before: material, after: linen }],
  })
})

test('plain members are listed as added or removed, each by its number of occurrences', () => {
  expect(changedMembers([8, 9, 11, 8], [8, 9, 12])).toEqual({ added: [12], removed: [11, 8], changed: [] })
  expect(changedMembers([], ['a'])).toEqual({ added: ['a'], removed: [], changed: [] })
})
