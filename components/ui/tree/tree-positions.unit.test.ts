import type { TreeNodeData } from '@mantine/core'
import { expect, test } from 'vitest'
import { movedPositions, placeOf } from './tree-positions'

const node = (id: number, ...children: TreeNodeData[]): TreeNodeData => ({
  value: String(id),
  label: String(id),
  children,
})
const position = (id: number, parent_id: number | null, sort_order: number) => ({ id, parent_id, sort_order })

test('an unchanged tree has no moved positions', () => {
  const tree = [node(1, node(2)), node(3)]
  expect(movedPositions(tree, [node(1, node(2)), node(3)])).toEqual({ positions: [], before: [] })
})

test('a move among siblings numbers all of them, and no other item', () =>
  expect(movedPositions([node(1, node(4)), node(2), node(3)], [node(1, node(4)), node(3), node(2)])).toEqual({
    positions: [position(1, null, 10), position(3, null, 20), position(2, null, 30)],
    before: [position(1, null, 10), position(3, null, 30), position(2, null, 20)],
  }))

test('a move to another parent numbers the former and the new siblings', () =>
  expect(
    movedPositions([node(1, node(2), node(3)), node(4, node(5))], [node(1, node(3)), node(4, node(5), node(2))]),
  ).toEqual({
    positions: [position(3, 1, 10), position(5, 4, 10), position(2, 4, 20)],
    before: [position(3, 1, 20), position(5, 4, 10), position(2, 1, 10)],
  }))

test('places are counted from 1', () => expect([10, 30].map((at) => placeOf(position(1, null, at)))).toEqual([1, 3]))
