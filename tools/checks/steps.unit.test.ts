import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importGraph } from '@/lib/server/testing/imports'

interface Step {
  name: string
  ring: string
  inputs?: string[]
}

const steps: { stepsOf(ring: string): Step[] } = await import(join(process.cwd(), 'scripts/steps.mjs'))

/** A repository with the scripts of this one, and with a record of each step at its first commit. */
const folder = mkdtempSync(join(tmpdir(), 'steps-'))
afterAll(() => rmSync(folder, { recursive: true }))

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const record = (commit: string) =>
  write(
    '.ci/verified',
    steps
      .stepsOf('verify')
      .map(({ name }) => `${name}\t${commit}\t2026-11-29\n`)
      .join(''),
  )

/** Returns the names of the steps that `npm run verify` would run. */
const due = () =>
  execFileSync(process.execPath, ['scripts/verify.mjs', 'verify', '--list'], { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => (line.startsWith('not ') ? [] : (/^[^:]+(?=:)/.exec(line) ?? [])))

beforeAll(() => {
  cpSync('scripts', join(folder, 'scripts'), { recursive: true })
  for (const path of [
    'README.md',
    'docs/rules.md',
    'deploy/nginx.conf',
    'Dockerfile',
    'lib/kit/money.ts',
    'lib/kit/env.ts',
  ])
    write(path, 'one')
  write('db/migrations/0000_base.sql', 'one')
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'First')
  record(git('rev-parse', 'HEAD'))
})

const always = ['types', 'unit', 'lint', 'document', 'dead code', 'translations', 'lock file', 'history']
const ofProduct = ['build', 'pages', 'crash', 'races', 'integration', 'fuzz', 'browser']

test.each([
  ['nothing', [], []],
  ['papers', ['README.md', 'docs/rules.md'], []],
  ['the files of a server', ['deploy/nginx.conf'], ['operator', ...ofProduct]],
  ['a new file of a server', ['deploy/new.conf'], ['operator', ...ofProduct]],
  ['the image', ['Dockerfile'], ['image', ...ofProduct]],
  ['code', ['lib/kit/env.ts'], ofProduct],
  ['money', ['lib/kit/money.ts'], ['all rounds', 'all rounds, with a database', ...ofProduct]],
  ['a migration', ['db/migrations/0000_base.sql'], ['operator', 'old build', 'pglite', 'neon', ...ofProduct]],
])('verify runs after a change of %s what reads it', (_name, paths, expected) => {
  for (const path of paths) write(path, 'two')
  const found = due()
  git('checkout', '--quiet', '--', '.')
  git('clean', '--quiet', '--force', 'deploy')
  expect(found.sort()).toEqual([...always, ...expected].sort())
})

test('verify runs a step whose record is of an unknown commit', () => {
  record('c0ffee0c0ffee0c0ffee0c0ffee0c0ffee0c0ffe')
  expect(due()).toEqual(steps.stepsOf('verify').map(({ name }) => name))
})

test('a step of the ring release has the files that its program imports among its inputs', () => {
  const programs = {
    operator: 'tools/operator/operator.ts',
    deployment: 'tools/deployment/artifact.ts',
    image: 'tools/image/image.ts',
    'old build': 'scripts/old-build.ts',
    clients: 'scripts/clients.ts',
  }
  const graph = importGraph(['scripts', 'tools'])
  for (const { name, inputs = [] } of steps.stepsOf('release')) {
    const program = Object.entries(programs).find(([step]) => step === name)?.[1]
    if (!program) continue
    const imported = graph.get(program) ?? []
    expect(imported.length).toBeGreaterThan(0)
    const tracked = execFileSync('git', ['ls-files', '--', ...inputs], { encoding: 'utf8' }).split('\n')
    expect([program, ...imported].filter((file) => !tracked.includes(file))).toEqual([])
  }
})

test('every input names a file', () => {
  const inputs = steps.stepsOf('release').flatMap((step) => step.inputs ?? [])
  const named = inputs.filter((input) => !input.startsWith(':!'))
  execFileSync('git', ['ls-files', '--error-unmatch', '--', ...named], { stdio: ['ignore', 'ignore', 'inherit'] })
})

test('docs/testing.md has every step with its ring', () => {
  const rows = readFileSync('docs/testing.md', 'utf8').matchAll(
    /^\| ([a-z][a-z, ]+) \| (check|test|verify|release) \|/gm,
  )
  const named = Array.from(rows, ([, name, ring]) => `${name}: ${ring}`)
  const all = ['check', 'test', 'release'].flatMap((ring) => steps.stepsOf(ring))
  // Steps that need PgBouncer are only there with it.
  const pooled = ['integration, pooled: release', 'races, pooled: release']
  expect(named.sort()).toEqual([...new Set([...all.map(({ name, ring }) => `${name}: ${ring}`), ...pooled])].sort())
})
