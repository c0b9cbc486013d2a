import { EventEmitter, once } from 'node:events'
import { sql } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { dispatch } from '@/lib/server/testing/api'
import { database, newStaff } from '@/lib/server/testing/factories'
import { fileTypes } from './csv'
import { batchSize } from './csv-file'

test('of many exports, two of a person are sent, and four in all read at once; the others wait or are told when', async () => {
  const persons = await Promise.all([1, 2, 3].map(() => newStaff(['cms.login_log.list', 'cms.login_log.export'])))
  const db = await database()
  // More than one batch, so that files are read further while others wait.
  await db.execute(sql`insert into login_log (type, account, success, ip, user_agent)
    select 100, 'a', true, '203.0.113.7', 'test' from generate_series(1, ${batchSize * 2 + 5}::int)`)
  const get = (token: string, path: string) =>
    dispatch(new Request(`http://localhost:3000${path}`, { headers: { authorization: `Bearer ${token}` } }))

  const { transaction } = await connection()
  const waiting = async () => {
    const [row] = await db
      .select({ count: sql<number>`count(*)::int` })
      .from(sql`pg_locks`)
      .where(sql`not granted and relation = 'login_log'::regclass`)
    return row?.count
  }
  const signals = new EventEmitter()
  const locked = once(signals, 'locked')
  const holding = transaction(async (tx) => {
    await tx.execute(sql`lock table login_log in access exclusive mode`)
    const over = once(signals, 'over')
    signals.emit('locked')
    await over
  })
  await locked
  const begin = ({ token }: { token: string }) =>
    Array.from({ length: 20 }, (_, at) => get(token, `/cms/login_log?format=${at % 2 === 0 ? 'csv' : 'xlsx'}`))
  const started = persons.slice(0, 1).flatMap(begin)
  await expect.poll(waiting).toBe(2)
  started.push(...persons.slice(1).flatMap(begin))
  await expect.poll(waiting).toBe(4)
  // Other requests are answered meanwhile, also of a person who exports.
  for (const { token } of persons) expect((await get(token, '/v1/user')).status).toBe(200)
  expect(await waiting()).toBe(4)
  signals.emit('over')
  await holding
  const answers = await Promise.all(started)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(3 * 18)
  for (const answer of refused) {
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await answer.json()).toMatchObject({
      code: 'too_many_requests',
      detail: expect.stringMatching(/^You have 2 exports /),
    })
  }
  const files = answers.filter(({ status }) => status === 200)
  for (const file of files) {
    const isCsv = file.headers.get('content-type') === fileTypes.csv
    const lines = isCsv
      ? (await file.text()).trim().split('\n')
      : await readSheet(Buffer.from(await file.arrayBuffer()))
    expect(lines).toHaveLength(batchSize * 2 + 6)
  }
  expect(await db.$count(tables.error_log)).toBe(0)
})
