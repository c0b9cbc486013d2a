import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { hashOf } from '@/lib/api/caller'
import { log } from '@/lib/api/log'
import { send } from './api'
import { database, newCustomer, unique } from './factories'
import { SecretWatch, watch } from './secrets'

const heardBy = (one: SecretWatch, body: unknown) => {
  one.keepAllIn(body)
  return one
}

test.each([
  ['at the beginning', (secret: string) => `${secret} and more`],
  ['in the middle', (secret: string) => `a nickname, ${secret}, and more`],
  ['at the end', (secret: string) => `some text before ${secret}`],
])('a secret in a row is found, %s of a text', async (_, hide) => {
  const db = await database()
  const [planted, { id }] = [new SecretWatch(), await newCustomer()]
  const secret = unique('a "quoted" secret ')
  planted.keepAllIn({ nested: [{ new_secret: secret }] })
  expect(await planted.leaks(db)).toEqual([])
  await db
    .update(tables.user)
    .set({ remark: hide(secret) })
    .where(eq(tables.user.id, id))
  expect(await planted.leaks(db)).toEqual(['user.remark: a \\"…'])
})

test('a secret inside of JSON is found, too', async () => {
  const db = await database()
  const planted = heardBy(new SecretWatch(), { token: 'abcdefghijklmnop' })
  await db.insert(tables.config).values({ key: 'x', value: 'the token abcdefghijklmnop' })
  expect(await planted.leaks(db)).toEqual(['config.value: abcd…'])
  await db.delete(tables.config)
})

test('a secret in something said is found, but for the answer that hands it out', async () => {
  const db = await database()
  const planted = heardBy(new SecretWatch(), { token: 'abcdefghijklmnop' })
  planted.hear('POST /v1/token', '{"token":"abcdefghijklmnop"}', 'abcdefghijklmnop')
  expect(await planted.leaks(db)).toEqual([])
  planted.hear('a log line', '{"authorization":"Bearer abcdefghijklmnop"}')
  expect(await planted.leaks(db)).toEqual([expect.stringMatching(/^a log line: abcd… in /)])
})

test('what is short or no secret is not looked for', async () => {
  const planted = heardBy(new SecretWatch(), { secret: '12345678', name: 'a long enough name' })
  planted.hear('a log line', '12345678 a long enough name')
  expect(await planted.leaks(await database())).toEqual([])
})

test('what the tests of a file send, receive and log is watched', async () => {
  const captured = async (): Promise<string[]> => watch.leaks(await database())
  const { token } = await newCustomer()
  expect(await captured()).toEqual([])
  // The hash is in the table, and is no secret.
  log().info({ hash: hashOf(token) }, 'said')
  expect(await captured()).toEqual([])
  const own = unique('a secret of this test ')
  const reply = await send('PUT', '/v1/user/password', { token, body: { new_secret: own } })
  expect(reply.status).toBe(204)
  expect(await captured()).toEqual([])
})
