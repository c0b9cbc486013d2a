import { expect, test } from 'vitest'
import { treeOptions } from './tree-options'

const leaf = (id: number, name: string) => ({ id, name, children: [] })
const tree = [
  { id: 1, name: 'Tea', children: [{ id: 2, name: 'Green', children: [leaf(3, 'Longjing')] }] },
  leaf(4, 'Cups'),
]

test('an option says where in the tree it is, also when it alone is shown', () =>
  expect(treeOptions(tree)).toEqual([
    { value: '1', label: 'Tea' },
    { value: '2', label: 'Tea / Green' },
    { value: '3', label: 'Tea / Green / Longjing' },
    { value: '4', label: 'Cups' },
  ]))

test('a node and what is below it can be left out', () =>
  expect(treeOptions(tree, 2).map(({ value }) => value)).toEqual(['1', '4']))
