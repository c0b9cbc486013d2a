import { expect, test } from 'vitest'
import { dict_type, oper_log, order, product, stock_log, user } from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { merchant } from '@/lib/platform/wechat/credentials'
import { migrateDatabase } from '@/lib/server/update-database'
import { writeDemonstration } from './demonstration'

test('a seeding that fails at its end writes nothing', { timeout: 90_000 }, async () => {
  const { db, transaction } = await connection()
  // The dictionaries of carriers and reasons.
  await migrateDatabase()
  const by = await merchant()
  const interrupted = transaction(async (tx) => {
    expect(await writeDemonstration(tx, { secret_hash: 'x', by })).toMatchObject({ shop: 'written' })
    throw new Error('power cut')
  })
  await expect(interrupted).rejects.toThrow('power cut')
  expect(await db.$count(dict_type)).toBeGreaterThan(0)
  for (const table of [user, product, stock_log, order, oper_log]) expect(await db.$count(table)).toBe(0)
})
