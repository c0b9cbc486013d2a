import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const script = readFileSync('deploy/shopctl', 'utf8')
/** The part of the script that passes the address of the database on. */
const connected = /^connected='([\s\S]*?)'$/m.exec(script)?.[1] ?? ''

function variablesFor(values: Record<string, string>) {
  const print = 'process.stdout.write(JSON.stringify(process.env))'
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production' as const, ...values }
  const { stdout } = spawnSync(process.execPath, ['-e', connected, '--', process.execPath, '-e', print], { env })
  const all: unknown = JSON.parse(stdout.toString())
  return Object.fromEntries(Object.entries(Object(all)).filter(([name]) => name.startsWith('PG')))
}

test('no argument of a program has the address of the database', () => {
  expect(script.match(/\b(?:pg_dump|pg_restore|psql)\b.*/g)?.filter((line) => line.includes('DATABASE_URL'))).toEqual(
    [],
  )
  expect(script).not.toMatch(/^.*"\$\{?DATABASE_URL/m)
})

test.each([
  [
    'postgres://shop:a%40b%20%3A@db.example:5433/tea?sslmode=require',
    {
      PGHOST: 'db.example',
      PGPORT: '5433',
      PGUSER: 'shop',
      PGPASSWORD: 'a@b :',
      PGDATABASE: 'tea',
      PGSSLMODE: 'require',
    },
  ],
  [
    'postgres://shop@localhost/shop?host=/var/run/postgresql',
    { PGHOST: '/var/run/postgresql', PGUSER: 'shop', PGDATABASE: 'shop' },
  ],
])('the address %s is passed on in the environment', (DATABASE_URL, variables) => {
  expect(variablesFor({ DATABASE_URL })).toEqual(variables)
  expect(variablesFor({ DATABASE_URL: 'postgres://pooler/shop', DATABASE_URL_UNPOOLED: DATABASE_URL })).toEqual(
    variables,
  )
})

test('releases are found by their tags and by the subjects of their commits', () => {
  const home = mkdtempSync(join(tmpdir(), 'mini-shop-releases-'))
  try {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=shop', '-c', 'user.email=shop@example.com', ...args], {
        cwd: home,
        encoding: 'utf8',
        stdio: 'pipe',
      })
    git('init', '--quiet', 'origin')
    const inOrigin = (...args: string[]) => git('-C', 'origin', ...args)
    for (const subject of ['Release 1.1.0', 'Fix', 'Release 1.10.0', 'Prepare Release 3.0.0', 'Release notes'])
      inOrigin('commit', '--quiet', '--allow-empty', '--message', subject)
    inOrigin('tag', '--annotate', 'v1.2.0', '--message', 'x', 'HEAD~3')
    inOrigin('tag', 'v1.1.0', 'HEAD~4')
    git('clone', '--quiet', '--no-tags', 'origin', 'app')
    const env = { ...process.env, SHOP_HOME: home, SHOP_ENV: join(process.cwd(), 'package.json') }
    const shopctl = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('sh', [join(process.cwd(), 'deploy/shopctl'), ...args], {
        env,
        encoding: 'utf8',
      })
      return { status, lines: (stdout + stderr).trim().split('\n') }
    }
    const commits = new Map(
      inOrigin('log', '--format=%s|%H')
        .trim()
        .split('\n')
        .map((line) => [line.split('|')[0] ?? '', line.split('|')[1] ?? ''] as const),
    )
    expect(shopctl('versions', '--available')).toEqual({
      status: 0,
      lines: [
        `1.10.0 ${commits.get('Release 1.10.0')}`,
        `1.2.0 ${commits.get('Fix')}`,
        `1.1.0 ${commits.get('Release 1.1.0')}`,
      ],
    })
    expect(shopctl('install', '9.9.9')).toEqual({
      status: 1,
      lines: ['shopctl: there is no version 9.9.9: shopctl versions --available'],
    })
    expect(shopctl('install', 'main;x').lines).toEqual([
      "shopctl: 'main;x' is not a release or a commit: shopctl versions --available",
    ])
    expect(shopctl('versions', 'nonsense').status).toBe(2)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
