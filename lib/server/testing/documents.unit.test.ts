import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environmentVariables } from '@/lib/kit/env'

/** The documents that people read: those at the top, guides beside the code, and all below `docs` and `examples`. */
const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...['lib/kit/api/README.md', 'components/admin/README.md', 'app/(site)/README.md'],
  ...['docs', 'examples'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  ),
]

const read = (file: string) => readFileSync(file, 'utf8')

const codeBlocks = (text: string) => [...text.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block = '']) => block)

/** GitHub's address of a heading: lower case, blanks as hyphens, no punctuation. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

describe.each(documents)('%s', (file) => {
  test('links to files and headings that exist', () => {
    const missing = [...read(file).matchAll(/\]\((?:<([^>]+)>|(?!https?:|mailto:)([^)\s]+))\)/g)].flatMap(
      ([, quoted, plain]) => {
        const target = quoted ?? plain ?? ''
        const [path = '', anchor] = target.split('#')
        const linked = path === '' ? file : join(dirname(file), path)
        if (!existsSync(linked)) return [target]
        if (anchor === undefined || !linked.endsWith('.md')) return []
        const headings = [...read(linked).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
        return headings.includes(anchor) ? [] : [target]
      },
    )
    expect(missing).toEqual([])
  })

  test('has no line of over 160 characters outside of commands', () => {
    const prose = read(file).replaceAll(/```[\s\S]*?```/g, '')
    expect(prose.split('\n').filter((line) => line.length > 160)).toEqual([])
  })
})

describe('the README', () => {
  const withoutComments = (file: string) =>
    codeBlocks(read(file)).map((block) =>
      block.replaceAll(/^#.*\n/gm, '').replaceAll(/"account":"\w+"|-d '{"name":.*'$/gm, ''),
    )

  test('has at most 700 words', () => {
    expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(700)
  })

  test('has the same commands, links and tables in both languages', () => {
    expect(withoutComments('README.zh-CN.md')).toEqual(withoutComments('README.md'))
    const links = (file: string) =>
      [...read(file).matchAll(/\]\(([^)]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^README|LICENSE/.test(link))
        .map((link) => link.replace('.zh-CN.md', '.md'))
    expect(links('README.zh-CN.md').sort()).toEqual(links('README.md').sort())
    const headings = (file: string) => read(file).match(/^## /gm)?.length
    expect(headings('README.zh-CN.md')).toBe(headings('README.md'))
  })
})

test.each(['docs/configuration.md', 'docs/configuration.zh-CN.md'])(
  '%s explains every variable and no other',
  (file) => {
    const rows = [...read(file).matchAll(/^\| (`[A-Z_`, 0-9]+`) \|/gm)].flatMap(
      ([, names = '']) => names.match(/[A-Z_0-9]+/g) ?? [],
    )
    expect(rows.sort()).toEqual(environmentVariables().sort())
  },
)

test('CONTRIBUTING.md has at most 90 lines', () => {
  expect(read('CONTRIBUTING.md').trim().split('\n').length).toBeLessThanOrEqual(90)
})

test('the guide to deployment has the same commands in both languages', () => {
  expect(codeBlocks(read('docs/deploying.zh-CN.md'))).toEqual(codeBlocks(read('docs/deploying.md')))
})

test('the commands of package.json are explained, and no other', () => {
  const named = new Set(
    [...read('docs/commands.md').matchAll(/`(?:\w+=\S+ )?npm (?:run )?([\w:-]+)/g)].map(([, name]) => name),
  )
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  // These belong to `npm run check`, which names them where they fail.
  const parts = ['check:i18n', 'lint', 'lint:document']
  expect([...named].sort()).toEqual(scripts.filter((name) => !parts.includes(name)).sort())
})

test('every decision is in their index', () => {
  const files = readdirSync('docs/decisions').filter((name) => name !== 'README.md')
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{3}-[^)]+)\) \| (\w+) \| ([\d-]+) \|/g)]
  expect(listed.map(([, file]) => file)).toEqual(files.sort())
  for (const [, file = '', status, date] of listed) {
    expect(read(join('docs/decisions', file)).split('\n')[2]).toBe(`Status: ${status}, ${date}`)
  }
})
