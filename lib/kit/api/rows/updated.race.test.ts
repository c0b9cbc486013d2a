import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { api } from '@/lib/server/testing/api'
import { database, newKey, newStaff, setParameters } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { rounds } from '@/lib/server/testing/races'

let token: string
let ids: number[]
beforeAll(async () => {
  play.usePlatform()
  await setParameters({ 'limit.key_reads_per_minute': 1_000_000, 'limit.writes_per_minute': 1_000_000 })
  const staff = await newStaff(['cms.order.list'])
  token = (await newKey(staff.id, ['cms.order.list'], { access: 'read' })).token
  const payers = await Promise.all(Array.from({ length: 8 }, () => play.newPayer()))
  ids = (await Promise.all(payers.map((payer) => play.placeOrder(payer)))).map(({ id }) => id)
})

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Begins, writes and commits after pauses, so that transactions commit in another order than they begin. */
async function write(id: number, remark: string, at: number): Promise<void> {
  const { transaction } = await connection()
  await transaction(async (tx) => {
    await pause((at * 7) % 23)
    await tx.update(tables.order).set({ remark }).where(eq(tables.order.id, id))
    await pause((at * 11) % 31)
  })
}

test('a reader that continues where it was sees the last state of each order that 16 writers change', async () => {
  const state = new Map<number, string>()
  let updated_from: string | undefined
  const readAll = async () => {
    for (let cursor: string | undefined; ; ) {
      const query = {
        sort: 'updated_at' as const,
        size: 3,
        ...(updated_from && { updated_from }),
        ...(cursor && { cursor }),
      }
      const { status, body } = await api('GET /cms/order', { token, query })
      expect(status).toBe(200)
      for (const { id, remark } of body.items) state.set(id, remark)
      updated_from = body.items.at(-1)?.updated_at ?? updated_from
      if (body.next_cursor === null) return
      cursor = body.next_cursor
    }
  }
  let next = 0
  for (let round = 0; round < rounds(60); round++) {
    let isOver = false
    const writing = Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let at = 0; at < 6; at++) {
          const number = next++
          await write(ids[number % ids.length] ?? 0, String(number), number)
        }
      }),
    ).finally(() => {
      isOver = true
    })
    while (!isOver) await readAll()
    await writing
    await readAll()
    const rows = await (await database())
      .select({ id: tables.order.id, remark: tables.order.remark })
      .from(tables.order)
    expect(new Map([...state].toSorted())).toEqual(new Map(rows.map((row) => [row.id, row.remark] as const).toSorted()))
  }
})

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

test('what committed after a transaction that still runs is shown after its end', async () => {
  const [early = 0, late = 0] = ids
  const { transaction } = await connection()
  const db = await database()
  const [from] = await db.select({ at: sql<string>`now()::text` }).from(sql`(values (1)) one`)
  const query = { sort: 'updated_at' as const, updated_from: new Date(from?.at ?? '').toISOString() }
  const read = async () => (await api('GET /cms/order', { token, query })).body.items.map(({ id }) => id)
  const [begun, written, shown] = [gate(), gate(), gate()]
  const longer = transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    begun.open()
    await written.opened
    await tx.update(tables.order).set({ remark: 'early' }).where(eq(tables.order.id, early))
    await shown.opened
  })
  await begun.opened
  await write(late, 'late', 0)
  expect(await read()).toEqual([])
  written.open()
  expect(await read()).toEqual([])
  shown.open()
  await longer
  expect(new Set(await read())).toEqual(new Set([early, late]))
})
