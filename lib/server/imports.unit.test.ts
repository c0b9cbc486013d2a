import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { endpoints } from './endpoints'
import { circlesOf, type ImportGraph, importedBy, importGraph } from './testing/imports'

const graph = importGraph(['app', 'components', 'db', 'lib', 'scripts'])

test('no more than 12 files import each other in a circle', () => {
  expect(graph.size).toBeGreaterThan(900)
  expect(circlesOf(graph).filter((circle) => circle.length > 12)).toEqual([])
})

/** Returns the shelf (layer, see docs/architecture.md) of a file in `lib`; for other files, the top folder. */
function shelfOf(file: string): string {
  const [top = '', folder = '', ...rest] = file.split('/')
  if (top !== 'lib') return top
  if (rest.length === 0) return 'lib'
  return folder === 'kit' || folder === 'platform' || folder === 'server' ? folder : 'resources'
}

/**
 * The shelves (layers) of `lib` that each shelf may import. `server` is not listed, because it may import all shelves.
 */
const allowed: ReadonlyMap<string, readonly string[]> = new Map([
  ['kit', ['kit']],
  ['platform', ['kit', 'platform']],
  ['resources', ['kit', 'platform', 'resources']],
])
const shelves = ['kit', 'platform', 'resources', 'server']

const folderOf = (file: string) => file.split('/').slice(0, 2).join('/')

/** Whether a file of a resource imports the endpoints of another resource. */
const isForeignEndpoint = (file: string, imported: string) =>
  shelfOf(file) === 'resources' &&
  shelfOf(imported) === 'resources' &&
  /\/(endpoints|cms)\.ts$/.test(imported) &&
  folderOf(file) !== folderOf(imported)

test('files of lib import only the shelves below theirs', () => {
  const wrong = [...graph].flatMap(([file, imports]) =>
    imports
      .filter((imported) => {
        const shelf = shelfOf(imported)
        return (
          (shelves.includes(shelf) && !(allowed.get(shelfOf(file)) ?? shelves).includes(shelf)) ||
          isForeignEndpoint(file, imported)
        )
      })
      .map((imported) => `${file} imports ${imported}, which is not on a shelf below (docs/architecture.md)`),
  )
  expect(wrong).toEqual([])
})

test('nothing but lib/server and the pages of the sandbox imports the simulated platforms', () => {
  const inSandbox = (file: string) => file.startsWith('lib/platform/sandbox/')
  const wrong = [...graph].flatMap(([file, imports]) =>
    file.startsWith('lib/') && shelfOf(file) !== 'server' && !inSandbox(file)
      ? imports
          .filter(inSandbox)
          .map((imported) => `${file} imports ${imported}: lib/platform/simulation.ts hands it in`)
      : [],
  )
  expect(wrong).toEqual([])
})

/** The resource without a path or a table. */
const pricing = 'pricing'

test('lib has only shelves and words of the interface, and each file is on a shelf', () => {
  const words = new Set(endpoints.flatMap(({ path }) => path.split('/')))
  const known = (name: string) => [...shelves, pricing, 'README.md'].includes(name) || words.has(name) || name in tables
  expect(readdirSync('lib').filter((name) => !known(name))).toEqual([])
})

test('no circle has files of two shelves', () => {
  const mixed = circlesOf(graph).filter((circle) => new Set(circle.map(shelfOf)).size > 1)
  expect(mixed).toEqual([])
})

/**
 * Reduces an import graph to the folders directly in `lib`: for each folder, returns the folders that its files import.
 */
function foldersOf(files: ImportGraph): ImportGraph {
  const folders = new Map<string, string[]>()
  for (const [file, imports] of files)
    for (const imported of imports)
      if (shelves.includes(shelfOf(file)) && shelves.includes(shelfOf(imported)))
        folders.set(folderOf(file), [...(folders.get(folderOf(file)) ?? []), folderOf(imported)])
  return folders
}

test('only a sale and an account are circles of folders', () => {
  expect(circlesOf(foldersOf(graph)).sort()).toEqual([
    ['lib/after_sale', 'lib/order', 'lib/payment', 'lib/shipping_report'],
    ['lib/token', 'lib/user'],
  ])
})

/**
 * The resource files that `components/ui/failure-text.ts` may import, for the texts about a missing permission and a
 * weak password.
 */
const toldByRefusals = ['lib/auth/names.ts', 'lib/token/strength-rules.ts']

test('components/ui imports nothing else of components, and no resource', () => {
  const wrong = [...graph].flatMap(([file, imports]) =>
    file.startsWith('components/ui/')
      ? imports
          .filter((imported) => /^components\/(?!ui\/)/.test(imported) || shelfOf(imported) === 'resources')
          .filter((imported) => !toldByRefusals.includes(imported))
          .map((imported) => `${file} imports ${imported}`)
      : [],
  )
  expect(wrong).toEqual([])
})

test('components has only its shelves', () => {
  expect(readdirSync('components').sort()).toEqual(['admin', 'docs', 'sandbox', 'shop', 'site', 'ui'])
})

test('imports of values are found in every notation, and imports of types are ignored', () => {
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
