import { expect, test } from 'vitest'
import { circlesOf, importedBy, importGraph } from './testing/imports'

const graph = importGraph(['app', 'components', 'db', 'lib', 'scripts'])

test('no more than 12 files import each other in a circle', () => {
  expect(graph.size).toBeGreaterThan(900)
  expect(circlesOf(graph).filter((circle) => circle.length > 12)).toEqual([])
})

test('imports of values count, however they are written, and those of types do not', () => {
  const text = `
    import type { A } from './a'
    import { type B } from './b'
    import { c, type D } from './c'
    import './d'
    export * from './e'
    // import './f'
    const g = await import('./g')
    type H = typeof import('./h')
  `.replaceAll(/^ {4}/gm, '')
  expect(importedBy(text)).toEqual(['./c', './e', './d', './g'])
})
