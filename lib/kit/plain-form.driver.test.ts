import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { database } from '@/lib/server/testing/factories'
import { foldedForm } from './plain-form'

/**
 * The ranges of characters for which the test compares the SQL function with the TypeScript function: letters, signs,
 * and compatibility forms such as full width.
 */
const blocks = [
  [0x20, 0x1c7f],
  [0x1d00, 0x2bff],
  [0x3000, 0x33ff],
  // Not U+FEFF, which is dropped at the beginning of a text.
  [0xf900, 0xfefe],
  [0xff00, 0xffff],
] as const

test('names have the same folded form here and in the database', async () => {
  const characters = blocks.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  )
  const texts = ['Cafe\u0301 ＣＡＦÉ', 'ΟΔΟΣ ΟΔΟΣ', 'İ', ...characters.map((one) => `${one}a${one}`)]
  const db = await database()
  const rows = await db
    .select({ folded: sql<string>`folded(t)` })
    .from(sql`unnest(${sql.param(texts)}::text[]) with ordinality as texts(t, at)`)
    .orderBy(sql`at`)
  const different = texts.filter((text, at) => rows[at]?.folded !== foldedForm(text))
  expect(different).toEqual([])
  expect(foldedForm('Cafe\u0301 ＣＡＦÉ')).toBe('café café')
})
