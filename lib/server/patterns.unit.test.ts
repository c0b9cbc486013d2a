import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

/*
 * Tests that every regular expression takes linear time. A pattern that reads a run of characters again from each
 * position keeps the process busy for hours with a megabyte of spaces. Test files are exempt, because they read only
 * their own texts.
 */

const sources = [
  ...readdirSync('.'),
  ...['app', 'components', 'db', 'examples', 'lib', 'scripts', 'tools'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
].filter(
  (name) =>
    /\.(tsx?|mjs|cjs|js)$/.test(name) &&
    !/\.(test|d)\.tsx?$|\.deployed\.ts$/.test(name) &&
    !/(^|\/)testing\//.test(name) &&
    !/(^|\/)node_modules\//.test(name),
)

/**
 * Returns the characters whose repetition makes a pattern take more than linear time; empty: the pattern is always
 * fast.
 */
const slowFor = (source: string, flags: string) => [
  ...new Set(analyse({ source, flags }).reports.map(({ character }) => JSON.stringify(character.pick))),
]

test('finds patterns that take more than linear time', () => {
  const found = [
    ['\\s*[;；]\\s*', ''],
    ['\\s+$', ''],
    ['([;|\\t][\\p{C}\\p{Z}]*)(?=[=+])', 'gu'],
    ['^(a+)+$', ''],
    ['^\\d+\\S*$', ''],
  ] as const
  for (const [source, flags] of found) expect(slowFor(source, flags), source).not.toEqual([])
  expect(slowFor('(?=[=+])(?<=[;|\\t][\\p{C}\\p{Z}]*)', 'gu')).toEqual([])
})

test('every regular expression takes linear time, and is written as a literal', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  let patterns = 0
  const slow: string[] = []
  const built: string[] = []
  for (const name of sources) {
    const { program, errors } = parseSync(name, readFileSync(name, 'utf8'))
    expect(errors, name).toEqual([])
    new Visitor({
      Literal(literal) {
        if (!('regex' in literal)) return
        patterns += 1
        const { pattern, flags } = literal.regex
        const characters = slowFor(pattern, flags)
        if (characters.length > 0)
          slow.push(`${name}: /${pattern}/${flags} is slow for many of ${characters.join(', ')}`)
      },
      NewExpression({ callee, arguments: [pattern] }) {
        if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
        // Copies of a literal, and tools that read the patterns of the API document.
        if (pattern?.type !== 'Identifier' && !name.startsWith('tools/')) built.push(name)
      },
    }).visit(program)
  }
  expect(patterns).toBeGreaterThan(250)
  expect(slow).toEqual([])
  expect(built).toEqual([])
})

test('no literal is spread into another one, only to keep lines short', () => {
  const spread: string[] = []
  for (const name of sources) {
    const text = readFileSync(name, 'utf8')
    if (!/\.\.\.\{\s*[\w'"[.]/.test(text)) continue
    const isLiteral = ({ type }: { type: string }) => type === 'ObjectExpression'
    new Visitor({
      ObjectExpression({ properties }) {
        for (const one of properties) if (one.type === 'SpreadElement' && isLiteral(one.argument)) spread.push(name)
      },
      JSXSpreadAttribute({ argument }) {
        if (isLiteral(argument)) spread.push(name)
      },
    }).visit(parseSync(name, text).program)
  }
  expect(spread).toEqual([])
})
