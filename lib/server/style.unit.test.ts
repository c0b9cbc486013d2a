import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messagesIn } from '@/lib/kit/i18n/messages'

/*
 * The refused words of docs/style.md, in comments, titles of tests, documents, and the English texts of both
 * interfaces. Further rules for texts are in lib/kit/i18n/words.unit.test.ts.
 */

const refused = /\b(whoever|whomever|somebody|nobody|who is|what is told|so many|lets go|living|fate|as good as)\b/gi

const folders = ['app', 'components', 'db', 'docs', 'e2e', 'lib', 'scripts', 'tools']
/** Files that contain the refused words as examples. */
const exempt = ['docs/style.md', 'lib/server/style.unit.test.ts']

const files = [
  ...readdirSync('.').filter((name) => /\.(ts|md)$/.test(name)),
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
].filter(
  (name) =>
    /\.(tsx?|mjs|cjs|css|sql|md)$/.test(name) &&
    !name.startsWith('db/migrations/') &&
    !exempt.includes(name) &&
    statSync(name).isFile(),
)

/** Returns the comments and the titles of tests in a source file, each with its first line number. */
function commentsIn(source: string): { line: number; text: string }[] {
  const patterns = [
    /\/\*[\s\S]*?\*\//g,
    /(?<=^|\s)\/\/[^\n]*/gm,
    /(?<=^\s*)--[^\n]*/gm,
    /\b(?:test|describe|it)(?:\.\w+)*\(\s*(?:'[^'\n]*'|`[^`\n]*`)/g,
  ]
  return patterns
    .flatMap((pattern) => [...source.matchAll(pattern)])
    .map((found) => ({ line: source.slice(0, found.index).split('\n').length, text: found[0] }))
}

const proseIn = (name: string, source: string) =>
  name.endsWith('.md') ? [{ line: 1, text: source }] : commentsIn(source)

test('comments and documents have no word that the style guide refuses', () => {
  expect(files.length).toBeGreaterThan(1_500)
  const found = files.flatMap((name) =>
    proseIn(name, readFileSync(name, 'utf8')).flatMap(({ line, text }) =>
      [...text.matchAll(refused)].map((match) => {
        const at = line + text.slice(0, match.index).split('\n').length - 1
        return `${name}:${at}: ${match[0]}`
      }),
    ),
  )
  expect(found).toEqual([])
})

test('texts of the interfaces have no refused word in English', async () => {
  const translated: unknown = JSON.parse(readFileSync('app/(site)/docs/zh-CN.json', 'utf8'))
  const texts = [JSON.stringify(await messagesIn('en')), ...Object.keys(Object(translated))]
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.flatMap((text) => text.match(refused) ?? [])).toEqual([])
})

test('docstrings start with a verb or a noun', () => {
  const found = files
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) =>
      commentsIn(readFileSync(name, 'utf8'))
        .filter(({ text }) => /^\/\*\*[\s*]*What\b/.test(text))
        .map(({ line }) => `${name}:${line}`),
    )
  expect(found).toEqual([])
})

test('comments are found, however they are written', () => {
  const source =
    "/** One. */\nconst url = 'https://a' // two\n/*\n * three\n */\n// four\ntest('five', () => {})\n-- six\n"
  expect(commentsIn(source).map(({ line, text }) => [line, /\w+(?=\W*$)/.exec(text)?.[0]])).toEqual([
    [1, 'One'],
    [3, 'three'],
    [2, 'two'],
    [6, 'four'],
    [8, 'six'],
    [7, 'five'],
  ])
})
