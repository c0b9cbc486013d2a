import { readdirSync, readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import * as enums from './enums'

const sources = ['db', 'lib', 'components', 'app'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.')),
)

const lists = Object.entries(enums).map(([name, values]) => ({ name, values: values.map(String) }))

const key = (values: readonly string[]) => [...new Set(values)].sort().join()

/**
 * Patterns that find lists of literals in source text: in z.enum, in z.literal, with `as const`, and as unions of
 * types.
 */
const listPatterns = [
  /z\s*\.(?:enum|literal)\(\s*\[([^\]]*)\]/g,
  /\[([^\][]*)\] as const/g,
  /('\w+'(?:\s*\|\s*'\w+')+)/g,
]

function literalLists(text: string): string[][] {
  return listPatterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, list = '']) =>
      [...list.matchAll(/'(\w+)'|(\d+)/g)].map(([, word, number]) => word ?? number ?? ''),
    ),
  )
}

/** Returns the names of the lists of `db/enums.ts` that the source text of another file repeats. */
function copies(text: string): string[] {
  const found = new Set(literalLists(text).map(key))
  return lists.filter(({ values }) => found.has(key(values))).map(({ name }) => name)
}

test('a copy of a list is found in any order and form', () => {
  expect(copies("z.enum(['staff', 'customer'])")).toEqual(['personKinds'])
  expect(copies("const kinds = ['customer',\n  'staff'] as const")).toEqual(['personKinds'])
  expect(copies("kind: 'customer' | 'staff'")).toEqual(['personKinds'])
  expect(copies('z.literal([1, 2, 3])')).toEqual(['articleTypes'])
  expect(copies("z.enum(['staff', 'customer', 'robot'])")).toEqual([])
})

test('every list is defined once, in enums.ts', () => {
  expect(sources.length).toBeGreaterThan(200)
  const found = sources
    .filter((path) => path !== 'db/enums.ts')
    .flatMap((path) => copies(readFileSync(path, 'utf8')).map((name) => `${path}: ${name}`))
  expect(found).toEqual([])
})

test('schemas that the browser loads import only enums.ts from db', async () => {
  const { metafile } = await build({
    entryPoints: sources.filter((path) => /^lib\/(\w+\/schema|api\/fields)\.ts$/.test(path)),
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'unused',
    platform: 'browser',
    packages: 'external',
    logLevel: 'silent',
  })
  const inputs = Object.keys(metafile.inputs)
  expect(inputs).toContain('db/enums.ts')
  expect(inputs.filter((path) => path.startsWith('db/'))).toEqual(['db/enums.ts'])
  const packages = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  )
  expect([...new Set(packages)].sort()).toEqual(['zod'])
})
