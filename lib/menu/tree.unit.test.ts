import { expect, test } from 'vitest'
import { maxDepth, type Place, placeFault } from './tree'

const treeFrom = (...rows: [id: number, parent_id: number | null, type?: Place['type']][]) =>
  new Map(rows.map(([id, parent_id, type = 'directory']) => [id, { id, parent_id, type }]))

test.each([
  ['at the top', treeFrom([1, null]), undefined],
  ['below a directory', treeFrom([1, 2], [2, null]), undefined],
  ['below nothing', treeFrom([1, 9]), 'not_found'],
  ['below a page', treeFrom([1, 2], [2, null, 'page']), 'not_directory'],
  ['below a link', treeFrom([1, 2], [2, null, 'link']), 'not_directory'],
  ['below itself', treeFrom([1, 1]), 'cycle'],
  ['below its child', treeFrom([1, 2], [2, 1]), 'cycle'],
  ['below its grandchild', treeFrom([1, 3], [2, 1], [3, 2]), 'cycle'],
  ['below a cycle of others', treeFrom([1, 2], [2, 3], [3, 2]), 'cycle'],
])('%s', (_, tree, code) => expect(placeFault(tree, 1)?.code).toBe(code))

test('the depth is limited, including the menus below the moved one', () => {
  const chain = (length: number, from: number, top: number | null) =>
    Array.from({ length }, (_, index): [number, number | null] => [from + index, index === 0 ? top : from + index - 1])
  expect(placeFault(treeFrom(...chain(maxDepth, 1, null)), maxDepth)).toBeUndefined()
  expect(placeFault(treeFrom(...chain(maxDepth + 1, 1, null)), maxDepth + 1)?.code).toBe('too_deep')
  // Three levels moved below the second level of another branch make five; below its third level, six.
  const [moved, other] = [chain(3, 10, 2), chain(3, 1, null)]
  expect(placeFault(treeFrom(...other, ...moved), 10)).toBeUndefined()
  expect(placeFault(treeFrom(...other, ...chain(3, 10, 3)), 10)?.code).toBe('too_deep')
})
