import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '@/db/tables'
import { database, newCustomer } from '@/lib/server/testing/factories'
import { rounds } from '@/lib/server/testing/races'
import { customer, type Endpoint, endpoint } from '../endpoint/endpoint'
import { respond } from './respond'

const base = {
  method: 'POST',
  path: '/v1/test',
  summary: '',
  access: customer,
  output: z.object({ run: z.int() }),
} as const

let runs = 0
const run = async () => {
  const mine = ++runs
  await new Promise((resolve) => setTimeout(resolve, mine % 3))
  return { run: mine }
}

const kinds: Record<string, Endpoint> = {
  'with its own transactions': endpoint({ ...base, transaction: 'manual', handle: run }),
  'with work before the transaction': endpoint({ ...base, prepare: run, handle: async ({ prepared }) => prepared }),
}

async function call(definition: Endpoint, token: string, key: string) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
  const answer = await respond(definition, new Request('http://localhost/v1/test', { method: 'POST', headers }), {})
  return {
    status: answer.status,
    body: String(answer.body),
    isReplay: answer.headers['idempotent-replayed'] === 'true',
  }
}

/** As a client does: again until the first request has ended. */
async function callPatiently(...given: Parameters<typeof call>) {
  for (let waits = 0; ; waits++) {
    const reply = await call(...given)
    if (reply.status !== 409) return { ...reply, waits }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

test.each(Object.entries(kinds))('a POST %s runs once for a key, and all get its response', async (_, definition) => {
  let waits = 0
  let replays = 0
  for (let round = 0; round < rounds(200); round++) {
    const { token } = await newCustomer()
    runs = 0
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => callPatiently(definition, token, 'eight-at-once')),
    )
    expect(runs).toBe(1)
    expect(new Set(replies.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(['200 {"run":1}']))
    expect(replies.filter(({ isReplay }) => isReplay)).toHaveLength(7)
    waits += replies.filter((reply) => reply.waits > 0).length
    replays += replies.filter((reply) => reply.isReplay && reply.waits === 0).length
    // Again after everything has ended, without waiting.
    expect(await callPatiently(definition, token, 'eight-at-once')).toMatchObject({ isReplay: true, waits: 0 })
    replays++
  }
  expect([waits > 0, replays > 0]).toEqual([true, true])
})

test.each(Object.entries(kinds))(
  'of many that take over the key of a killed POST %s, one does',
  async (_, definition) => {
    for (let round = 0; round < rounds(100); round++) {
      const { id, token } = await newCustomer()
      const db = await database()
      runs = 0
      await call(definition, token, 'left-by-a-process')
      await db
        .update(tables.idempotency)
        .set({ status: null, body: null, created_at: sql`now() - interval '6 minutes'` })
        .where(eq(tables.idempotency.user_id, id))
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => callPatiently(definition, token, 'left-by-a-process')),
      )
      expect(runs).toBe(2)
      expect(new Set(replies.map(({ body }) => body))).toEqual(new Set(['{"run":2}']))
    }
  },
)
