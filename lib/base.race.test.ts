import { expect, test } from 'vitest'
import { writeBase } from '@/db/base/write'
import * as tables from '@/db/tables'
import { permissionPoints } from './auth/points'
import { connection, migrateDatabase } from './database'
import { endpoints } from './endpoints'
import { database } from './testing/factories'

const points = permissionPoints(endpoints)

test('eight concurrent first runs write everything once', async () => {
  const { transaction } = await connection()
  await Promise.all(Array.from({ length: 8 }, () => transaction((tx) => writeBase(tx, points))))
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
  const newer = [...points, { code: 'cms.coupon.list', module: 'coupon' }]
  await Promise.all(
    Array.from({ length: 8 }, (_, at) => transaction((tx) => writeBase(tx, at % 2 === 0 ? points : newer))),
  )
  await transaction((tx) => writeBase(tx, newer))
  const db = await database()
  expect(await db.$count(tables.auth)).toBe(newer.length)
  const obsolete = (await db.select().from(tables.auth)).filter((row) => row.obsolete)
  expect(obsolete).toEqual([])
})
