import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connection } from '@/lib/kit/database'
import { phoneOf } from './phone'

async function keyOf(text: string) {
  const { db } = await connection()
  const [row] = await db.select({ key: sql<string | null>`phone_key(${text}::text)` }).from(sql`(values (1)) one`)
  return row?.key
}

test.each([
  ...['13800001234', '138 0000-1234', '+86 13800001234', '0086-138-0000-1234', '8613800001234', '013800001234'],
  ...['\u202d138\u20110000\u20131234\u202c', '１３８　００００　１２３４', '【138】0000[1234]', '+86 (0)138 0000 1234'],
  ...['+86 571 88001234', '8657188001234', '+86 10 88001234', '+86 400 800 1234', '057188001234', '95588', '86123456'],
  ...['+49 (0)171 2345678', '0049 171 2345678', '+1 (212) 555-0123', '+852 9123 4567'],
])('the database and the server give %j the same form', async (text) => {
  expect(await keyOf(text)).toBe(phoneOf(text))
  expect(await keyOf(phoneOf(text))).toBe(phoneOf(text))
})

test.each([
  ['0571-8800 1234', '057188001234'],
  ['+86 138', '138'],
  ['茶 138', null],
  ['#36', null],
  [' - ', null],
])('the database searches %j as %j', async (text, key) => expect(await keyOf(text)).toBe(key))
