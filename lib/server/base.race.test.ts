import { expect, test } from 'vitest'
import { writeBase } from '@/db/base/write'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { declaredAccess, migrateDatabase } from '@/lib/server/update-database'
import { database } from './testing/factories'

const { points, operations } = declaredAccess()

test('eight concurrent first runs write everything once', async () => {
  const { transaction } = await connection()
  await Promise.all(Array.from({ length: 8 }, () => transaction((tx) => writeBase(tx, { points, operations }))))
  const db = await database()
  const counts = async () =>
    Promise.all(
      [tables.auth, tables.menu, tables.element, tables.dict, tables.base_entry].map((table) => db.$count(table)),
    )
  const [auth] = await counts()
  expect(auth).toBe(points.length)
  const groups = await db.select({ version: tables.group.version }).from(tables.group)
  expect(groups).toEqual([{ version: 1 }, { version: 1 }])
  const before = await counts()
  await migrateDatabase()
  expect(await counts()).toEqual(before)
})

test('of two concurrent versions, the last run decides which permissions exist', async () => {
  const { transaction } = await connection()
  const newer = [...points, { code: 'cms.wish.list', module: 'wish' }]
  await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      transaction((tx) => writeBase(tx, { points: at % 2 === 0 ? points : newer, operations })),
    ),
  )
  await transaction((tx) => writeBase(tx, { points: newer, operations }))
  const db = await database()
  expect(await db.$count(tables.auth)).toBe(newer.length)
  const obsolete = (await db.select().from(tables.auth)).filter((row) => row.obsolete)
  expect(obsolete).toEqual([])
})
