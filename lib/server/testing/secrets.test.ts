import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { hashOf } from '@/lib/kit/api/endpoint/caller'
import { log } from '@/lib/kit/api/run/log'
import { hashSecret } from '@/lib/token/secret'
import { send } from './api'
import { database, newCustomer, unique } from './factories'
import { SecretWatch, watch } from './secrets'

const watchFor = (body: unknown) => {
  const secrets = new SecretWatch()
  secrets.addSecretsOf(body)
  return secrets
}

test.each([
  ['at the beginning', (secret: string) => `${secret} and more`],
  ['in the middle', (secret: string) => `a nickname, ${secret}, and more`],
  ['at the end', (secret: string) => `some text before ${secret}`],
])('a secret in a row is found, %s of a text', async (_, hide) => {
  const db = await database()
  const [secrets, { id }] = [new SecretWatch(), await newCustomer()]
  const secret = unique('a "quoted" secret ')
  secrets.addSecretsOf({ nested: [{ new_secret: secret }] })
  expect(await secrets.leaks(db)).toEqual([])
  await db
    .update(tables.user)
    .set({ remark: hide(secret) })
    .where(eq(tables.user.id, id))
  expect(await secrets.leaks(db)).toEqual(['user.remark: a \\"…'])
})

test('a secret inside JSON is found', async () => {
  const db = await database()
  const secrets = watchFor({ token: 'abcdefghijklmnop' })
  await db.insert(tables.config).values({ key: 'x', value: 'the token abcdefghijklmnop' })
  expect(await secrets.leaks(db)).toEqual(['config.value: abcd…'])
  await db.delete(tables.config)
})

test('a secret in a captured text is found, except in the answer that issues it', async () => {
  const db = await database()
  const secrets = watchFor({ token: 'abcdefghijklmnop' })
  secrets.capture('POST /v1/token', '{"token":"abcdefghijklmnop"}', 'abcdefghijklmnop')
  expect(await secrets.leaks(db)).toEqual([])
  secrets.capture('a log line', '{"authorization":"Bearer abcdefghijklmnop"}')
  expect(await secrets.leaks(db)).toEqual([expect.stringMatching(/^a log line: abcd… in /)])
})

test('short values and other fields are not treated as secrets', async () => {
  const secrets = watchFor({ secret: '12345678', name: 'a long enough name' })
  secrets.capture('a log line', '12345678 a long enough name')
  expect(await secrets.leaks(await database())).toEqual([])
})

test('everything that the tests of a file send, receive and log is searched', async () => {
  const leaks = async (): Promise<string[]> => watch.leaks(await database())
  const old_secret = unique('the former secret of this test ')
  const { token } = await newCustomer({ secret_hash: await hashSecret(old_secret) })
  expect(await leaks()).toEqual([])
  // The hash is in the table, but it is not a secret.
  log().info({ hash: hashOf(token) }, 'a line with a hash')
  expect(await leaks()).toEqual([])
  const own = unique('a secret of this test ')
  const reply = await send('PUT', '/v1/user/password', { token, body: { old_secret, new_secret: own } })
  expect(reply.status).toBe(204)
  expect(await leaks()).toEqual([])
})
