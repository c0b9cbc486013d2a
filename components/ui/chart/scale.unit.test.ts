import { expect, test } from 'vitest'
import { labeledPoints, scaleEnd } from './scale'

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [5, 6],
  [9, 10],
  [10, 10],
  [11, 12],
  [15, 16],
  [25, 30],
  [41, 50],
  [99, 100],
  [123_456, 160_000],
  [232_000, 300_000],
  [950_000, 1_000_000],
])('up to %i a scale ends at %i', (highest, end) => {
  expect(scaleEnd(highest)).toBe(end)
})

test('at most seven points are labeled', () => {
  expect(labeledPoints(0)).toEqual([])
  expect(labeledPoints(7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labeledPoints(12)).toEqual([0, 2, 4, 6, 8, 10])
  expect(labeledPoints(24)).toEqual([0, 4, 8, 12, 16, 20])
  for (const count of [1, 8, 30, 31, 90, 92]) expect(labeledPoints(count).length).toBeLessThanOrEqual(7)
})
