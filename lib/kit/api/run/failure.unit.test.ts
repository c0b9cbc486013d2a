import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connect } from '@/db/connection/client'
import { problemOf } from './failure'

/** Returns the error of `work`; fails if there is none. */
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('nothing failed'),
    (error: unknown) => error,
  )

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return address !== null && typeof address === 'object' ? address.port : 0
}

const away = { code: 'unavailable', status: 503 }

test.each([
  ['by a socket', async () => 'postgres://shop@localhost/shop?host=/nowhere/postgresql'],
  ['by TCP', async () => `postgres://shop@127.0.0.1:${await freePort()}/shop`],
])('a database that is stopped, %s, is 503 with Retry-After', async (_, address) => {
  const { db, transaction, close } = await connect({ url: await address(), data_dir: '' })
  const errors = [
    await errorOf(db.execute(sql`select 1`)),
    await errorOf(transaction((tx) => tx.execute(sql`select 1`))),
  ]
  await close()
  for (const error of errors) {
    const problem = await problemOf(error, 'GET')
    expect(problem).toMatchObject(away)
    expect(problem?.extras.headers).toEqual({ 'retry-after': '2' })
  }
})

/** As Node reports it. */
const failed = (syscall: string, code: string) =>
  Object.assign(new Error(`${syscall} ${code} /var/run/postgresql/.s.PGSQL.5432`), { code, syscall })

test.each([
  ...['ENOENT', 'EACCES', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].map((code) => ['connect', code]),
  ...['ENOTFOUND', 'EAI_AGAIN'].map((code) => ['getaddrinfo', code]),
])('%s %s: the database is away', async (syscall, code) => {
  const error = failed(syscall ?? '', code ?? '')
  // With several addresses, Node reports the errors of all.
  const several = new AggregateError([error, error])
  for (const one of [error, several])
    expect(await problemOf(new DrizzleQueryError('select 1', [], one), 'GET')).toMatchObject(away)
})

test('another server that cannot be reached is not an absent database', async () => {
  const error = await errorOf(fetch(`http://127.0.0.1:${await freePort()}`))
  expect(error).toMatchObject({ cause: { code: 'ECONNREFUSED', syscall: 'connect' } })
  expect(await problemOf(error, 'GET')).toBeUndefined()
})

test('a file that does not exist or may not be opened is not an absent database', async () => {
  expect(await problemOf(await errorOf(open('/nowhere/picture.webp')), 'GET')).toBeUndefined()
  expect(await problemOf(failed('open', 'EACCES'), 'POST')).toBeUndefined()
  expect(await problemOf(new Error('upload failed', { cause: failed('rename', 'ENOENT') }), 'POST')).toBeUndefined()
})
