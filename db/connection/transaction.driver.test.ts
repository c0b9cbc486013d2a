import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { connection } from '@/lib/kit/database'
import { unique } from '@/lib/server/testing/factories'

let table: ReturnType<typeof sql.identifier>
beforeEach(async () => {
  table = sql.identifier(unique('last_'))
  await (await connection()).db.execute(sql`create table ${table} (id int primary key)`)
})

const ids = async () => {
  const { db } = await connection()
  const rows = await db.select({ id: sql<number>`id` }).from(sql`${table}`).orderBy(sql`id`)
  return rows.map(({ id }) => id)
}
const insert = (id: number) => sql`insert into ${table} values (${id})`

describe('a statement that is sent with the commit', () => {
  test('runs in its order, even if it is not sent at once', async () => {
    const { transaction } = await connection()
    const done: number[] = []
    const result = await transaction(
      async (tx) => {
        await tx.execute(insert(1))
        return tx
      },
      {
        last: () => [
          async () => done.push(2),
          async () => {
            await Promise.resolve()
            done.push(3)
          },
        ],
      },
    ).then(() => 'done')
    expect([result, done, await ids()]).toEqual(['done', [2, 3], [1]])
  })

  test('can be added while run is running', async () => {
    const { transaction } = await connection()
    const last: (() => Promise<unknown>)[] = []
    await transaction(
      async (tx) => {
        last.push(() => tx.execute(insert(2)))
        last.push(async () => {
          await Promise.resolve()
          await tx.execute(insert(3))
        })
        last.push(() => tx.execute(insert(4)))
        await tx.execute(insert(1))
      },
      { last: () => last },
    )
    expect(await ids()).toEqual([1, 2, 3, 4])
  })

  test('makes the commit a rollback if it fails, and the connection is usable', async () => {
    const { transaction } = await connection()
    for (let attempt = 0; attempt < 12; attempt++) {
      const last: (() => Promise<unknown>)[] = []
      const failing = transaction(
        async (tx) => {
          last.push(() => tx.execute(insert(2)))
          last.push(() => tx.execute(insert(1)))
          last.push(() => tx.execute(insert(3)))
          await tx.execute(insert(1))
        },
        { last: () => last },
      )
      await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } })
    }
    expect(await ids()).toEqual([])
    await transaction((tx) => tx.execute(insert(5)))
    expect(await ids()).toEqual([5])
  })

  test('is not sent if run rejects', async () => {
    const { transaction } = await connection()
    let sent = 0
    const failing = transaction(
      async (tx) => {
        await tx.execute(insert(1))
        throw new Error('no')
      },
      { last: () => [async () => sent++] },
    )
    await expect(failing).rejects.toThrow('no')
    expect([sent, await ids()]).toEqual([0, []])
  })
})
