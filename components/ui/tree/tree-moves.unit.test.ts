import type { TreeNodeData } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { type Direction, moveByKey } from './tree-moves'

/** Parses a text such as `a(b,c)d` as a tree: `a` has the children `b` and `c`. */
const parse = (text: string): TreeNodeData[] => {
  const stack: TreeNodeData[][] = [[]]
  for (const one of text) {
    const level = stack.at(-1) ?? []
    if (one === '(') stack.push(level.at(-1)?.children ?? [])
    else if (one === ')') stack.pop()
    else level.push({ value: one, label: one, children: [] })
  }
  return stack[0] ?? []
}
const print = (nodes: TreeNodeData[]): string =>
  nodes.map(({ value, children = [] }) => value + (children.length > 0 ? `(${print(children)})` : '')).join('')

describe('moveByKey', () => {
  test.each<[string, string, Direction, string | undefined]>([
    ['a(bc)d', 'c', 'up', 'a(cb)d'],
    ['a(bc)d', 'b', 'up', undefined],
    ['a(bc)d', 'd', 'up', 'da(bc)'],
    ['a(bc)d', 'a', 'down', 'da(bc)'],
    ['a(bc)d', 'd', 'down', undefined],
    ['a(bc)d', 'd', 'in', 'a(bcd)'],
    ['a(bc)d', 'c', 'in', 'a(b(c))d'],
    ['a(bc)d', 'a', 'in', undefined],
    ['a(bc)d', 'b', 'out', 'a(c)bd'],
    ['a(b(c))d', 'c', 'out', 'a(bc)d'],
    ['a(bc)d', 'a', 'out', undefined],
    ['xa', 'a', 'in', undefined],
  ])('%s: %s %s is %s', (tree, value, direction, expected) => {
    const moved = moveByKey(parse(tree), value, direction, (target) => target !== 'x')
    expect(moved && print(moved)).toBe(expected)
  })
})
