import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '@/lib/server/endpoints'

/*
 * Any text of a body may have up to a megabyte and must not keep the process busy: the length of a text is checked
 * before anything reads it, and every later step takes linear time. A quarter of a megabyte is enough to see this.
 */

const length = 262_144
const texts = ['a', ' ', '#', '%', '"', '<', '[', '&', '/', ',', '.', '\u200d', '龙', '\u0301\u0316'].flatMap(
  (character) => [character.repeat(length), `/${character.repeat(length - 1)}`],
)

/** Adds the schemas of all texts in a body or a query to `found`. */
function addTexts(schema: z.core.$ZodType, found: Set<z.core.$ZodType>): void {
  if (schema instanceof z.ZodObject) for (const one of Object.values(schema.shape)) addTexts(one, found)
  else if (schema instanceof z.ZodArray) addTexts(schema.element, found)
  else if (schema instanceof z.ZodUnion) for (const one of schema.options) addTexts(one, found)
  else if (schema instanceof z.ZodRecord) addTexts(schema.valueType, found)
  else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    addTexts(schema.def.innerType, found)
  else if (schema instanceof z.ZodPipe) {
    found.add(schema)
    addTexts(schema.def.in, found)
  } else if (schema instanceof z.ZodType && schema.def.type === 'string') found.add(schema)
}

test('no long text takes a second of processor time, in any body or query', { timeout: 120_000 }, () => {
  const found = new Set<z.core.$ZodType>()
  for (const { body, query } of endpoints)
    for (const schema of [body, query]) if (schema instanceof z.ZodType) addTexts(schema, found)
  expect(found.size).toBeGreaterThan(60)
  for (const schema of found) {
    for (const text of texts) {
      const before = process.cpuUsage()
      z.safeParse(schema, text)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1_000_000, JSON.stringify(text.slice(0, 3))).toBeLessThan(1)
    }
  }
})
