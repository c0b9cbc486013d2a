import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
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
