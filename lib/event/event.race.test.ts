import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { numberAndPrune } from '@/lib/server/jobs/event'
import { api } from '@/lib/server/testing/api'
import { database, newKey, newProduct, newStaff, setParameters } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { rounds } from '@/lib/server/testing/races'
import { recordEvent } from './record'
import type { EventPage } from './schema'

const codes = ['cms.event.list', 'cms.product.list', 'cms.order.list']
type Item = z.output<typeof EventPage>['items'][number]

/** Reads until `isOver` is true and nothing is left. Keeps only `next_after`, as a program does. */
async function follow(token: string, start: number, isOver: () => boolean): Promise<Item[]> {
  const read: Item[] = []
  let after = start
  for (;;) {
    const isLast = isOver()
    const { status, body } = await api('GET /cms/event', { token, query: { after, size: 7 } })
    expect(status).toBe(200)
    read.push(...body.items)
    expect(body.next_after).toBeGreaterThanOrEqual(after)
    after = body.next_after
    if (isLast && !body.has_more) return read
  }
}

/** Ends like this. `killed`: by the database, before its commit. */
const ends = ['committed', 'committed', 'committed', 'rolled back', 'killed'] as const

/** Returns whether the event of `id` was committed. Waits between writing and committing. */
async function write(id: number, end: (typeof ends)[number]): Promise<boolean> {
  const { db, transaction } = await connection()
  const writing = transaction(async (tx) => {
    await recordEvent(tx, 'product.changed', { resource_id: id, actor_id: null, data: { status: 'draft' } })
    await new Promise((resolve) => setTimeout(resolve, (id * 7) % 40))
    if (end === 'rolled back') throw new Error('rolled back')
    if (end !== 'killed') return
    const { pid } = await pidOf(tx)
    await db.execute(sql`select pg_terminate_backend(${pid})`)
    await tx.execute(sql`select 1`)
  })
  return writing.then(
    () => true,
    () => false,
  )
}

async function pidOf(tx: Awaited<ReturnType<typeof database>>) {
  const [row] = await tx.select({ pid: sql<number>`pg_backend_pid()` }).from(sql`(values (1)) as one`)
  if (!row) throw new Error('no backend')
  return row
}

test('of 32 writers, a reader gets each committed event once, in order, and no other', async () => {
  const staff = await newStaff(codes)
  await setParameters({ 'limit.key_reads_per_minute': 1_000_000 })
  const { token } = await newKey(staff.id, codes, { access: 'read' })
  let start = (await api('GET /cms/event', { token })).body.next_after
  let next = 1
  for (let round = 0; round < rounds(30); round++) {
    const written = new Map<number, string>()
    let isOver = false
    const writers = Array.from({ length: 32 }, async () => {
      for (let at = 0; at < 5; at++) {
        const id = next++
        const end = ends[id % ends.length] ?? 'committed'
        expect(await write(id, end), end).toBe(end === 'committed')
        written.set(id, end)
      }
    })
    const writing = Promise.all(writers).finally(() => {
      isOver = true
    })
    // The job numbers at the same time.
    const numbering = (async () => {
      while (!isOver) await numberAndPrune(30)
    })()
    const [read] = await Promise.all([follow(token, start, () => isOver), writing, numbering])
    expect(read.map(({ seq }) => seq)).toEqual(read.map((_, at) => start + at + 1))
    const committed = [...written].flatMap(([id, end]) => (end === 'committed' ? [id] : []))
    expect(read.map(({ resource_id }) => resource_id).toSorted((a, b) => a - b)).toEqual(
      committed.toSorted((a, b) => a - b),
    )
    expect(committed.length).toBeLessThan(written.size)
    start += read.length
  }
  const db = await database()
  expect(await db.$count(tables.event, sql`seq is null`)).toBe(0)
})

test('each order has exactly one event that it was placed, though some are refused for lack of stock', async () => {
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000 })
  play.usePlatform()
  const payers = await Promise.all(Array.from({ length: 8 }, () => play.newPayer()))
  const { sku } = await newProduct({ skus: [{ stock: 20 }] })
  const body = { items: [{ sku_id: sku.id, count: 1 }] }
  const replies = await Promise.all(
    Array.from({ length: 32 }, (_, at) => api('POST /v1/order', { token: payers[at % 8]?.token ?? '', body })),
  )
  const db = await database()
  const placed = replies.filter(({ status }) => status === 201).map(({ body }) => body.id)
  expect(placed.length).toBe(20)
  const told = await db.select().from(tables.event).where(eq(tables.event.type, 'order.placed'))
  expect(told.map(({ resource_id }) => resource_id).toSorted((a, b) => a - b)).toEqual(placed.toSorted((a, b) => a - b))
})
