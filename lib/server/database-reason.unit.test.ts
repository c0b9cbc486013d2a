import { expect, test } from 'vitest'
import { connect } from '@/db/connection/client'
import { freePort } from '@/lib/server/testing/server'
import { databaseReason } from './database-reason'

const failed = (code: string, syscall?: string) =>
  Object.assign(new Error(`failed with ${code} at db.example.com`), { code, ...(syscall && { syscall }) })

/** Each cause, and whether the server does not start with it. */
const causes = [
  ['the host is not found', failed('ENOTFOUND', 'getaddrinfo'), /host .+ is not found/, true],
  ['the name server is away', failed('EAI_AGAIN', 'getaddrinfo'), /name server/, false],
  ['nothing listens', failed('ECONNREFUSED', 'connect'), /refuses connections/, false],
  ['there is no socket', failed('ENOENT', 'connect'), /no socket/, false],
  ['the socket is closed to the account', failed('EACCES', 'connect'), /may not be opened/, false],
  ['the host does not answer', failed('EHOSTUNREACH', 'connect'), /does not answer/, false],
  ['the password is wrong', failed('28P01'), /refuses the password/, true],
  ['the user is unknown', failed('28000'), /refuses the user/, true],
  ['there is no such database', failed('3D000'), /does not exist/, true],
  ['there are no tables', failed('42P01'), /has not been migrated/, false],
  ['all connections are in use', failed('53300'), /max_connections/, false],
  ['a lock is held', failed('55P03'), /hold a lock/, false],
  ['it starts', failed('57P03'), /is starting/, false],
] as const

test.each(causes)('when %s, a sentence says so, without the host', (_, cause, sentence, is_lasting) => {
  const error = new Error('Failed query: select 1', { cause })
  expect(databaseReason(error)).toEqual({ sentence: expect.stringMatching(sentence), is_lasting })
  expect(databaseReason(error)?.sentence).not.toContain('example')
})

test('each cause has a sentence of its own', () => {
  const sentences = causes.map(([, cause]) => databaseReason(cause)?.sentence)
  expect(new Set(sentences).size).toBe(causes.length)
})

test('a file that is missing and an unknown error have no sentence', () => {
  expect(databaseReason(failed('ENOENT', 'open'))).toBeUndefined()
  expect(databaseReason(failed('23505'))).toBeUndefined()
  expect(databaseReason(new Error('something else'))).toBeUndefined()
  expect(databaseReason(undefined)).toBeUndefined()
})

test('a database that is stopped is known by the errors of the driver', async () => {
  const { keepsStatements, close } = await connect({
    url: `postgres://shop@127.0.0.1:${await freePort()}/shop`,
    data_dir: '',
  })
  const error = await keepsStatements?.().catch((caught: unknown) => caught)
  await close()
  expect(databaseReason(error)?.sentence).toMatch(/refuses connections/)
})
