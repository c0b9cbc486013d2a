import { inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { database, newProduct, newStaff } from '@/lib/server/testing/factories'
import { rounds } from '@/lib/server/testing/races'
import { becomeTold, toldFaults } from '@/lib/server/testing/told'
import { adjustStock } from './commands'
import { tellStock } from './tell'

const newSkus = async (count: number) => {
  const { skus } = await newProduct({ skus: Array.from({ length: count }, () => ({ stock: 100 })) })
  await tellStock()
  await becomeTold(-60)
  return skus.map(({ id }) => id)
}

const received = (items: { sku_id: number; delta: number }[]) => ({
  reason: 'received' as const,
  note: '',
  each: false,
  items,
})

const changesOf = async (sku_id: number) => {
  const rows = await (await database())
    .select({ data: tables.event.data })
    .from(tables.event)
    .where(sql`type = 'stock.changed' and resource_id = ${sku_id}`)
    .orderBy(tables.event.id)
  return rows.map(({ data }) => data.change)
}

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('several runs at once tell each change once, while stock changes', async () => {
  const [{ id: user_id }, skus] = [await newStaff(), await newSkus(8)]
  const actor = { kind: 'staff', user_id } as const
  const { transaction } = await connection()
  let left = rounds(400)
  const writer = async () => {
    while (left-- > 0) {
      const sku_ids = skus.filter((_, at) => (left + at) % 3 === 0)
      const items = sku_ids.map((sku_id) => ({ sku_id, delta: (left % 5) - 1 || 1 }))
      await transaction((tx) => adjustStock(tx, received(items), actor))
    }
  }
  const teller = async () => {
    while (left > 0) {
      await becomeTold(-60)
      await tellStock()
    }
  }
  await Promise.all([...Array.from({ length: 4 }, writer), ...Array.from({ length: 3 }, teller)])
  await becomeTold(-60)
  await tellStock()
  expect(await toldFaults()).toEqual([])
  const db = await database()
  expect(await db.$count(tables.event, inArray(tables.event.resource_id, skus))).toBeGreaterThan(16)
})

test('what was written to the ledger before, and is committed later, is told once by the next run', async () => {
  const [{ id: user_id }, [first = 0, second = 0]] = [await newStaff(), await newSkus(2)]
  const actor = { kind: 'staff', user_id } as const
  const { transaction } = await connection()
  const { opened: isOver, open: commit } = gate()
  const { opened: isWritten, open: written } = gate()
  const slow = transaction(async (tx) => {
    await adjustStock(tx, received([{ sku_id: first, delta: 3 }]), actor)
    written()
    await isOver
  })
  await isWritten
  await transaction((tx) => adjustStock(tx, received([{ sku_id: second, delta: 4 }]), actor))
  expect(await tellStock()).toEqual({ told: 1 })
  commit()
  await slow
  expect(await tellStock()).toEqual({ told: 1 })
  expect(await tellStock()).toEqual({ told: 0 })
  expect([await changesOf(first), await changesOf(second)]).toEqual([
    [100, 3],
    [100, 4],
  ])
  expect(await toldFaults()).toEqual([])
})

test('what a killed run has not told, the next one tells', async () => {
  const [{ id: user_id }, [sku_id = 0]] = [await newStaff(), await newSkus(1)]
  const { db, transaction } = await connection()
  await transaction((tx) => adjustStock(tx, received([{ sku_id, delta: 3 }]), { kind: 'staff', user_id }))
  const { opened: isKilled, open: end } = gate()
  const { opened: isLocked, open: locked } = gate()
  const holder = transaction(async (tx) => {
    await tx.execute(sql`lock table event in share mode`)
    locked()
    await isKilled
  })
  await isLocked
  const run = expect(tellStock()).rejects.toThrow()
  // The run has written what it told, and waits to write the event.
  const killed = () =>
    db
      .select({ one: sql`pg_terminate_backend(pid)` })
      .from(sql`pg_stat_activity`)
      .where(sql`cardinality(pg_blocking_pids(pid)) > 0`)
  await expect.poll(killed).toHaveLength(1)
  await run
  end()
  await holder
  expect(await changesOf(sku_id)).toEqual([100])
  expect(await tellStock()).toEqual({ told: 1 })
  expect(await changesOf(sku_id)).toEqual([100, 3])
  expect(await toldFaults()).toEqual([])
})
